// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneThreadTest {
  @ParameterizedTest
  @ValueSource(strings = {"segue", "agrona-ring"})
  void messagesArriveOneByOneAndInBatches(String library) throws IOException {
    try (var ends = OneThread.open(library, 32)) {
      assertEquals(0, ends.receive(1));
      for (int i = 0; i < 100; i++) {
        ends.send();
        assertEquals(1, ends.receive(16));
      }
      ends.send();
      ends.send();
      assertEquals(2, ends.receive(16));
      assertEquals(102 * 32, ends.received());
    }
  }

  @Test
  void unknownLibraryIsAnError() {
    assertThrows(IllegalArgumentException.class, () -> OneThread.open("pigeon", 32));
  }
}
