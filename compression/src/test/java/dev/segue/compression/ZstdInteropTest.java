// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.luben.zstd.Zstd;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.TestData.Kind;
import dev.segue.compression.testing.Tool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Other implementations read Segue's output, and Segue reads theirs.
class ZstdInteropTest {

  private static final int[] LENGTHS = {
    0, 1, 300, TestData.BLOCK - 1, TestData.BLOCK, TestData.BLOCK + 1, 2_500_000
  };

  private final Codec codec = Codec.zstd();

  static List<Arguments> contents() {
    List<Arguments> contents = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int length : LENGTHS) {
        contents.add(Arguments.of(kind, length));
      }
    }
    return contents;
  }

  private byte[] compress(byte[] content) {
    byte[] out = new byte[Math.toIntExact(codec.maxCompressedLength(content.length))];
    long written = codec.compress(MemorySegment.ofArray(content), MemorySegment.ofArray(out));
    return Arrays.copyOf(out, Math.toIntExact(written));
  }

  private byte[] decompress(byte[] frames, int length) {
    byte[] out = new byte[length];
    long written = codec.decompress(MemorySegment.ofArray(frames), MemorySegment.ofArray(out));
    assertEquals(length, written);
    return out;
  }

  @ParameterizedTest
  @MethodSource("contents")
  void agreesWithTheCommandLineTool(Kind kind, int length) {
    Tool zstd = Tool.require("zstd");
    byte[] content = TestData.of(kind, length);
    assertArrayEquals(content, zstd.run(compress(content), "-d", "-c"));
    // Piped, so without a content size unless there is no content; with a checksum.
    byte[] piped = zstd.run(content, "-c");
    assertEquals(length == 0 ? 0 : -1, codec.decompressedLength(MemorySegment.ofArray(piped)));
    assertArrayEquals(content, decompress(piped, length));
    byte[] sized = zstd.run(content, "-c", "--no-check", "--stream-size=" + length);
    assertArrayEquals(content, decompress(sized, length));
  }

  @ParameterizedTest
  @MethodSource("contents")
  void agreesWithZstdJni(Kind kind, int length) {
    byte[] content = TestData.of(kind, length);
    assertArrayEquals(content, Zstd.decompress(compress(content), length));
    assertArrayEquals(content, decompress(Zstd.compress(content, 5), length));
  }
}
