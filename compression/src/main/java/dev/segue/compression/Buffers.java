// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToLongFunction;

/// Implements the methods of [Codec] and [Envelope] that take buffers and arrays.
final class Buffers {

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private Buffers() {}

  static int advance(ByteBuffer source, ByteBuffer destination, long written) {
    int length = Math.toIntExact(written);
    source.position(source.limit());
    destination.position(destination.position() + length);
    return length;
  }

  static MemorySegment slice(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return MemorySegment.ofArray(array).asSlice(offset, length);
  }

  static byte[] compress(Codec codec, MemorySegment source) {
    return collect(
        codec.maxCompressedLength(source.byteSize()), out -> codec.compress(source, out));
  }

  /// Runs a writer on an array of a maximum length, and returns the bytes written.
  static byte[] collect(long maxLength, ToLongFunction<MemorySegment> writer) {
    if (maxLength > LONGEST_ARRAY) {
      throw new IllegalArgumentException(
          "up to %d bytes are needed, but arrays are shorter; use memory segments"
              .formatted(maxLength));
    }
    byte[] out = new byte[(int) maxLength];
    long written = writer.applyAsLong(MemorySegment.ofArray(out));
    return written == out.length ? out : Arrays.copyOf(out, Math.toIntExact(written));
  }

  static byte[] decompress(Codec codec, MemorySegment source, int maxLength) {
    long stated = Allocations.statedLength(codec, source, maxLength);
    long length = Allocations.firstLength(stated, source.byteSize(), maxLength);
    while (true) {
      byte[] out = new byte[(int) length];
      try {
        long written = codec.decompress(source, MemorySegment.ofArray(out));
        return written == out.length ? out : Arrays.copyOf(out, (int) written);
      } catch (CompressionException e) {
        length = Allocations.nextLength(e, length, stated, maxLength);
      }
    }
  }
}
