// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;

/// Runs a context over long ranges, at least one of which is on the heap: piece by piece, as a
/// stream, through scratch memory. Allocates nothing.
abstract class Pieces {

  /// The length up to which ranges are copied as a whole.
  static final long WHOLE_LENGTH_MAX = 1 << 20;

  /// The length of a piece.
  static final long PIECE_LENGTH = 256 << 10;

  private final ZstdContext context;
  private long written;

  /// @param context the context, which must have begun a frame or a sequence of frames when it is
  ///   run
  Pieces(ZstdContext context) {
    this.context = context;
  }

  /// Returns whether ranges are so long that they are processed in pieces.
  ///
  /// @param work the number of bytes to read or to write, whichever is greater
  static boolean isNeeded(MemorySegment source, MemorySegment destination, long work) {
    return work > WHOLE_LENGTH_MAX && !(source.isNative() && destination.isNative());
  }

  /// Returns the directive of the steps of a piece.
  abstract int directive(boolean isLast);

  /// Returns whether the piece is done after a step.
  ///
  /// @param result the result of the step, which is not an error
  /// @param isRead whether all of the piece has been read
  abstract boolean isDone(long result, boolean isRead, boolean isLast);

  /// Returns the error of a step that has not completed the piece; 0 if another step follows.
  abstract long errorOf(boolean hasProgress, boolean isFull);

  /// Processes a range.
  ///
  /// @return bytes written, or an error
  final long run(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long end = offset + length;
    long destinationEnd = destinationOffset + capacity;
    long taken = offset;
    long error;
    written = destinationOffset;
    do {
      if (source.isNative()) {
        taken = end;
        context.sourcePosition(offset);
        error = feed(source, end, true, destination, destinationEnd);
      } else {
        long piece = Math.min(PIECE_LENGTH, end - taken);
        MemorySegment input = context.input.copyOf(source, taken, piece);
        taken += piece;
        context.sourcePosition(0);
        error = feed(input, piece, taken == end, destination, destinationEnd);
      }
    } while (taken < end && error == 0);
    return error != 0 ? error : written - destinationOffset;
  }

  /// Processes one piece, starting at the source position of the context.
  ///
  /// @return 0, or an error
  private long feed(
      MemorySegment input,
      long inputEnd,
      boolean isLast,
      MemorySegment destination,
      long destinationEnd) {
    while (true) {
      long readBefore = context.sourcePosition();
      long writtenBefore = written;
      long result = step(input, inputEnd, directive(isLast), destination, destinationEnd);
      if (ZstdErrors.isError(result)) {
        return result;
      }
      if (isDone(result, context.sourcePosition() == inputEnd, isLast)) {
        return 0;
      }
      boolean hasProgress = context.sourcePosition() != readBefore || written != writtenBefore;
      long error = errorOf(hasProgress, written == destinationEnd);
      if (error != 0) {
        return error;
      }
    }
  }

  private long step(
      MemorySegment input,
      long inputEnd,
      int directive,
      MemorySegment destination,
      long destinationEnd) {
    if (destination.isNative()) {
      context.destinationPosition(written);
      long result = context.step(input, inputEnd, destination, destinationEnd, directive);
      written = context.destinationPosition();
      return result;
    }
    MemorySegment output = context.output.atLeast(PIECE_LENGTH);
    long room = Math.min(PIECE_LENGTH, destinationEnd - written);
    context.destinationPosition(0);
    long result = context.step(input, inputEnd, output, room, directive);
    long produced = context.destinationPosition();
    MemorySegment.copy(output, 0, destination, written, produced);
    written += produced;
    return result;
  }
}
