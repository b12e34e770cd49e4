// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.payload.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The memory that is kept between payloads, and its growth for longer ones.
class GrowingArrayTest {

  private static final int ARRAY_BYTES = 16 + 1 + 4;

  private final Payload payload =
      new Payload(StandardTypes.registry(Options.DEFAULTS, new Shapes(Set.of()), _ -> {}), 16);

  private final Growing growing = new Growing(payload);

  private final GrowingCall array = GrowingCall.create();

  /// Writes a payload of about the given length.
  ///
  /// @return the array that the payload was written to
  private byte[] write(int bytes) {
    int length = growing.write(new byte[bytes], array, Growing.MAX_BYTES, "");
    assertTrue(length > bytes && length <= bytes + ARRAY_BYTES, "length=" + length);
    byte[] used = array.array();
    array.end();
    return used;
  }

  @Test
  void smallArrayIsKept() {
    byte[] first = write(100_000);
    assertSame(first, write(90_000));
    assertSame(first, write(10));
  }

  @Test
  void largeArrayIsKeptWhilePayloadsAreLarge() {
    byte[] first = write(3_000_000);
    for (int i = 0; i < 2000; i++) {
      assertSame(first, write(i % 200 == 0 ? 3_000_000 : 10));
    }
  }

  @Test
  void largeArrayIsReleasedWhenPayloadsAreSmall() {
    byte[] large = write(3_000_000);
    int uses = 0;
    while (write(10).length == large.length) {
      uses++;
      assertTrue(uses < 1000, "it is kept for ever");
    }
    assertEquals(4096, write(10).length);
  }

  @Test
  void newArrayHasTheSizeOfRecentPayloadsWithTheSameRoot() {
    write(5_000_000);
    GrowingCall fresh = GrowingCall.create();
    int length = growing.write(new byte[5_000_000], fresh, Growing.MAX_BYTES, "");
    assertTrue(fresh.array().length < length / 4 * 5, "length=" + fresh.array().length);
    // A much smaller payload gets a smaller array, whatever payloads came before.
    GrowingCall modest = GrowingCall.create();
    growing.write(new byte[5000], modest, Growing.MAX_BYTES, "");
    assertTrue(modest.array().length <= 64 * 4096, "length=" + modest.array().length);
  }

  @Test
  void noArrayExceedsTheMaximum() {
    int allowed = 10_000;
    List<byte[]> value = new ArrayList<>(List.of(new byte[9000]));
    int length = growing.write(value, array, allowed, "");
    assertTrue(length <= allowed);
    assertEquals(allowed, array.array().length);
  }

  @Test
  void readingDoesNotReplaceTheArray() {
    byte[] large = write(3_000_000);
    assertSame(large, array.ofAtLeast(2_000_000));
    array.end();
    assertTrue(array.ofAtLeast(100).length < 10_000);
    array.end();
    assertSame(large, write(3_000_000));
  }
}
