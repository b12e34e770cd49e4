// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.Cost;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// The memory for reading a stream of LZ4 frames.
class Lz4StreamTest {

  /// A frame with blocks of up to 4 MiB that contains no block.
  private static final byte[] EMPTY_FRAME =
      HexFormat.of().parseHex("04224d18" + "607073" + "00000000");

  private static byte[] read(byte[] stream) throws IOException {
    try (InputStream in =
        Codec.lz4().decompressing(new ByteArrayInputStream(stream), Long.MAX_VALUE)) {
      return in.readAllBytes();
    }
  }

  private static byte[] emptyFrames(int count) {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      frames.writeBytes(EMPTY_FRAME);
    }
    return frames.toByteArray();
  }

  @Test
  void emptyFramesTakeLittleMemory() throws IOException {
    byte[] frames = emptyFrames(300);
    assertEquals(0, read(frames).length);
    long before = Cost.bytesSoFar();
    assertEquals(0, read(frames).length);
    long taken = Cost.bytesSoFar() - before;
    assertTrue(taken < 1 << 20, "bytes=" + taken);
  }

  @Test
  void framesOfAllLengthsCanBeConcatenated() throws IOException {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    for (int length : new int[] {10, 70_000, 0, 5_000_000, 300, 1_200_000}) {
      byte[] content = TestData.of(TestData.Kind.JSON, length);
      contents.writeBytes(content);
      frames.writeBytes(Codec.lz4().compress(content));
      frames.writeBytes(EMPTY_FRAME);
    }
    assertArrayEquals(contents.toByteArray(), read(frames.toByteArray()));
  }
}
