// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.packaged;

/// The last class by name, with nested classes.
public record Zebra(int stripes, Mood mood) implements Animal {

  /// Sorted after `Zebra`.
  public record Foal(String name) implements Animal {}

  /// An inner class, which is skipped.
  @SuppressWarnings("ClassCanBeStatic")
  class Shadow {}

  /// An anonymous class, which is also skipped.
  static Animal unnamed() {
    record Local(int x) {}

    Local local = new Local(1);
    return new Animal() {
      @Override
      public String toString() {
        return local.toString();
      }
    };
  }
}
