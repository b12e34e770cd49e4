// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

/// Checks whether all characters of a string are Latin-1, through public API. It loops over the
/// characters; normally the JIT eliminates the loop.
///
/// The JIT hoists the check of a string's internal encoding out of the loop, and knows that a
/// one-byte character is always Latin-1. This fails if strings with two bytes per character ("wide"
/// strings) are rare: their code is too cold to be inlined and too warm to be pruned, so a call
/// remains in the loop, and each character costs time. The profile covers all calls of a [String]
/// method in the JVM, and `charAt` has already seen a few wide strings when a program starts. So
/// the loop calls a rarely used method, depending on the strings so far:
///
/// - no wide strings: a method that has seen no wide string;
/// - few wide strings: a method that was [called][#rehearse] equally often with wide and other
///   strings;
/// - many wide strings: `charAt`, which has then seen many.
///
/// The result is always the same.
public final class Latin1 {

  static final int NONE = 0;
  static final int COUNTING = 1;
  static final int FEW = 2;
  static final int MANY = 3;

  private static final int MAX_LATIN1 = 0xff;

  /// The number of strings that are counted, from the first wide one on.
  private static final int COUNTED = 1 << 12;

  /// The number of wide strings among these that counts as many.
  private static final int MANY_COUNTED = COUNTED >> 5;

  private static final int REHEARSALS = 3000;
  private static final int REHEARSED_CHARACTERS = 64;

  /// Whether there were wide strings. Threads read and write this flag and the counts without
  /// synchronization: a race costs time, never correctness.
  private static int seen = NONE;

  private static int strings;
  private static int wideStrings;

  private Latin1() {}

  public static boolean isLatin1(String value, int length) {
    return isLatin1(value, length, seen);
  }

  /// Deliberately too long for C1 to inline, since profiles from many callers would otherwise
  /// outweigh the rehearsed one.
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
    if (seen == NONE) {
      seen = COUNTING;
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
      seen = MANY;
    } else {
      Thread.startVirtualThread(() -> {
        rehearse();
        seen = FEW;
      });
    }
  }

  /// Calls the method with both kinds of strings equally often, for the JIT's profile.
  private static void rehearse() {
    String narrow = "a".repeat(REHEARSED_CHARACTERS);
    String wide = "\u4e2d".repeat(REHEARSED_CHARACTERS);
    for (int i = 0; i < REHEARSALS; i++) {
      if (sum(narrow) >= sum(wide)) {
        throw new AssertionError("narrow characters are less than wide ones");
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
