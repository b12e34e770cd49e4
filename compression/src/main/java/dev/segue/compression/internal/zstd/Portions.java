// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

/// Limits the part of a heap source that is copied for each step of a stream.
///
/// A step reads only a part of its input if its destination is full, and the rest is copied again
/// for the next step. With short destinations, copying the whole rest each time would take
/// quadratic time. So the limit is small after such a step, and doubles after each step that reads
/// all of its input.
final class Portions {

  private static final long LENGTH_MIN = 1 << 10;

  private long limit = Pieces.PIECE_LENGTH;

  /// Returns the number of source bytes to copy for the next step.
  long next(long length) {
    return Math.min(length, limit);
  }

  /// Records the number of input bytes that a step has read.
  void taken(long offered, long taken) {
    limit = taken < offered ? LENGTH_MIN : Math.min(2 * limit, Pieces.PIECE_LENGTH);
  }

  /// Begins a new source.
  void reset() {
    limit = Pieces.PIECE_LENGTH;
  }
}
