// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

/// A serializer for configurations that name a class.
///
/// @param <T> type of the keys or values
public final class ShopSerializer<T> extends SegueSerializer<T> {

  /// Ehcache calls this constructor.
  ///
  /// @param loader finds classes by their names
  public ShopSerializer(ClassLoader loader) {
    super(loader, "dev.segue.ehcache");
  }
}
