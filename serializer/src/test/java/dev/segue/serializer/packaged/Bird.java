// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.packaged;

/// An abstract class, to be left out, and one that is not.
public abstract class Bird implements Animal {

  /// How heavy, in grams.
  protected int weight;

  /// One of those birds.
  @Tame
  public static class Hen extends Bird {

    /// With an `assert`, for which javac adds a static field.
    public Hen lay(int grams) {
      assert grams > 0;
      weight += grams;
      return this;
    }

    /// What it weighs.
    public int weight() {
      return weight;
    }
  }
}
