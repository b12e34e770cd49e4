// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.graph.GraphCase.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManyClassesTest {
  @ParameterizedTest
  @ValueSource(strings = {"segue", "fory", "kryo"})
  void payloadsOmitUnusedClasses(String library) {
    for (Buffer buffer : Buffer.values()) {
      try (var codec = ManyClasses.open(library, buffer)) {
        long bytes = codec.serialize(ManyClasses.create());
        assertTrue(bytes < 1_000, () -> bytes + " bytes");
        assertEquals(ManyClasses.create(), codec.deserialize());
      }
    }
  }

  @Test
  void unknownLibraryIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ManyClasses.open("unknown", Buffer.ARRAY));
  }
}
