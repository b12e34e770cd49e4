// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Identifies the format of an input by its first bytes, for the error of a codec for another
/// format.
public final class Signatures {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int ZSTD = 0xFD2FB528;
  private static final int ZSTD_LEGACY_FIRST = 0xFD2FB522;
  private static final int ZSTD_LEGACY_LAST = 0xFD2FB527;
  private static final int ZSTD_OLDEST = 0x1EB52FFD; // big-endian in the input
  private static final int LZ4 = 0x184D2204;
  private static final int LZ4_LEGACY = 0x184C2102;
  private static final int GZIP = 0x8B1F;
  private static final int ZLIB_METHOD = 0x78; // DEFLATE with a window of 32 KiB
  private static final int ZLIB_DICTIONARY = 0x20;
  private static final int ZLIB_MODULUS = 31;

  private static final byte[] SNAPPY_FRAMED = bytes("\u00FF\u0006\0\0sNaPpY");
  private static final byte[] SNAPPY_JAVA = bytes("\u0082SNAPPY\0");
  private static final byte[] LZ4_JAVA = bytes("LZ4Block");
  private static final byte[] XZ = bytes("\u00FD7zXZ\0");
  private static final byte[] BZIP2 = bytes("BZh");

  private Signatures() {}

  private static byte[] bytes(String latin) {
    return latin.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Returns an addition to a message, such as `; it begins like gzip`; empty for an unknown
  /// format.
  ///
  /// @param end the end of the input in the segment
  public static String hint(MemorySegment source, long offset, long end) {
    String name = name(source, offset, end);
    return name.isEmpty() ? "" : "; it begins like " + name;
  }

  private static String name(MemorySegment source, long offset, long end) {
    if (isZstdLegacy(source, offset, end)) {
      return "zstd 0.7 or older";
    }
    if (isLz4Legacy(source, offset, end)) {
      return "a legacy LZ4 frame";
    }
    int magic = end - offset >= Integer.BYTES ? source.get(INT, offset) : 0;
    if (magic == ZSTD) {
      return "zstd";
    }
    if (magic == LZ4) {
      return "an LZ4 frame";
    }
    if (isGzip(source, offset, end)) {
      return "gzip";
    }
    if (isFramedSnappy(source, offset, end)) {
      return "framed Snappy";
    }
    return nameOfText(source, offset, end);
  }

  private static String nameOfText(MemorySegment source, long offset, long end) {
    if (startsWith(source, offset, end, LZ4_JAVA)) {
      return "the LZ4BlockOutputStream of lz4-java";
    }
    if (startsWith(source, offset, end, XZ)) {
      return "xz";
    }
    return startsWith(source, offset, end, BZIP2) ? "bzip2" : "";
  }

  /// Returns whether an input begins like a frame of zstd 0.1 to 0.7.
  public static boolean isZstdLegacy(MemorySegment source, long offset, long end) {
    if (end - offset < Integer.BYTES) {
      return false;
    }
    int magic = source.get(INT, offset);
    return magic == ZSTD_OLDEST || (magic >= ZSTD_LEGACY_FIRST && magic <= ZSTD_LEGACY_LAST);
  }

  /// Returns whether an input begins like the frames of `lz4 -l` and of Linux kernels.
  public static boolean isLz4Legacy(MemorySegment source, long offset, long end) {
    return end - offset >= Integer.BYTES && source.get(INT, offset) == LZ4_LEGACY;
  }

  /// Returns whether an input begins like a gzip member.
  public static boolean isGzip(MemorySegment source, long offset, long end) {
    return end - offset >= 2 && (u8(source, offset) | u8(source, offset + 1) << 8) == GZIP;
  }

  /// Returns whether an input begins like a zlib stream without a dictionary.
  public static boolean isZlib(MemorySegment source, long offset, long end) {
    if (end - offset < 2 || u8(source, offset) != ZLIB_METHOD) {
      return false;
    }
    int flags = u8(source, offset + 1);
    return (flags & ZLIB_DICTIONARY) == 0 && (ZLIB_METHOD << 8 | flags) % ZLIB_MODULUS == 0;
  }

  /// Returns whether an input begins like Snappy's framing format, or like the format of
  /// snappy-java.
  public static boolean isFramedSnappy(MemorySegment source, long offset, long end) {
    return startsWith(source, offset, end, SNAPPY_FRAMED)
        || startsWith(source, offset, end, SNAPPY_JAVA);
  }

  private static boolean startsWith(MemorySegment source, long offset, long end, byte[] prefix) {
    if (end - offset < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (source.get(ValueLayout.JAVA_BYTE, offset + i) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  private static int u8(MemorySegment source, long offset) {
    return source.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
  }
}
