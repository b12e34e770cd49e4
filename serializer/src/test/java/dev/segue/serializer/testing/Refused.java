// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.time.Duration;

/// Asserts that a reader rejects a hostile payload quickly.
public final class Refused {

  public static final Duration SOON = Duration.ofMinutes(5);

  private Refused() {}

  public static SerializationException soon(Serializer reader, byte[] payload, Class<?> type) {
    return assertTimeoutPreemptively(
        SOON,
        () -> assertThrows(SerializationException.class, () -> reader.fromBytes(payload, type)));
  }

  public static SerializationException asMalformed(Serializer reader, byte[] payload) {
    SerializationException e = soon(reader, payload, Object.class);
    assertEquals(Kind.MALFORMED_INPUT, e.kind(), e::getMessage);
    return e;
  }
}
