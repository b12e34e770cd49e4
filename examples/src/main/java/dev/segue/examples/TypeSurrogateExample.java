// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;

/// Serializes a type of another library that cannot be registered, through a surrogate.
final class TypeSurrogateExample {

  /// A type of a library, without a usable constructor or assignable fields.
  abstract static class Money {
    abstract BigDecimal amount();

    abstract Currency currency();

    static Money of(BigDecimal amount, Currency currency) {
      if (amount.scale() > currency.getDefaultFractionDigits()) {
        throw new IllegalArgumentException(amount + " " + currency);
      }
      return new Money() {
        @Override
        BigDecimal amount() {
          return amount;
        }

        @Override
        Currency currency() {
          return currency;
        }

        @Override
        public String toString() {
          return amount + " " + currency;
        }
      };
    }
  }

  record Invoice(int number, List<Money> items) {}

  private TypeSurrogateExample() {}

  // tag::surrogate[]
  /// What payloads hold instead of money.
  record MoneySurrogate(BigDecimal amount, Currency currency) {}

  private static final TypeSurrogate<Money, MoneySurrogate> MONEY =
      TypeSurrogate.of(
              Money.class,
              MoneySurrogate.class,
              money -> new MoneySurrogate(money.amount(), money.currency()),
              surrogate -> Money.of(surrogate.amount(), surrogate.currency()))
          .withSubclasses(); // its class is anonymous

  // end::surrogate[]

  public static void main(String[] args) {
    Serializer serializer = Serializer.builder().register(Invoice.class).register(MONEY).build();
    Currency euro = Currency.getInstance("EUR");
    Invoice invoice =
        new Invoice(
            7,
            List.of(
                Money.of(new BigDecimal("12.50"), euro), Money.of(new BigDecimal("0.99"), euro)));
    byte[] bytes = serializer.toBytes(invoice);
    System.out.println("Read back: " + serializer.fromBytes(bytes, Invoice.class));

    // No payload can create an object that the surrogate's function rejects.
    Serializer lax =
        Serializer.builder()
            .register(Invoice.class)
            .register(
                TypeSurrogate.of(
                        Money.class,
                        MoneySurrogate.class,
                        money -> new MoneySurrogate(new BigDecimal("0.001"), money.currency()),
                        surrogate -> Money.of(surrogate.amount(), surrogate.currency()))
                    .withSubclasses())
            .build();
    try {
      serializer.fromBytes(lax.toBytes(invoice), Invoice.class);
    } catch (SerializationException e) {
      System.out.println(e.kind() + ": " + e.getMessage());
    }
  }
}
