// SPDX-License-Identifier: Apache-2.0
package app;

import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.serialization.SerializationExtension;

/// A message of Pekko, within one system.
final class Main {

  record Order(String article, int quantity) {}

  private Main() {}

  public static void main(String[] args) {
    ActorSystem system = ActorSystem.create("rehearsal");
    var serialization = SerializationExtension.get(system);
    Order order = new Order("tea", 2);
    byte[] bytes = serialization.serialize(order).get();
    Object same = serialization.deserialize(bytes, 534553, "1").get();
    System.out.println(order.equals(same));
    system.terminate();
  }
}
