// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.snappy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.Signatures;
import java.lang.foreign.MemorySegment;

/// The Snappy block format: the content length in groups of 7 bits, then literals and copies.
final class SnappyBlock {

  /// The maximum content length that the length field can state.
  static final long CONTENT_LENGTH_MAX = 0xFFFFFFFFL;

  private static final int LENGTH_FIELD_MAX = 5;

  private SnappyBlock() {}

  /// Returns the maximum length of a block (`snappy_max_compressed_length`).
  static long bound(long length) {
    return 32 + length + length / 6;
  }

  /// Returns the content length that a block states.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` or `UNSUPPORTED`, and the offset
  static long contentLength(MemorySegment source, long offset, long length) {
    if (length > 0 && source.get(JAVA_BYTE, offset) < 0) {
      requireUnframed(source, offset, offset + length);
    }
    long content = 0;
    for (int i = 0; i < LENGTH_FIELD_MAX; i++) {
      if (i == length) {
        throw new CodecFailure(
            Reason.MALFORMED_INPUT,
            "the Snappy block ends within its length field, at offset=" + (offset + i),
            offset + i);
      }
      int group = source.get(JAVA_BYTE, offset + i) & 0xFF;
      content |= (long) (group & 0x7F) << (7 * i);
      if (group < 0x80 && content <= CONTENT_LENGTH_MAX) {
        requirePossible(content, length - i - 1, offset);
        return content;
      }
    }
    throw new CodecFailure(
        Reason.MALFORMED_INPUT,
        "the length field of the Snappy block at offset=%d has more than 32 bits".formatted(offset),
        offset);
  }

  /// Checks that the source does not start like a stream of framed blocks, since no block does.
  /// Both kinds of streams start with a byte above 127.
  private static void requireUnframed(MemorySegment source, long offset, long end) {
    if (Signatures.isFramedSnappy(source, offset, end)) {
      throw new CodecFailure(
          Reason.UNSUPPORTED,
          "the Snappy input at offset=%d is a stream of framed blocks, which is not supported: only single blocks are"
              .formatted(offset),
          offset);
    }
  }

  /// Checks that the body can encode the content: a copy of 64 bytes takes 3 bytes.
  private static void requirePossible(long content, long bodyLength, long offset) {
    if (content > bodyLength * 64 / 3) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "the Snappy block at offset=%d states %d bytes of content, more than its %d bytes can encode"
              .formatted(offset, content, bodyLength),
          offset);
    }
  }
}
