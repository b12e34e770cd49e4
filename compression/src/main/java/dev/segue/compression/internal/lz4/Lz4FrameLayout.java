// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The LZ4 frame format, version 1.6.x. Little-endian.
///
/// ```text
/// frame   magic 184D2204 (4) | FLG (1) | BD (1) | content size (0 or 8) | dictionary id (0 or 4)
///         | header checksum (1): xxHash32 of FLG to here, bits 15-8
///         | blocks | end mark 00000000 (4) | content checksum (0 or 4)
/// FLG     bits 7-6: version 01 | 5: independent blocks | 4: block checksums | 3: content size
///         | 2: content checksum | 1: reserved, zero | 0: dictionary id
/// BD      bits 6-4: largest block, 4: 64 KiB, 5: 256 KiB, 6: 1 MiB, 7: 4 MiB | others zero
/// block   length (4), bit 31 set: not compressed | bytes | checksum (0 or 4)
/// ```
final class Lz4FrameLayout {

  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  static final int MAGIC = 0x184D2204;
  static final int SKIPPABLE_MAGIC = 0x184D2A50;
  static final int SKIPPABLE_MASK = 0xFFFFFFF0;
  static final int FLAGS_OFFSET = 4;
  static final int BLOCK_DESCRIPTOR_OFFSET = 5;
  static final int OPTIONAL_OFFSET = 6;
  static final int HEADER_LENGTH_MIN = 7;
  static final int HEADER_LENGTH_MAX = 19;
  static final int HEADER_LENGTH_WRITTEN = 15;
  static final int WINDOW_LENGTH = 64 << 10;
  static final int BLOCK_HEADER_LENGTH = 4;
  static final int DICTIONARY_ID_LENGTH = 4;
  static final int CHECKSUM_LENGTH = 4;

  static final int VERSION_MASK = 0xC0;
  static final int VERSION = 0x40;
  static final int INDEPENDENT = 0x20;
  static final int BLOCK_CHECKSUMS = 0x10;
  static final int CONTENT_SIZE = 0x08;
  static final int CONTENT_CHECKSUM = 0x04;
  static final int RESERVED_FLAG = 0x02;
  static final int DICTIONARY_ID = 0x01;

  static final int BLOCK_DESCRIPTOR_RESERVED = 0x8F;
  static final int STORED_BLOCK = 0x80000000;
  static final int SMALLEST_BLOCK_ID = 4;
  static final int LARGEST_BLOCK_ID = 7;

  private Lz4FrameLayout() {}

  /// Returns the block length of an id, in bytes.
  static long blockLength(int id) {
    return 1L << (8 + 2 * id);
  }

  /// Returns the smallest id whose block can hold all content, or the largest id.
  static int blockIdFor(long contentLength) {
    int id = SMALLEST_BLOCK_ID;
    while (id < LARGEST_BLOCK_ID && blockLength(id) < contentLength) {
      id++;
    }
    return id;
  }
}
