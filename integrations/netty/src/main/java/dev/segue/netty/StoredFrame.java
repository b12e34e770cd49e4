// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import io.netty.buffer.ByteBuf;

/// A zstd frame whose content is not compressed: a header with the length of the content, and raw
/// blocks (RFC 8878, sections 3.1.1.1 and 3.1.1.2). Every zstd decoder reads it.
final class StoredFrame {

  private static final int MAGIC = 0xFD2FB528;

  /// The content is a single segment: there is no window descriptor, and the length of the content
  /// has one byte unless another size is set.
  private static final int SINGLE_SEGMENT = 1 << 5;

  private static final int LENGTH_OF_TWO_BYTES = 1 << 6;
  private static final int LENGTH_OF_FOUR_BYTES = 2 << 6;

  /// A two-byte length is stored minus this number.
  private static final int LEAST_OF_TWO_BYTES = 1 << 8;

  private static final int MAX_BLOCK_BYTES = 1 << 17;
  private static final int BLOCK_HEADER_BYTES = 3;
  private static final int MAX_HEADER_BYTES = Integer.BYTES + 1 + Integer.BYTES;
  private static final int LAST_BLOCK = 1;

  /// The size of a block is stored after its type and the flag of the last block.
  private static final int SIZE_SHIFT = 3;

  private StoredFrame() {}

  /// Returns the maximum frame length for content of a given length.
  static long maxLength(int content) {
    return MAX_HEADER_BYTES
        + (long) content
        + BLOCK_HEADER_BYTES * (content / (long) MAX_BLOCK_BYTES + 1);
  }

  /// Writes a frame.
  ///
  /// @param content the content: all readable bytes of the buffer, at least one
  static void write(ByteBuf content, ByteBuf out) {
    putHeader(content.readableBytes(), out);
    while (content.isReadable()) {
      int size = Math.min(content.readableBytes(), MAX_BLOCK_BYTES);
      int last = size == content.readableBytes() ? LAST_BLOCK : 0;
      out.writeMediumLE(size << SIZE_SHIFT | last);
      out.writeBytes(content, size);
    }
  }

  private static void putHeader(int length, ByteBuf out) {
    out.writeIntLE(MAGIC);
    if (length < LEAST_OF_TWO_BYTES) {
      out.writeByte(SINGLE_SEGMENT).writeByte(length);
    } else if (length - LEAST_OF_TWO_BYTES < 1 << Short.SIZE) {
      out.writeByte(SINGLE_SEGMENT | LENGTH_OF_TWO_BYTES).writeShortLE(length - LEAST_OF_TWO_BYTES);
    } else {
      out.writeByte(SINGLE_SEGMENT | LENGTH_OF_FOUR_BYTES).writeIntLE(length);
    }
  }
}
