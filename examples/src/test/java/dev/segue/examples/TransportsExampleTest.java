// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.examples.transports.Broker;
import dev.segue.examples.transports.Figures;
import dev.segue.examples.transports.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class TransportsExampleTest {

  private static final int QUOTES = 300;

  @TempDir Path directory;

  /// For Aeron, checks only what is certain: its losses depend on timing.
  @Tag("long")
  @Test
  void eachTransportKeepsItsGuaranteesAndLeavesNoFiles() throws Exception {
    Map<Transport, Figures> columns;
    try (Broker broker = Broker.start(directory)) {
      columns = TransportsExample.columns(broker.address(), QUOTES);
    }
    assertEquals(List.of(Transport.values()), List.copyOf(columns.keySet()));
    for (Figures figures : columns.values()) {
      assertEquals(QUOTES, figures.quotes());
      assertTrue(figures.medianNanos() > 0 && figures.quotesPerSecond() > 0, figures::toString);
      assertTrue(figures.medianNanos() <= figures.p99Nanos(), figures::toString);
      assertTrue(figures.fromKilledProducer() <= QUOTES, figures::toString);
      assertTrue(figures.throughKilledConsumer() <= QUOTES, figures::toString);
    }
    Figures memory = Objects.requireNonNull(columns.get(Transport.SHARED_MEMORY));
    assertEquals(QUOTES, memory.fromKilledProducer());
    assertEquals(QUOTES, memory.throughKilledConsumer());
    assertEquals(0, memory.stored());
    Figures kafka = Objects.requireNonNull(columns.get(Transport.KAFKA));
    assertEquals(QUOTES, kafka.throughKilledConsumer());
    assertTrue(kafka.stored() >= 3 * QUOTES, kafka::toString);
    assertEquals(List.of(), leftovers());
  }

  private static List<String> leftovers() throws IOException {
    long pid = ProcessHandle.current().pid();
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("(segue-example|aeron-.*-segue-.*)-" + pid + "-.*"))
          .toList();
    }
  }

  @Test
  void printsOneColumnPerTransport() {
    Figures figures = new Figures(1_234, 56_789, 1_000_000, 1000, 998, 999, 7, 0);
    Map<Transport, Figures> columns = new EnumMap<>(Transport.class);
    columns.put(Transport.SHARED_MEMORY, figures);
    columns.put(Transport.AERON, figures);
    assertEquals(
        """
                                      shared memory      Aeron, UDP
        there and back, median               1.2 us          1.2 us
        there and back, p99                 56.8 us         56.8 us
        messages a second                 1,000,000       1,000,000
        of 1,000 messages:
          arrive, producer killed               998             998
          answered, consumer killed             999             999
            of them twice                         7               7
        can be read again                         0               0\
        """,
        String.join("\n", TransportsExample.table(columns)));
  }
}
