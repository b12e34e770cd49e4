// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.PublicFields;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An order in a shop; nearly every field has a different type.
@SuppressWarnings({
  "doclint:missing", // its only purpose is the type of the field
  "NullAway.Init" // set when an object is created or read
})
public final class Order {
  /// The progress of an order.
  public enum Status {
    NEW,
    PAID,
    SHIPPED,
    DELIVERED,
    RETURNED
  }

  /// Special properties of an order.
  public enum Flag {
    GIFT,
    EXPRESS,
    FRAGILE,
    INSURED,
    TAX_FREE
  }

  /// The address at which the customer can track the order.
  public enum Channel {
    WEB,
    APP,
    EMAIL,
    PHONE
  }

  /// The customer.
  public record Customer(String name, String email, String city, Currency currency) {}

  /// A quantity of one product.
  public record Line(String sku, int quantity, BigDecimal price) {}

  public UUID id;
  public Instant placed;
  public LocalDate due;
  public Status status;
  public BigDecimal total;
  public Customer customer;
  public Optional<String> note;
  public List<Line> lines;
  public Map<String, String> attributes;
  public EnumSet<Flag> flags;
  public EnumMap<Channel, String> links;
  public byte[] signature;

  /// Creates an empty object.
  public Order() {}

  /// Creates the object that the benchmarks use.
  ///
  /// @return a new order, equal to any other that this method returns
  static Order populated() {
    var order = new Order();
    order.id = UUID.fromString("6f1c2a94-3b7d-4e58-9a0f-d21c84b7e653");
    order.placed = Instant.parse("2026-03-14T09:26:53.589793Z");
    order.due = LocalDate.of(2026, 3, 21);
    order.status = Status.PAID;
    order.total = new BigDecimal("412.35");
    order.customer =
        new Customer(
            "Mia Keller", "mia.keller@example.com", "Z\u00fcrich", Currency.getInstance("CHF"));
    order.note = Optional.of("Please ring twice, the bell is broken");
    order.lines =
        new ArrayList<>(
            List.of(
                new Line("KTL-4410-BL", 1, new BigDecimal("89.90")),
                new Line("CUP-0032-WH", 6, new BigDecimal("12.50")),
                new Line("TEA-1207-GR", 3, new BigDecimal("24.15")),
                new Line("TRY-0918-OA", 2, new BigDecimal("87.50"))));
    order.attributes = new HashMap<>();
    order.attributes.put("campaign", "spring-2026");
    order.attributes.put("warehouse", "CH-EAST-2");
    order.attributes.put("carrier", "Swiss Post");
    order.flags = EnumSet.of(Flag.EXPRESS, Flag.FRAGILE);
    order.links = new EnumMap<>(Channel.class);
    order.links.put(Channel.WEB, "https://shop.example.com/orders/6f1c2a94");
    order.links.put(Channel.EMAIL, "orders+6f1c2a94@example.com");
    order.signature = new byte[] {17, -92, 3, 88, -1, 64, 29, -120, 5, 77, -36, 101, 0, 42, -7, 13};
    return order;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return PublicFields.areEqual(this, object);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(id);
  }
}
