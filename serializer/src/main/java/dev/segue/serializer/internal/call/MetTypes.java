// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The numbers of the registered classes that a payload names in type references: a set with a hash
/// that does not depend on their order. Reused, so that noting a class allocates nothing: only a
/// [#copy] may be the key of a map.
public final class MetTypes {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final int FIRST_WORDS = 8;

  private final int first;

  /// A bit for each number, from number `first + 64 * base` on.
  private long[] words;

  private final int base;

  /// Words outside `begin` (inclusive) and `end` (exclusive) are zero.
  private int begin;

  private int end;
  private long hash;

  /// @param first the lowest number that is noted
  public MetTypes(int first) {
    this.first = first;
    this.words = new long[FIRST_WORDS];
    this.base = 0;
  }

  private MetTypes(MetTypes other) {
    this.first = other.first;
    this.words = Arrays.copyOfRange(other.words, other.begin - other.base, other.end - other.base);
    this.base = other.begin;
    this.begin = other.begin;
    this.end = other.end;
    this.hash = other.hash;
  }

  /// Removes all numbers.
  void clear() {
    Arrays.fill(words, begin, end, 0);
    begin = 0;
    end = 0;
    hash = 0;
  }

  /// Adds a type number; those of the JDK are ignored.
  public void add(int number) {
    int index = number - first;
    if (index < 0) {
      return;
    }
    int word = index >> 6;
    if (word < begin || word >= end) {
      use(word);
    }
    long bit = 1L << index;
    if ((words[word] & bit) == 0) {
      words[word] |= bit;
      hash += mixed(index + 1L);
    }
  }

  private void use(int word) {
    if (word >= words.length) {
      words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
    }
    begin = isEmpty() ? word : Math.min(begin, word);
    end = Math.max(end, word + 1);
  }

  private static long mixed(long value) {
    long product = value * GOLDEN;
    return (product ^ product >>> 32) * GOLDEN;
  }

  public boolean isEmpty() {
    return end == 0;
  }

  /// The numbers, each less the lowest that is noted.
  public int[] toArray() {
    int count = 0;
    for (int i = begin; i < end; i++) {
      count += Long.bitCount(words[i - base]);
    }
    int[] numbers = new int[count];
    int next = 0;
    for (int i = begin; i < end; i++) {
      for (long left = words[i - base]; left != 0; left &= left - 1) {
        numbers[next++] = i * Long.SIZE + Long.numberOfTrailingZeros(left);
      }
    }
    return numbers;
  }

  /// A set with the same numbers, which stays as it is.
  public MetTypes copy() {
    return new MetTypes(this);
  }

  /// The memory of a [#copy].
  public int memoryBytes() {
    return (end - begin) * Long.BYTES;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MetTypes that
        && hash == that.hash
        && begin == that.begin
        && Arrays.equals(
            words, begin - base, end - base, that.words, begin - that.base, that.end - that.base);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }
}
