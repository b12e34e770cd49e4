// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PayloadTest {
  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "random"})
  void payloadIsReproducibleAndHasTheRequestedSize(String kind) {
    assertEquals(10_000, Payload.of(kind, 10_000).length);
    assertArrayEquals(Payload.of(kind, 10_000), Payload.of(kind, 10_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void payloadCompressesLikeRealData(String kind) {
    byte[] payload = Payload.of(kind, 1 << 16);
    double ratio = (double) payload.length / Zstd.compress(payload, 3).length;
    assertTrue(ratio > 2 && ratio < 8, kind + " " + ratio);
  }

  @Test
  void payloadMatchesItsKind() {
    var json = new String(Payload.of("json", 1_000), StandardCharsets.US_ASCII);
    assertTrue(json.startsWith("{\"id\":1,\"customer\":{\"name\":\""), json);
    assertTrue(json.contains("}\n{\"id\":2,"), json);
    var text = new String(Payload.of("text", 1_000), StandardCharsets.US_ASCII);
    assertTrue(text.matches("([A-Z][a-z]*( [a-z]+)*\\. )+.*"), text);
  }

  @Test
  void unknownKindIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Payload.of("prose", 1));
  }
}
