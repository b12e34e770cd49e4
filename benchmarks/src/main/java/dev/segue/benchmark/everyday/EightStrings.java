// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.PublicFields;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Eight strings of one length.
@SuppressWarnings({
  "doclint:missing", // its only purpose is the type of the field
  "NullAway.Init" // set when an object is created or read
})
public final class EightStrings {
  private static final char WIDE = '\u4e2d';

  public String a;
  public String b;
  public String c;
  public String d;
  public String e;
  public String f;
  public String g;
  public String h;

  /// The characters of the strings.
  public enum Kind {
    /// One byte each in memory.
    LATIN1,
    /// The last one needs two bytes, so that all have two.
    ONE_WIDE,
    /// Each needs two bytes.
    ALL_WIDE
  }

  /// Creates an empty object.
  public EightStrings() {}

  /// Creates an object with eight different strings.
  ///
  /// @param length the number of characters of each
  public static EightStrings of(Kind kind, int length) {
    var strings = new EightStrings();
    strings.a = text(kind, length, 0);
    strings.b = text(kind, length, 1);
    strings.c = text(kind, length, 2);
    strings.d = text(kind, length, 3);
    strings.e = text(kind, length, 4);
    strings.f = text(kind, length, 5);
    strings.g = text(kind, length, 6);
    strings.h = text(kind, length, 7);
    return strings;
  }

  private static String text(Kind kind, int length, int number) {
    char[] characters = new char[length];
    for (int i = 0; i < length; i++) {
      characters[i] = (char) ((kind == Kind.ALL_WIDE ? WIDE : 'a') + (number + i) % 26);
    }
    if (kind == Kind.ONE_WIDE) {
      characters[length - 1] = WIDE;
    }
    return new String(characters);
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return PublicFields.areEqual(this, object);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new String[] {a, b, c, d, e, f, g, h});
  }
}
