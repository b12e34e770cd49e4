// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.ehcache.SegueSerializer;

/// A value for Ehcache, without a cache: Ehcache needs Unsafe.
final class Main {

  record Order(String article, int quantity) {}

  private Main() {}

  public static void main(String[] args) {
    var serializer = new SegueSerializer<Order>(Main.class.getClassLoader(), "app");
    Order order = new Order("tea", 2);
    System.out.println(serializer.equals(order, serializer.serialize(order)));
  }
}
