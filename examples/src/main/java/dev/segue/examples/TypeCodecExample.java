// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeCodec;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;

/// A type of somebody else's, which cannot be registered: a codec says what stands for it.
final class TypeCodecExample {

  /// As a library would have it: no constructor to call, no fields to assign.
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

  private TypeCodecExample() {}

  // tag::codec[]
  /// What stands for money in payloads.
  record MoneyState(BigDecimal amount, Currency currency) {}

  private static final TypeCodec<Money, MoneyState> MONEY =
      TypeCodec.of(
              Money.class,
              MoneyState.class,
              money -> new MoneyState(money.amount(), money.currency()),
              state -> Money.of(state.amount(), state.currency()))
          .withSubclasses(); // its class has no name

  // end::codec[]

  public static void main(String[] args) {
    Serializer serializer =
        Serializer.builder().register(Invoice.class, MoneyState.class).register(MONEY).build();
    Currency euro = Currency.getInstance("EUR");
    Invoice invoice =
        new Invoice(
            7,
            List.of(
                Money.of(new BigDecimal("12.50"), euro), Money.of(new BigDecimal("0.99"), euro)));
    byte[] bytes = serializer.toBytes(invoice);
    System.out.println("Read back: " + serializer.fromBytes(bytes, Invoice.class));

    // What the codec's function refuses, no payload can bring in.
    Serializer lax =
        Serializer.builder()
            .register(Invoice.class, MoneyState.class)
            .register(
                TypeCodec.of(
                        Money.class,
                        MoneyState.class,
                        money -> new MoneyState(new BigDecimal("0.001"), money.currency()),
                        state -> Money.of(state.amount(), state.currency()))
                    .withSubclasses())
            .build();
    try {
      serializer.fromBytes(lax.toBytes(invoice), Invoice.class);
    } catch (SerializationException e) {
      System.out.println(e.kind() + ": " + e.getMessage());
    }
  }
}
