// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

/// Whether the values of an old type can be read as a new one.
///
/// @param why the affected values and what happens to them; empty if there are none
record Fit(Level level, String why) {

  /// From best to worst; the worst level that applies decides.
  enum Level {
    /// The types are equal.
    SAME,
    /// All values can be read.
    WIDER,
    /// All values can be read, but some of their contents are lost.
    LOSSY,
    /// Some values are errors.
    SOMETIMES,
    /// The class cannot be read, or all values except null are errors.
    NEVER
  }

  static final Fit SAME = new Fit(Level.SAME, "");
  static final Fit WIDER = new Fit(Level.WIDER, "");
  static final Fit NEVER = new Fit(Level.NEVER, "");

  static Fit lossy(String why) {
    return new Fit(Level.LOSSY, why);
  }

  static Fit sometimes(String why) {
    return new Fit(Level.SOMETIMES, why);
  }

  /// Combines two results; the worse one decides.
  Fit and(Fit other) {
    if (why.isEmpty() || other.why.isEmpty() || why.equals(other.why)) {
      Fit worse = level.compareTo(other.level) >= 0 ? this : other;
      return worse.why.isEmpty() && level == other.level && !other.why.isEmpty() ? other : worse;
    }
    Level worst = level.compareTo(other.level) >= 0 ? level : other.level;
    return new Fit(worst, why + "; " + other.why);
  }
}
