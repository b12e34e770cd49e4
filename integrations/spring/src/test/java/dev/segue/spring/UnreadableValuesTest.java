// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The treatment of values that cannot be read.
class UnreadableValuesTest {

  private final Logger logger = Logger.getLogger("dev.segue.spring");
  private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
  private final Handler handler = new Recorder();

  private final class Recorder extends Handler {
    @Override
    public void publish(LogRecord entry) {
      logged.add(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  record Changed(String text) {}

  record Other(long number) {}

  /// The failure to read a value of one class as another one.
  private static RuntimeException unreadable(Object written, Class<?> type) {
    Serializer writer = Serializer.builder().register(Changed.class, Other.class).build();
    byte[] bytes = writer.toBytes(written);
    bytes[bytes.length - 1] ^= 0x55;
    return assertThrows(
        SerializationException.class,
        () -> Serializer.builder().register(type).build().fromBytes(bytes, type));
  }

  @Test
  void failureIsThrownUnlessValuesCountAsMissing() {
    var failure = new IllegalStateException("unreadable");
    assertSame(
        failure,
        assertThrows(
            IllegalStateException.class, () -> UnreadableValues.failing().report(failure)));
    assertEquals(0, UnreadableValues.failing().count());
  }

  @Test
  void missingValuesAreCountedAndLoggedOncePerClass() {
    var values = UnreadableValues.missing("orders");
    for (int i = 0; i < 100; i++) {
      values.report(
          new IllegalArgumentException("wrapper " + i, unreadable(new Changed("a"), Other.class)));
    }
    assertEquals(100, values.count());
    assertEquals(1, logged.size());
    assertTrue(logged.getFirst().getMessage().contains("orders"));
    values.report(new IllegalStateException("another cause at offset 17"));
    values.report(new IllegalStateException("another cause at offset 18"));
    assertEquals(2, logged.size());
  }

  @Test
  void loggingStopsAfterManyCauses() {
    var values = UnreadableValues.missing("sessions");
    for (char a = 'a'; a <= 'z'; a++) {
      for (char b = 'a'; b <= 'z'; b++) {
        values.report(new IllegalStateException("" + a + b));
      }
    }
    assertEquals(26 * 26, values.count());
    assertEquals(256, logged.size());
  }

  @Test
  void meterHasTheCount() {
    var registry = new SimpleMeterRegistry();
    var values = UnreadableValueMetrics.missing("orders", registry);
    values.report(new IllegalStateException("first"));
    values.report(new IllegalStateException("second"));
    assertEquals(
        2, registry.get("segue.spring.unreadable").tag("name", "orders").functionCounter().count());
  }
}
