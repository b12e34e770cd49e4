// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/// Buffers and arrays.
class CodecFormsTest {

  private final Codec codec = Codec.zstd();
  private final byte[] content = TestData.of(TestData.Kind.TEXT, 10_000);

  @Test
  void buffersMoveBehindWhatWasReadAndWritten() {
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer source = allocate(direct, 10_010).position(10).put(content).flip().position(10);
      ByteBuffer compressed = allocate(direct, 20_000).position(5);
      int written = codec.compress(source.asReadOnlyBuffer(), compressed);
      assertEquals(5 + written, compressed.position());
      assertEquals(10, source.position());
      codec.compress(source, compressed.duplicate());
      assertEquals(10_010, source.position());
      ByteBuffer frame = compressed.flip().position(5);
      ByteBuffer back = allocate(direct, 10_000);
      assertEquals(10_000, codec.decompress(frame, back));
      assertEquals(0, frame.remaining());
      byte[] bytes = new byte[10_000];
      back.flip().get(bytes);
      assertArrayEquals(content, bytes);
    }
  }

  private static ByteBuffer allocate(boolean direct, int capacity) {
    return direct ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
  }

  @Test
  void aReadOnlyBufferIsNoDestination() {
    ByteBuffer readOnly = ByteBuffer.allocate(20_000).asReadOnlyBuffer();
    assertThrows(
        IllegalArgumentException.class, () -> codec.compress(ByteBuffer.wrap(content), readOnly));
  }

  @Test
  void arraysRoundTrip() {
    assertArrayEquals(content, codec.decompress(codec.compress(content), 10_000));
    assertArrayEquals(new byte[0], codec.decompress(codec.compress(new byte[0]), 0));
  }

  @Test
  void contentBeyondTheBoundIsRefusedWithOrWithoutAStatedLength() {
    byte[] bomb = new byte[10_000_000];
    for (Codec writer :
        new Codec[] {codec, Codec.zstd(ZstdOptions.defaults().contentSize(false))}) {
      byte[] frame = writer.compress(bomb);
      CompressionException e =
          assertThrows(CompressionException.class, () -> codec.decompress(frame, 9_999_999));
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
      assertArrayEquals(bomb, codec.decompress(frame, 10_000_000));
    }
  }
}
