// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

/// A serializer for configurations that name a class.
public final class ShopSerializer extends SegueSerializer {

  /// Hazelcast calls this constructor.
  public ShopSerializer() {
    super(1_000, ShopSerializer.class.getClassLoader(), "dev.segue.hazelcast");
  }
}
