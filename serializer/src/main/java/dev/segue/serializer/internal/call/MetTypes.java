// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.Arrays;

/// The numbers of the registered classes that a payload names in type references: a set with a hash
/// that does not depend on their order. Reused, so that noting a class allocates nothing.
public final class MetTypes {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final int FIRST_WORDS = 8;

  private final int first;
  private long[] words = new long[FIRST_WORDS];

  /// The number of words that may be other than zero.
  private int used;

  private long hash;
  private int size;

  /// @param first the lowest number that is noted
  public MetTypes(int first) {
    this.first = first;
  }

  void clear() {
    Arrays.fill(words, 0, used, 0);
    used = 0;
    hash = 0;
    size = 0;
  }

  /// Adds a type number; those of the JDK are ignored.
  void add(int number) {
    int index = number - first;
    if (index < 0) {
      return;
    }
    int word = index >> 6;
    long bit = 1L << index;
    if (word >= used) {
      use(word);
    }
    if ((words[word] & bit) == 0) {
      words[word] |= bit;
      hash += mixed(index + 1L);
      size++;
    }
  }

  private void use(int word) {
    if (word >= words.length) {
      words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
    }
    used = word + 1;
  }

  /// The hash of the set of these numbers.
  ///
  /// @param words as of [#toWords]
  public static long hash(long[] words) {
    long hash = 0;
    for (int i = 0; i < words.length; i++) {
      for (long left = words[i]; left != 0; left &= left - 1) {
        hash += mixed(((long) i << 6) + Long.numberOfTrailingZeros(left) + 1);
      }
    }
    return hash;
  }

  private static long mixed(long value) {
    long product = value * GOLDEN;
    return (product ^ product >>> 32) * GOLDEN;
  }

  /// A hash of the set.
  public long hash() {
    return hash;
  }

  public int size() {
    return size;
  }

  /// The set as a bit for each number, from the lowest one on; without trailing zeros.
  public long[] toWords() {
    return Arrays.copyOf(words, used);
  }

  /// Whether the set consists of these numbers.
  ///
  /// @param others the result of [#toWords] of the same or another set
  public boolean equalsWords(long[] others) {
    return Arrays.equals(words, 0, used, others, 0, others.length);
  }

  /// Whether these numbers include all of the set.
  ///
  /// @param others the result of [#toWords] of another set
  public boolean isWithin(long[] others) {
    if (used > others.length) {
      return false;
    }
    for (int i = 0; i < used; i++) {
      if ((words[i] & ~others[i]) != 0) {
        return false;
      }
    }
    return true;
  }
}
