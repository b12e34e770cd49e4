// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.util.List;

/// The objects, by their names in the benchmark tables.
public enum EverydayObject {
  /// An [Order]: few values, of many types.
  ORDER,

  /// A [Catalog]: many strings, 22 to 28 KB of payload.
  CATALOG,

  /// A [Document]: untyped maps and lists.
  DOCUMENT,

  /// A [Ranking]: sorted maps and sets.
  RANKING;

  /// Creates the object.
  ///
  /// @return a new object, equal to any other that this method returns
  public Object create() {
    return switch (this) {
      case ORDER -> Order.populated();
      case CATALOG -> Catalog.populated();
      case DOCUMENT -> Document.populated();
      case RANKING -> Ranking.populated();
    };
  }

  /// Returns the class of the object.
  Class<?> type() {
    return userTypes().getFirst();
  }

  /// Returns the classes to register: [#type] first, without JDK classes.
  List<Class<?>> userTypes() {
    return switch (this) {
      case ORDER ->
          List.of(
              Order.class,
              Order.Status.class,
              Order.Flag.class,
              Order.Channel.class,
              Order.Customer.class,
              Order.Line.class);
      case CATALOG -> List.of(Catalog.class, Product.class);
      case DOCUMENT -> List.of(Document.class);
      case RANKING -> List.of(Ranking.class);
    };
  }
}
