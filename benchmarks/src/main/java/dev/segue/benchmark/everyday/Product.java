// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.PublicFields;
import java.io.Serial;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A product of a shop, mostly strings.
@SuppressWarnings({
  "doclint:missing", // its only purpose is the type of the field
  "NullAway.Init", // set when an object is created or read
  "serial" // an ArrayList
})
public final class Product implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private static final int TAGS = 3;
  private static final LocalDate OPENING = LocalDate.of(2019, 1, 1);

  public String sku;
  public String name;
  public String description;
  public List<String> tags;
  public double price;
  public int stock;
  public LocalDate since;
  public @Nullable String comment;

  /// Creates an empty object.
  public Product() {}

  /// Generates a product. Two out of three have a comment.
  public static Product random(Random random, int number) {
    var product = new Product();
    product.sku = String.format(Locale.ROOT, "SKU-%05d-%04X", number, random.nextInt(0x10000));
    product.name = Words.text(random, 30, 60);
    product.description = Words.text(random, 40, 80);
    product.tags = new ArrayList<>();
    for (int i = 0; i < TAGS; i++) {
      product.tags.add(Words.text(random, 6, 20));
    }
    product.price = random.nextInt(100, 50_000) / 100.0;
    product.stock = random.nextInt(2_000);
    product.since = OPENING.plusDays(random.nextInt(2_500));
    product.comment = number % 3 == 0 ? null : Words.text(random, 60, 140);
    return product;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return PublicFields.areEqual(this, object);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(sku);
  }
}
