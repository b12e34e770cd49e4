// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A hundred products.
@SuppressWarnings("NullAway.Init") // set when an object is created or read
public final class Catalog {
  private static final int PRODUCTS = 100;
  private static final long SEED = 29;

  /// The products.
  public List<Product> products;

  /// Creates an empty object.
  public Catalog() {}

  /// Creates the object that the benchmarks use.
  ///
  /// @return a new catalog, equal to any other that this method returns
  static Catalog populated() {
    var random = new Random(SEED);
    var catalog = new Catalog();
    catalog.products = new ArrayList<>();
    for (int number = 0; number < PRODUCTS; number++) {
      catalog.products.add(Product.random(random, number));
    }
    return catalog;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Catalog other && Objects.equals(products, other.products);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(products);
  }
}
