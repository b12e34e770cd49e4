// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.zerocopy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.graph.GraphCase.Buffer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Checks which contents are copied.
class ZeroCopyLibrariesTest {
  private static final int SIZE = 200;

  @ParameterizedTest
  @CsvSource({
    "ARRAY, BUFFER",
    "ARRAY, PRIMITIVE_ARRAY",
    "DIRECT, BUFFER",
    "DIRECT, PRIMITIVE_ARRAY"
  })
  void writesContentsToThePayloadOnlyWhereAsked(Buffer buffer, Contents data) {
    int contentBytes = data == Contents.BUFFER ? 5 * SIZE : (1 + 1 + 4 + 8 + 8) * SIZE;
    var copying = new ZeroCopyCase("segue", data, SIZE, buffer, true);
    var handing = new ZeroCopyCase("segue", data, SIZE, buffer, false);
    try (var copied = ZeroCopyLibraries.open(copying);
        var handed = ZeroCopyLibraries.open(handing)) {
      Object object = data.create(SIZE);
      assertTrue(copied.serialize(object) > contentBytes);
      // The booleans stay in the payload.
      assertTrue(handed.serialize(object) < 2 * SIZE);
      assertEquals(object, copied.deserialize());
      assertEquals(object, handed.deserialize());
    }
  }

  @ParameterizedTest
  @EnumSource
  void outOfBandBuffersAreReadAsViews(Buffer buffer) {
    var handing = new ZeroCopyCase("segue", Contents.BUFFER, SIZE, buffer, false);
    try (var codec = ZeroCopyLibraries.open(handing)) {
      ByteBuffer written = ByteBuffer.wrap(new byte[SIZE]);
      codec.serialize(List.of(written));
      var read = (List<?>) codec.deserialize();
      written.put(0, (byte) 7);
      assertEquals(List.of(written), read);
    }
  }

  @Test
  void outOfBandArraysAreReadAsNewArrays() {
    var handing = new ZeroCopyCase("segue", Contents.PRIMITIVE_ARRAY, SIZE, Buffer.ARRAY, false);
    try (var codec = ZeroCopyLibraries.open(handing)) {
      var written = (PrimitiveArrays) handing.create();
      codec.serialize(written);
      var read = (PrimitiveArrays) codec.deserialize();
      assertEquals(written, read);
      assertNotSame(written.longs, read.longs);
      written.longs[0]++;
      assertNotEquals(written, read);
    }
  }

  @Test
  void reportsLibrariesWithoutOutOfBandContents() {
    var params = Map.of("library", "kryo", "data", "BUFFER", "buffer", "ARRAY", "copy", "false");
    assertEquals(Optional.of("no out-of-band contents"), new ZeroCopyFamily().absence(params));
    var kryo = new ZeroCopyCase("kryo", Contents.BUFFER, SIZE, Buffer.ARRAY, false);
    assertThrows(IllegalArgumentException.class, () -> ZeroCopyLibraries.open(kryo));
  }

  @Test
  void fstGetsAccessToBuffers() {
    var params = Map.of("library", "fst", "data", "BUFFER", "buffer", "ARRAY", "copy", "true");
    List<String> flags = new ZeroCopyFamily().jvmFlags(params);
    assertTrue(flags.contains("--add-opens=java.base/java.nio=ALL-UNNAMED"));
    assertTrue(flags.contains("--add-opens=java.base/java.util=ALL-UNNAMED"));
  }

  @Test
  void unknownLibraryIsRefused() {
    var unknown = new ZeroCopyCase("unknown", Contents.BUFFER, SIZE, Buffer.ARRAY, true);
    assertThrows(IllegalArgumentException.class, () -> ZeroCopyLibraries.open(unknown));
  }
}
