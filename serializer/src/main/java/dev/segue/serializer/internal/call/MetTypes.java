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

  /// @param first the lowest number that is noted
  public MetTypes(int first) {
    this.first = first;
  }

  /// Removes all numbers.
  void clear() {
    Arrays.fill(words, 0, used, 0);
    used = 0;
    hash = 0;
  }

  /// Adds a type number; those of the JDK are ignored.
  public void add(int number) {
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
    }
  }

  private void use(int word) {
    if (word >= words.length) {
      words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
    }
    used = word + 1;
  }

  private static long mixed(long value) {
    long product = value * GOLDEN;
    return (product ^ product >>> 32) * GOLDEN;
  }

  /// A hash of the set.
  public long hash() {
    return hash;
  }

  public boolean isEmpty() {
    return used == 0;
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
}
