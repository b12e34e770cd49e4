// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.deflate.GzipMember;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.Deflater;

/// gzip: libdeflate for whole segments, the JDK for streams.
///
/// @param level 0, not compressed, to 12, strongest
record GzipCodec(int level) implements Codec {

  static final int DEFAULT_LEVEL = 6;

  private static final int AGAIN_LENGTH = 32 << 10;

  static GzipCodec ofLevel(int level) {
    if (level < 0 || level > GzipMember.LEVEL_MAX) {
      throw new IllegalArgumentException(
          "level=%d is not between 0 and %d".formatted(level, GzipMember.LEVEL_MAX));
    }
    NativeLibraries.DEFLATE.require();
    return new GzipCodec(level);
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    SegmentChecks.ranges(source, offset, length, destination, destinationOffset, capacity);
    return GzipMember.compress(
        level, source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    SegmentChecks.ranges(source, offset, length, destination, destinationOffset, capacity);
    try {
      return GzipMember.decompress(
          source, offset, length, destination, destinationOffset, capacity);
    } catch (CompressionException e) {
      throw e.kind() == Kind.MALFORMED_INPUT && isChecksumWrong(source, e.offset(), offset + length)
          ? GzipInputStream.checksumMismatch(e.offset())
          : e;
    }
  }

  /// Whether the checksum is all that is wrong with the first member of a range. libdeflate does
  /// not report that, so the member is read once more.
  private static boolean isChecksumWrong(MemorySegment source, long offset, long end) {
    byte[] content = new byte[AGAIN_LENGTH];
    try (InputStream in =
        new GzipInputStream(new SegmentInputStream(source, offset, end), Long.MAX_VALUE)) {
      while (in.read(content) >= 0) {
        // until it fails
      }
    } catch (CompressionIOException e) {
      CompressionException flaw = e.getCause();
      return flaw.kind() == Kind.CHECKSUM_MISMATCH && flaw.offset() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // which memory does not throw
    }
    return false;
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, GzipMember.bound(sourceLength));
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return SegmentChecks.unstated(source);
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return new GzipOutputStream(out, Math.min(level, Deflater.BEST_COMPRESSION));
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new GzipInputStream(in, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.GZIP;
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.DEFLATE.require().describe();
  }

  @Override
  public String toString() {
    return "Codec.gzip(" + level + ")";
  }
}
