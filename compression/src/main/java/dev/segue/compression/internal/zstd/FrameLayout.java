// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The parts of the zstd frame format (RFC 8878) that are parsed without libzstd. Little-endian.
///
/// ```text
/// frame       magic FD2FB528 (4) | descriptor (1) | window (0-1) | dictionary id (0,1,2,4)
///             | content size (0,1,2,4,8) | blocks | checksum (0 or 4)
/// descriptor  bits 7-6: content size form | 5: single segment | 3: reserved, zero
///             | 2: checksum | 1-0: dictionary id form
/// block       header (3): bit 0: last | bits 2-1: type | bits 23-3: size; then its bytes
/// skippable   magic 184D2A50..5F (4) | length (4) | bytes
/// ```
final class FrameLayout {

  static final int MAGIC = 0xFD2FB528;
  static final int MAGIC_LENGTH = 4;
  static final int SKIPPABLE_MAGIC = 0x184D2A50;
  static final int SKIPPABLE_MASK = 0xFFFFFFF0;
  static final int SKIPPABLE_HEADER_LENGTH = 8;
  static final int FRAME_HEADER_LENGTH_MAX = 18;
  static final int BLOCK_HEADER_LENGTH = 3;
  static final int CHECKSUM_LENGTH = 4;
  static final int BLOCK_LENGTH_MAX = 128 << 10;

  static final int BLOCK_RAW = 0;
  static final int BLOCK_RLE = 1;
  static final int BLOCK_COMPRESSED = 2;
  static final int BLOCK_RESERVED = 3;

  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private FrameLayout() {}

  static int u8(MemorySegment source, long offset) {
    return source.get(BYTE, offset) & 0xFF;
  }

  static int u16(MemorySegment source, long offset) {
    return source.get(SHORT, offset) & 0xFFFF;
  }

  static int u24(MemorySegment source, long offset) {
    return u16(source, offset) | u8(source, offset + 2) << 16;
  }

  static int i32(MemorySegment source, long offset) {
    return source.get(INT, offset);
  }

  static long u32(MemorySegment source, long offset) {
    return source.get(INT, offset) & 0xFFFFFFFFL;
  }

  static long i64(MemorySegment source, long offset) {
    return source.get(LONG, offset);
  }

  static boolean isSkippable(int magic) {
    return (magic & SKIPPABLE_MASK) == SKIPPABLE_MAGIC;
  }

  /// Returns whether a skippable frame may start with this byte.
  static boolean isFirstOfSkippable(int first) {
    return (first & 0xF0) == (SKIPPABLE_MAGIC & 0xF0);
  }

  static boolean isSingleSegment(int descriptor) {
    return (descriptor & 0x20) != 0;
  }

  static boolean hasReservedBit(int descriptor) {
    return (descriptor & 0x08) != 0;
  }

  static boolean hasChecksum(int descriptor) {
    return (descriptor & 0x04) != 0;
  }

  static int windowLength(int descriptor) {
    return isSingleSegment(descriptor) ? 0 : 1;
  }

  static int dictionaryIdLength(int descriptor) {
    int form = descriptor & 0x03;
    return form == 3 ? 4 : form;
  }

  static int contentSizeLength(int descriptor) {
    int form = descriptor >>> 6;
    return form == 0 ? (isSingleSegment(descriptor) ? 1 : 0) : 1 << form;
  }

  /// Returns the length of a header with this descriptor, without the magic number.
  static int headerLength(int descriptor) {
    return 1
        + windowLength(descriptor)
        + dictionaryIdLength(descriptor)
        + contentSizeLength(descriptor);
  }

  /// Returns the content size in the header whose descriptor is at an offset; -1 if it has none.
  /// Sizes of 2^63 and more, which do not fit in memory, are also negative.
  static long contentSize(MemorySegment source, long header, int descriptor) {
    int length = contentSizeLength(descriptor);
    long field = header + headerLength(descriptor) - length;
    return switch (length) {
      case 0 -> -1;
      case 1 -> u8(source, field);
      case 2 -> u16(source, field) + 256;
      case 4 -> u32(source, field);
      default -> i64(source, field);
    };
  }

  /// Returns the window size that a window descriptor states.
  static long windowSize(int windowDescriptor) {
    long base = 1L << (10 + (windowDescriptor >>> 3));
    return base + base / 8 * (windowDescriptor & 7);
  }

  /// Returns the window size of the frame whose descriptor is at an offset.
  static long windowSize(MemorySegment source, long header, int descriptor) {
    return isSingleSegment(descriptor)
        ? contentSize(source, header, descriptor)
        : windowSize(u8(source, header + 1));
  }

  /// Returns the dictionary id of the frame whose descriptor is at an offset; 0 if it has none.
  static int dictionaryId(MemorySegment source, long header, int descriptor) {
    long field = header + 1 + windowLength(descriptor);
    return switch (dictionaryIdLength(descriptor)) {
      case 0 -> 0;
      case 1 -> u8(source, field);
      case 2 -> u16(source, field);
      default -> i32(source, field);
    };
  }
}
