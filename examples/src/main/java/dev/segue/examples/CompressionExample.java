// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Compression with zstd from segment to segment, and the errors it reports. See
/// [CompressionQuickStart] for the first steps.
final class CompressionExample {

  private CompressionExample() {}

  public static void main(String[] args) {
    String text = "the quick brown fox jumps over the lazy dog, ".repeat(200);
    // Immutable and thread-safe.
    Codec zstd = Codec.zstd(3);

    try (Arena arena = Arena.ofConfined()) {
      // Native and heap memory can be mixed.
      MemorySegment source = MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
      MemorySegment compressed = zstd.compress(source, arena);
      System.out.printf("%d bytes became %d%n", source.byteSize(), compressed.byteSize());

      // The bound is the maximum that this program accepts, regardless of the length stated in the
      // source.
      MemorySegment restored = zstd.decompress(compressed, 1 << 20, arena);
      System.out.println("Restored and equal: " + (source.mismatch(restored) == -1));

      try {
        zstd.decompress(compressed, arena.allocate(10));
      } catch (CompressionException e) {
        System.out.println(e.kind() + ": " + e.getMessage());
      }
      try {
        zstd.decompress(compressed.asSlice(0, compressed.byteSize() - 1), restored);
      } catch (CompressionException e) {
        System.out.println(e.kind() + ": " + e.getMessage());
      }
    }
  }
}
