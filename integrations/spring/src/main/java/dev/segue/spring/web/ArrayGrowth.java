// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import org.springframework.core.io.buffer.DataBufferLimitException;

/// Computes the lengths of arrays that grow as the bytes of a body arrive.
final class ArrayGrowth {
  /// The longest array that JVMs allocate.
  static final int LONGEST = Integer.MAX_VALUE - 8;

  private ArrayGrowth() {}

  /// Returns the length of the array that replaces one that is too short.
  ///
  /// @param length the length of the former array
  /// @param needed the number of bytes that must fit
  /// @param most the known total number of bytes, or the maximum value if unknown
  /// @throws DataBufferLimitException if no array is long enough
  static int grown(int length, long needed, int most) {
    if (needed > LONGEST) {
      throw new DataBufferLimitException(
          "the body takes more than %d bytes, the longest array".formatted(LONGEST));
    }
    return (int) Math.max(needed, Math.min(2L * length, Math.min(most, LONGEST)));
  }
}
