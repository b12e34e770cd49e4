// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/// The forms of [Codec]'s methods that take buffers and arrays, the same for every codec.
final class Buffers {

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;
  private static final int FIRST_GUESS_MIN = 64 << 10;

  private Buffers() {}

  static int advance(ByteBuffer source, ByteBuffer destination, long written) {
    int length = Math.toIntExact(written);
    source.position(source.limit());
    destination.position(destination.position() + length);
    return length;
  }

  static byte[] compress(Codec codec, byte[] source) {
    return collect(
        codec.maxCompressedLength(source.length),
        out -> codec.compress(MemorySegment.ofArray(source), out));
  }

  /// What a writer writes into an array of some length, cut to what it wrote.
  static byte[] collect(long maxLength, ToLongFunction<MemorySegment> writer) {
    if (maxLength > LONGEST_ARRAY) {
      throw new IllegalArgumentException(
          "an array of %d bytes may be needed, which can't be".formatted(maxLength));
    }
    byte[] out = new byte[(int) maxLength];
    long written = writer.applyAsLong(MemorySegment.ofArray(out));
    return written == out.length ? out : Arrays.copyOf(out, Math.toIntExact(written));
  }

  static byte[] decompress(Codec codec, byte[] source, int maxLength) {
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength=" + maxLength + " is negative");
    }
    MemorySegment compressed = MemorySegment.ofArray(source);
    long stated = codec.decompressedLength(compressed);
    if (stated > maxLength) {
      throw exceeded(maxLength, "the source states " + stated);
    }
    long guess =
        stated >= 0 ? stated : Math.min(maxLength, Math.max(FIRST_GUESS_MIN, 4L * source.length));
    while (true) {
      byte[] out = new byte[(int) guess];
      try {
        long length = codec.decompress(compressed, MemorySegment.ofArray(out));
        return length == out.length ? out : Arrays.copyOf(out, (int) length);
      } catch (CompressionException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL || stated >= 0) {
          throw e;
        }
        if (guess == maxLength) {
          throw exceeded(maxLength, "there is more");
        }
        guess = Math.min(maxLength, 2 * guess);
      }
    }
  }

  private static CompressionException exceeded(int maxLength, String actual) {
    return new CompressionException(
        Kind.LIMIT_EXCEEDED,
        "the content may be maxLength=%d bytes long, %s".formatted(maxLength, actual));
  }
}
