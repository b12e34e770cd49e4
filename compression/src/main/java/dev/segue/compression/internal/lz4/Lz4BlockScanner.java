// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.Signatures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Walks the sequences of an LZ4 block without writing content, to find the first invalid one.
///
/// ```text
/// sequence  token (1): literal length 4 bits | match length - 4, 4 bits
///           [if 15: more literal length, bytes of 255 and a smaller one] literals
///           offset (2, little-endian) [more match length, in the same way]
/// last one  token and literals only
/// ```
final class Lz4BlockScanner {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int LONG_LENGTH = 15;
  private static final int MATCH_LENGTH_MIN = 4;

  private final MemorySegment source;
  private final long start;
  private final long end;
  private long position;

  private Lz4BlockScanner(MemorySegment source, long start, long end) {
    this.source = source;
    this.start = start;
    this.position = start;
    this.end = end;
  }

  /// Returns the content length of a block.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` and the offset
  static long contentLength(MemorySegment source, long start, long end) {
    return new Lz4BlockScanner(source, start, end).scan();
  }

  private long scan() {
    long content = 0;
    while (true) {
      long sequence = position;
      int token = u8(sequence);
      long literals = length(token >>> 4, sequence);
      if (literals > end - position) {
        throw malformed("literals that exceed the block", sequence);
      }
      position += literals;
      content += literals;
      if (position == end) {
        return content;
      }
      if (end - position < 2) {
        throw malformed("truncated match offset", position);
      }
      int offset = source.get(SHORT, position) & 0xFFFF;
      if (offset == 0 || offset > content) {
        throw malformed("match offset before the start of the content", position);
      }
      position += 2;
      content += length(token & LONG_LENGTH, sequence) + MATCH_LENGTH_MIN;
    }
  }

  private int u8(long sequence) {
    if (position >= end) {
      throw malformed("truncated sequence", sequence);
    }
    return source.get(ValueLayout.JAVA_BYTE, position++) & 0xFF;
  }

  private long length(int nibble, long sequence) {
    long length = nibble;
    if (nibble == LONG_LENGTH) {
      int next;
      do {
        next = u8(sequence);
        length += next;
      } while (next == 255);
    }
    return length;
  }

  private CodecFailure malformed(String flaw, long offset) {
    return new CodecFailure(
        Reason.MALFORMED_INPUT,
        "malformed LZ4 block at offset=%d: %s%s"
            .formatted(offset, flaw, Signatures.hint(source, start, end)),
        offset);
  }
}
