// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Objects;

/// Implements the methods of [Codec] that allocate their result, and decides how much to allocate
/// for content whose length is unknown or implausible.
final class Allocations {

  /// Stated lengths up to this one are always plausible.
  private static final long BELIEVED_LENGTH = 1 << 20;

  /// Greater ones are plausible up to this multiple of the source length.
  private static final long BELIEVED_RATIO = 1024;

  private static final long FIRST_LENGTH_MIN = 64 << 10;

  private Allocations() {}

  static MemorySegment compress(Codec codec, MemorySegment source, SegmentAllocator allocator) {
    Objects.requireNonNull(allocator, "allocator");
    MemorySegment out = allocator.allocate(codec.maxCompressedLength(source.byteSize()));
    return out.asSlice(0, codec.compress(source, out));
  }

  static MemorySegment decompress(
      Codec codec, MemorySegment source, long maxLength, SegmentAllocator allocator) {
    Objects.requireNonNull(allocator, "allocator");
    long stated = statedLength(codec, source, maxLength);
    long length = firstLength(stated, source.byteSize(), maxLength);
    if (length == stated) {
      MemorySegment out = allocator.allocate(stated);
      return out.asSlice(0, codec.decompress(source, out));
    }
    while (true) {
      // Not from the allocator: an arena would keep each attempt until it is closed.
      MemorySegment attempt = allocate(length);
      try {
        long written = codec.decompress(source, 0, source.byteSize(), attempt, 0, length);
        MemorySegment out = allocator.allocate(written);
        MemorySegment.copy(attempt, 0, out, 0, written);
        return out;
      } catch (CompressionException e) {
        length = nextLength(e, length, stated, maxLength);
      } finally {
        NativeMemory.free(attempt);
      }
    }
  }

  private static MemorySegment allocate(long length) {
    return FailureTranslation.get(() -> NativeMemory.allocate(length));
  }

  /// Returns the content length that a source states; -1 if it states none.
  static long statedLength(Codec codec, MemorySegment source, long maxLength) {
    SegmentChecks.limit("maxLength", maxLength);
    long stated = codec.decompressedLength(source);
    if (stated > maxLength) {
      throw exceeded(maxLength, "the source states " + stated);
    }
    return stated;
  }

  /// Returns how much to allocate for the first attempt: the stated length if it is plausible.
  static long firstLength(long stated, long sourceLength, long maxLength) {
    if (stated >= 0 && (stated <= BELIEVED_LENGTH || stated / BELIEVED_RATIO <= sourceLength)) {
      return stated;
    }
    long most = stated >= 0 ? stated : maxLength;
    return Math.min(most, Math.max(FIRST_LENGTH_MIN, 4 * sourceLength));
  }

  /// Returns how much to allocate after an attempt has failed.
  ///
  /// @throws CompressionException the failure, if more room does not help; or of kind
  ///   `LIMIT_EXCEEDED`
  static long nextLength(CompressionException failure, long length, long stated, long maxLength) {
    if (failure.kind() != Kind.DESTINATION_TOO_SMALL || length == stated) {
      throw failure;
    }
    if (length == maxLength) {
      throw exceeded(maxLength, "there is more");
    }
    long most = stated >= 0 ? stated : maxLength;
    return length > most / 2 ? most : 2 * length;
  }

  private static CompressionException exceeded(long maxLength, String actual) {
    return new CompressionException(
        Kind.LIMIT_EXCEEDED,
        "the content is longer than maxLength=%d: %s".formatted(maxLength, actual));
  }
}
