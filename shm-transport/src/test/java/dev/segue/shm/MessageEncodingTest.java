// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

class MessageEncodingTest {

  @Test
  void functionalEncodingCallsEachFunction() {
    MemorySegment three = MemorySegment.ofArray(new byte[3]);
    MemorySegment five = MemorySegment.ofArray(new byte[5]);
    MessageEncoding encoding =
        MessageEncoding.of(
            length -> length + 1,
            (content, destination) -> content.byteSize() * 10 + destination.byteSize(),
            MemorySegment::byteSize,
            (encoded, destination) -> encoded.byteSize() * 100 + destination.byteSize());
    assertEquals(8, encoding.maxEncodedLength(7));
    assertEquals(35, encoding.encode(three, five));
    assertEquals(3, encoding.contentLength(three));
    assertEquals(305, encoding.decode(three, five));
  }

  @Test
  @SuppressWarnings("NullAway") // tests the null check
  void functionalEncodingRefusesNull() {
    ToLongBiFunction<MemorySegment, MemorySegment> code = (_, _) -> 0;
    ToLongFunction<MemorySegment> length = _ -> 0;
    assertThrows(NullPointerException.class, () -> MessageEncoding.of(null, code, length, code));
    assertThrows(NullPointerException.class, () -> MessageEncoding.of(l -> l, null, length, code));
    assertThrows(NullPointerException.class, () -> MessageEncoding.of(l -> l, code, null, code));
    assertThrows(NullPointerException.class, () -> MessageEncoding.of(l -> l, code, length, null));
  }
}
