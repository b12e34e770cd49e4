// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.codec;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;
import java.util.Objects;

/// Allocates the results of codecs, and chooses the size for content whose length is unknown or
/// implausible.
public final class Allocations {

  /// The length up to which a stated length is always plausible.
  private static final long BELIEVED_LENGTH = 1 << 20;

  /// The multiple of the source length up to which a greater stated length is plausible.
  private static final long BELIEVED_RATIO = 1024;

  private static final long FIRST_LENGTH_MIN = 64 << 10;

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private Allocations() {}

  /// Compresses a segment into memory of an allocator.
  public static MemorySegment compress(
      CheckedCodec codec, MemorySegment source, SegmentAllocator allocator) {
    Objects.requireNonNull(allocator, "allocator");
    long length = source.byteSize();
    MemorySegment out = allocator.allocate(codec.maxCompressedLength(length));
    return out.asSlice(0, codec.compress(source, 0, length, out, 0, out.byteSize()));
  }

  /// Compresses a segment into an array.
  public static byte[] compress(CheckedCodec codec, MemorySegment source) {
    long length = source.byteSize();
    byte[] out = new byte[arrayLength(codec.maxCompressedLength(length))];
    return firstOf(
        out, codec.compress(source, 0, length, MemorySegment.ofArray(out), 0, out.length));
  }

  /// Decompresses a segment into memory of an allocator.
  ///
  /// @param maxLength the longest content to accept
  public static MemorySegment decompress(
      CheckedCodec codec, MemorySegment source, long maxLength, SegmentAllocator allocator) {
    Objects.requireNonNull(allocator, "allocator");
    long stated = statedLength(codec, source, maxLength);
    long sourceLength = source.byteSize();
    long length = firstLength(stated, sourceLength, maxLength);
    if (length == stated) {
      MemorySegment out = allocator.allocate(stated);
      return out.asSlice(0, codec.decompress(source, 0, sourceLength, out, 0, out.byteSize()));
    }
    while (true) {
      // Not from the allocator, since an arena would keep the memory of each attempt until it is
      // closed.
      MemorySegment attempt = NativeMemory.allocate(length);
      try {
        long written = codec.decompress(source, 0, sourceLength, attempt, 0, length);
        MemorySegment out = allocator.allocate(written);
        MemorySegment.copy(attempt, 0, out, 0, written);
        return out;
      } catch (CodecFailure e) {
        length = nextLength(e, length, stated, maxLength);
      } finally {
        NativeMemory.free(attempt);
      }
    }
  }

  /// Decompresses a segment into an array.
  ///
  /// @param maxLength the longest content to accept
  public static byte[] decompress(CheckedCodec codec, MemorySegment source, int maxLength) {
    long stated = statedLength(codec, source, maxLength);
    long sourceLength = source.byteSize();
    long length = firstLength(stated, sourceLength, maxLength);
    while (true) {
      byte[] out = new byte[(int) length];
      try {
        return firstOf(
            out,
            codec.decompress(source, 0, sourceLength, MemorySegment.ofArray(out), 0, out.length));
      } catch (CodecFailure e) {
        length = nextLength(e, length, stated, maxLength);
      }
    }
  }

  /// Checks that an array can have a length.
  ///
  /// @throws IllegalArgumentException if it cannot
  public static int arrayLength(long length) {
    if (length > LONGEST_ARRAY) {
      throw new IllegalArgumentException(
          "up to %d bytes are needed, but arrays are shorter; use memory segments"
              .formatted(length));
    }
    return (int) length;
  }

  /// Returns the first bytes of an array, or the array itself if it has no more.
  public static byte[] firstOf(byte[] bytes, long length) {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, Math.toIntExact(length));
  }

  private static long statedLength(CheckedCodec codec, MemorySegment source, long maxLength) {
    SegmentChecks.limit("maxLength", maxLength);
    long stated = codec.contentLength(source);
    if (stated > maxLength) {
      throw exceeded(maxLength, "the source states " + stated);
    }
    return stated;
  }

  /// Returns the size of the first attempt: the stated length if it is plausible.
  private static long firstLength(long stated, long sourceLength, long maxLength) {
    if (stated >= 0 && (stated <= BELIEVED_LENGTH || stated / BELIEVED_RATIO <= sourceLength)) {
      return stated;
    }
    long most = stated >= 0 ? stated : maxLength;
    return Math.min(most, Math.max(FIRST_LENGTH_MIN, 4 * sourceLength));
  }

  /// Returns the size of the next attempt after a failed one.
  ///
  /// @throws CodecFailure the failure, if more room does not help; or with reason `LIMIT_EXCEEDED`
  private static long nextLength(CodecFailure failure, long length, long stated, long maxLength) {
    if (failure.reason() != Reason.DESTINATION_TOO_SMALL || length == stated) {
      throw failure;
    }
    if (length == maxLength) {
      throw exceeded(maxLength, "there is more");
    }
    long most = stated >= 0 ? stated : maxLength;
    return length > most / 2 ? most : 2 * length;
  }

  private static CodecFailure exceeded(long maxLength, String actual) {
    return new CodecFailure(
        Reason.LIMIT_EXCEEDED,
        "the content is longer than maxLength=%d: %s".formatted(maxLength, actual));
  }
}
