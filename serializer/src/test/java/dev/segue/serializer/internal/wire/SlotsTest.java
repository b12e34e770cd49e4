// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import org.junit.jupiter.api.Test;

class SlotsTest {

  private static final long MOST = (1L << 30) - 1;

  @Test
  void contentsBeyondTheFormatsLimitFailWithAdvice() {
    assertEquals((int) (MOST << 2) | Slots.EXACT, Slots.of(5, 5 + MOST, Slots.EXACT));
    SerializationException e =
        assertThrows(SerializationException.class, () -> Slots.of(5, 5 + MOST + 1, Slots.EXACT));
    assertEquals(Kind.TOO_LARGE, e.kind());
    assertTrue(e.getMessage().contains("1073741824 bytes"), e::getMessage);
    assertTrue(e.getMessage().contains("several payloads"), e::getMessage);
  }
}
