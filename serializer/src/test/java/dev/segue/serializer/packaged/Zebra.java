// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.packaged;

/// The last by name, with classes inside.
public record Zebra(int stripes, Mood mood) implements Animal {

  /// Comes behind `Zebra`.
  public record Foal(String name) implements Animal {}

  /// An inner class, to be left out.
  @SuppressWarnings("ClassCanBeStatic")
  class Shadow {}

  /// An anonymous class, to be left out, too.
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
