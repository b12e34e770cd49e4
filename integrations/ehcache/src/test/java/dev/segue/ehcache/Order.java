// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import java.util.ArrayList;
import java.util.List;

/// A value of the tests; mutable, and not `Serializable`.
final class Order {

  private long id;
  private List<String> articles = new ArrayList<>();

  Order() {}

  static Order of(long id, String... articles) {
    Order order = new Order();
    order.id = id;
    order.articles.addAll(List.of(articles));
    return order;
  }

  List<String> articles() {
    return articles;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Order order && order.id == id && order.articles.equals(articles);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }

  @Override
  public String toString() {
    return id + ": " + articles;
  }
}
