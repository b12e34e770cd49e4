// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

/// How much of a heap source is copied for each step of a stream.
///
/// A step may take less than it was offered, for want of room in its destination, and is offered
/// the rest again: were that copied whole each time, short destinations would cost the square of
/// the source. So after such a step little is offered, and twice as much after each that took all.
final class Portions {

  private static final long LENGTH_MIN = 1 << 10;

  private long limit = Pieces.PIECE_LENGTH;

  /// Bytes to offer of a source.
  long next(long length) {
    return Math.min(length, limit);
  }

  /// Takes note of what became of an offer.
  void taken(long offered, long taken) {
    limit = taken < offered ? LENGTH_MIN : Math.min(2 * limit, Pieces.PIECE_LENGTH);
  }

  /// Begins another source.
  void reset() {
    limit = Pieces.PIECE_LENGTH;
  }
}
