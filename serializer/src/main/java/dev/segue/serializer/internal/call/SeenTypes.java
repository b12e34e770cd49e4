// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A set of the numbers of the classes that a payload names in type references. Its hash code does
/// not depend on their order. The set is reused, so recording a class allocates nothing, and only a
/// [#copy] may be the key of a map.
///
/// Numbers of registered classes are dense, and numbers of classes that rules allow are sparse. So
/// the set tracks which of its words are in use, and no operation visits the others.
public final class SeenTypes {

  private static final int FIRST_WORDS = 8;
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final int first;

  /// Whether this is a copy, which has only the words in use, in ascending order.
  private final boolean isCopy;

  /// A bit for each number, from `first` on; in a copy, the words in use, one after the other.
  private long[] words;

  /// The indexes of the words in use, which are not zero.
  private int[] used;

  private int usedCount;
  private long hash;

  /// @param first the lowest number that is recorded
  public SeenTypes(int first) {
    this.first = first;
    this.isCopy = false;
    this.words = new long[FIRST_WORDS];
    this.used = new int[FIRST_WORDS];
  }

  private SeenTypes(SeenTypes other) {
    this.first = other.first;
    this.isCopy = true;
    this.used = Arrays.copyOf(other.used, other.usedCount);
    this.usedCount = other.usedCount;
    this.words = new long[usedCount];
    this.hash = other.hash;
    Arrays.sort(used);
    for (int i = 0; i < usedCount; i++) {
      words[i] = other.words[used[i]];
    }
  }

  /// Removes all numbers.
  void clear() {
    for (int i = 0; i < usedCount; i++) {
      words[used[i]] = 0;
    }
    usedCount = 0;
    hash = 0;
  }

  /// Adds a type number; numbers of JDK types are ignored.
  public void add(int number) {
    int index = number - first;
    if (index < 0) {
      return;
    }
    int word = index >> 6;
    long bit = 1L << index;
    if (word >= words.length || (words[word] & bit) == 0) {
      add(word, bit);
      hash += mixed(index + 1L);
    }
  }

  private void add(int word, long bit) {
    if (word >= words.length) {
      words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
    }
    if (words[word] == 0) {
      if (usedCount == used.length) {
        used = Arrays.copyOf(used, 2 * usedCount);
      }
      used[usedCount] = word;
      usedCount++;
    }
    words[word] |= bit;
  }

  private static long mixed(long value) {
    long product = value * GOLDEN;
    return (product ^ product >>> 32) * GOLDEN;
  }

  public boolean isEmpty() {
    return usedCount == 0;
  }

  /// The numbers in ascending order, relative to the lowest number that is recorded.
  public int[] toArray() {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    int[] numbers = new int[count];
    int next = 0;
    for (int i = 0; i < words.length; i++) {
      int index = isCopy ? used[i] : i;
      for (long left = words[i]; left != 0; left &= left - 1) {
        numbers[next++] = index * Long.SIZE + Long.numberOfTrailingZeros(left);
      }
    }
    return numbers;
  }

  /// An immutable set with the same numbers.
  public SeenTypes copy() {
    return isCopy ? this : new SeenTypes(this);
  }

  /// The memory that a [#copy] takes.
  public int memoryBytes() {
    return usedCount * (Long.BYTES + Integer.BYTES);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof SeenTypes that) || hash != that.hash || usedCount != that.usedCount) {
      return false;
    }
    if (isCopy) {
      return that.isCopy ? isCopyOfSame(that) : that.holds(this);
    }
    return holds(that);
  }

  private boolean isCopyOfSame(SeenTypes copy) {
    return Arrays.equals(used, copy.used) && Arrays.equals(words, copy.words);
  }

  /// Whether another set has the same words in use as this one, whose words are stored by index.
  private boolean holds(SeenTypes that) {
    for (int i = 0; i < that.usedCount; i++) {
      int index = that.used[i];
      if (index >= words.length || words[index] != that.words[that.isCopy ? i : index]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }
}
