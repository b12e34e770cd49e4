// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Objects;

/// The forms of [Codec]'s methods that allocate the segment they return, and how much is allocated
/// for content whose length is not known, or not to be believed.
final class Allocations {

  /// Up to this length, what a source states is allocated without further thought.
  private static final long BELIEVED_LENGTH = 1 << 20;

  /// Beyond it, up to this many times the length of the source.
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
      // Not of the allocator: an arena would keep each attempt until it is closed.
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

  /// The length that a source states, which is not beyond the bound; -1 when it states none.
  static long statedLength(Codec codec, MemorySegment source, long maxLength) {
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength=" + maxLength + " is negative");
    }
    long stated = codec.decompressedLength(source);
    if (stated > maxLength) {
      throw exceeded(maxLength, "the source states " + stated);
    }
    return stated;
  }

  /// How much to allocate for a first attempt: the stated length if it is to be believed.
  static long firstLength(long stated, long sourceLength, long maxLength) {
    if (stated >= 0 && (stated <= BELIEVED_LENGTH || stated / BELIEVED_RATIO <= sourceLength)) {
      return stated;
    }
    long most = stated >= 0 ? stated : maxLength;
    return Math.min(most, Math.max(FIRST_LENGTH_MIN, 4 * sourceLength));
  }

  /// How much to allocate after an attempt has failed.
  ///
  /// @throws CompressionException the failure, if more room is no remedy; or of kind
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
        "the content may be maxLength=%d bytes long, %s".formatted(maxLength, actual));
  }
}
