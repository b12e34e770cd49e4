// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.graph.GraphCase.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EverydayLibrariesTest {
  @ParameterizedTest
  @ValueSource(strings = {"segue", "fory", "kryo"})
  void everyObjectSurvivesARoundTripInEveryBuffer(String library) {
    for (EverydayObject object : EverydayObject.values()) {
      for (Buffer buffer : Buffer.values()) {
        try (var codec = EverydayLibraries.open(library, object, buffer)) {
          long written = codec.serialize(object.create());
          assertEquals(written, codec.serialize(object.create()));
          assertEquals(object.create(), codec.deserialize());
          assertEquals(object.create(), codec.deserialize());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"segue", "fory", "kryo"})
  void catalogTakesTensOfKilobytes(String library) {
    try (var codec = EverydayLibraries.open(library, EverydayObject.CATALOG, Buffer.ARRAY)) {
      long bytes = codec.serialize(Catalog.populated());
      assertTrue(bytes > 20_000 && bytes < 40_000, () -> bytes + " bytes");
    }
  }

  @Test
  void unknownLibraryIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> EverydayLibraries.open("unknown", EverydayObject.ORDER, Buffer.ARRAY));
  }
}
