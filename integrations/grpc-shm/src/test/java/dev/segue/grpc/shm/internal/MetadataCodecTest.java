// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.Metadata;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Metadata in frames.
final class MetadataCodecTest {

  private static final Metadata.Key<String> TEXT =
      Metadata.Key.of("text", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<byte[]> BYTES =
      Metadata.Key.of("bytes-bin", Metadata.BINARY_BYTE_MARSHALLER);

  /// The size of the metadata in [#frame].
  private static final int SIZE = 4 + 5 + 32 + 9 + 2 + 32;

  private static byte[] frame() {
    Metadata metadata = new Metadata();
    metadata.put(TEXT, "value");
    metadata.put(BYTES, new byte[] {0, -1});
    BodyWriter out = new BodyWriter().begin();
    assertEquals(SIZE, MetadataCodec.write(metadata, out));
    byte[] frame = out.end(1, Frames.RESPONSE, 0, 0).toBytes();
    return Arrays.copyOfRange(frame, Frames.HEADER_LENGTH, frame.length);
  }

  @Test
  void entriesAreReadUpToTheLimit() {
    Metadata read = new Metadata();
    assertEquals(SIZE, MetadataCodec.read(new BodyReader(frame()), read, SIZE));
    assertEquals("value", read.get(TEXT));
    assertEquals(-1, Objects.requireNonNull(read.get(BYTES))[1]);
  }

  @Test
  void metadataOverTheLimitIsNotRead() {
    Metadata read = new Metadata();
    assertEquals(SIZE, MetadataCodec.read(new BodyReader(frame()), read, SIZE - 1));
    assertEquals(Set.of(), read.keys());
  }

  @Test
  void truncatedEntriesAreRefused() {
    byte[] frame = frame();
    for (int length = 0; length < frame.length - 1; length += Integer.BYTES) {
      BodyReader cut = new BodyReader(Arrays.copyOf(frame, length));
      assertThrows(
          DamagedFrameException.class,
          () -> MetadataCodec.read(cut, new Metadata(), Integer.MAX_VALUE));
    }
  }

  @Test
  void onlyShortNamesAreCached() {
    assertSame(MetadataName.of("short-name"), MetadataName.of(String.join("-", "short", "name")));
    String hostile = "x".repeat(100);
    assertNotSame(MetadataName.of(hostile), MetadataName.of(hostile));
  }

  @Test
  void newNamesReplaceCachedOnes() {
    for (int i = 0; i < 100_000; i++) {
      assertEquals("hostile-" + i, MetadataName.of("hostile-" + i).name());
    }
    assertSame(MetadataName.of("used"), MetadataName.of("used"));
  }
}
