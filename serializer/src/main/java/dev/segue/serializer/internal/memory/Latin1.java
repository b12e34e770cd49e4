// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

/// Whether a string has one byte per character inside, asked through public API: by a look at its
/// characters, of which the JIT leaves nothing if all goes well.
///
/// It moves the question how a string is stored out of the loop, and sees that no character of one
/// byte can be too large. That fails where wide strings are seldom: what they need is then too cold
/// to be inlined and too warm to be left out, a call stays in the loop, and each character costs
/// time. How often they are, the JIT takes from all calls of the same method of [String] in the
/// whole JVM, and `charAt` has seen a few wide strings already when a program starts. So the loop
/// calls what few others call, and which method that is depends on the strings that were met:
///
/// - none of them wide: one that knows of no wide string;
/// - few of them wide: one that was [shown][#rehearse] as many wide strings as others;
/// - many of them wide: `charAt`, which then has seen many.
///
/// The answer is the same, always.
public final class Latin1 {

  static final int NONE = 0;
  static final int COUNTING = 1;
  static final int FEW = 2;
  static final int MANY = 3;

  private static final int MAX_LATIN1 = 0xff;

  /// So many strings are counted, from the first wide one on.
  private static final int COUNTED = 1 << 12;

  /// So many wide ones among them are many.
  private static final int MANY_COUNTED = COUNTED >> 5;

  private static final int REHEARSALS = 3000;
  private static final int REHEARSED_CHARACTERS = 64;

  /// Whether wide strings were met. Any thread reads and writes it, and the counts, as it comes:
  /// all that could be lost is time.
  private static int met = NONE;

  private static int strings;
  private static int wideStrings;

  private Latin1() {}

  public static boolean isLatin1(String value, int length) {
    return isLatin1(value, length, met);
  }

  /// Too long for the JIT's first compiler to inline it: what many callers count there would drown
  /// what was rehearsed.
  public static boolean isLatin1(String value, int length, int state) {
    if (state == NONE) {
      for (int i = 0; i < length; i++) {
        if (value.codePointAt(i) > MAX_LATIN1) {
          beginCounting();
          return false;
        }
      }
      return true;
    }
    if (state == FEW) {
      for (int i = length; i > 0; i--) {
        if (value.codePointBefore(i) > MAX_LATIN1) {
          return false;
        }
      }
      return true;
    }
    for (int i = 0; i < length; i++) {
      if (value.charAt(i) > MAX_LATIN1) {
        count(1, state);
        return false;
      }
    }
    count(0, state);
    return true;
  }

  private static void beginCounting() {
    if (met == NONE) {
      met = COUNTING;
    }
  }

  private static void count(int wide, int state) {
    if (state == COUNTING) {
      wideStrings += wide;
      if (++strings == COUNTED) {
        endCounting();
      }
    }
  }

  private static void endCounting() {
    if (wideStrings >= MANY_COUNTED) {
      met = MANY;
    } else {
      Thread.startVirtualThread(() -> {
        rehearse();
        met = FEW;
      });
    }
  }

  /// Shows the JIT both kinds of strings, as many of each.
  private static void rehearse() {
    String narrow = "a".repeat(REHEARSED_CHARACTERS);
    String wide = "\u4e2d".repeat(REHEARSED_CHARACTERS);
    for (int i = 0; i < REHEARSALS; i++) {
      if (sum(narrow) >= sum(wide)) {
        throw new AssertionError("characters of one byte are the smaller ones");
      }
    }
  }

  private static int sum(String value) {
    int sum = 0;
    for (int i = value.length(); i > 0; i--) {
      sum += value.codePointBefore(i);
    }
    return sum;
  }
}
