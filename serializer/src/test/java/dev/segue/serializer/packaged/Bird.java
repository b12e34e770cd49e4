// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.packaged;

/// An abstract class, which is skipped, and a concrete subclass.
public abstract class Bird implements Animal {

  /// The weight in grams.
  protected int weight;

  /// A concrete bird.
  @Tame
  public static class Hen extends Bird {

    /// Has an `assert`, for which javac adds a static field.
    public Hen lay(int grams) {
      assert grams > 0;
      weight += grams;
      return this;
    }

    /// Returns the weight in grams.
    public int weight() {
      return weight;
    }
  }
}
