// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Short measurements with two JVMs, which check only that they run.
@DisabledIf("dev.segue.benchmark.shm.ShmCaseTest#hasOneProcessor")
class ProcessPairTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Processes pair;

  @BeforeEach
  void open() throws IOException {
    pair = new Processes();
  }

  @AfterEach
  void leavesNothingBehind() {
    pair.close();
    assertFalse(Files.exists(pair.directory()));
    assertEquals(List.of(), pair.running());
  }

  private Measurement run(ShmLibrary library, List<String> flags, String content, Duration patience)
      throws IOException, InterruptedException {
    var name = ShmResult.Name.ofBytes(library.key, content);
    return new ShmCase(library, content, name, flags, 20).run(pair, patience);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(names = {"FLAG", "SEGUE"})
  void flagIsMeasuredBeforeAndAfter(ShmLibrary library) throws Exception {
    Measurement measurement = run(library, library.flags, "32", PATIENCE);
    assertTrue(measurement.figure("roundTripP50") > 0);
    assertTrue(measurement.figure("dueP50") > 0);
    assertTrue(measurement.figure(ShmResult.FLAG_BEFORE) > 0);
    assertTrue(measurement.figure(ShmResult.FLAG_AFTER) > 0);
    boolean hasContent = library != ShmLibrary.FLAG;
    assertEquals(hasContent, measurement.figure(ShmResult.ONE_WAY) > 0);
  }

  @Test
  void failingProcessEndsBothAndItsOutputIsReported() {
    IOException e =
        assertThrows(
            IOException.class,
            () -> run(ShmLibrary.SEGUE, ShmLibrary.SEGUE.flags, "NO_SUCH_OBJECT:segue", PATIENCE));
    assertTrue(String.valueOf(e.getMessage()).contains("NO_SUCH_OBJECT"), e::getMessage);
  }

  @Test
  void hangingProcessesAreKilled() throws IOException {
    String debugger = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";
    String message;
    long seconds = 1;
    do { // until the process had time to print something
      seconds *= 3;
      pair.close();
      open();
      Duration patience = Duration.ofSeconds(seconds);
      IOException e =
          assertThrows(
              IOException.class, () -> run(ShmLibrary.SEGUE, List.of(debugger), "32", patience));
      message = String.valueOf(e.getMessage());
      assertTrue(message.contains("no result after " + seconds + " s"), message);
    } while (!message.contains("output of the Client: Listening") && seconds < 300);
    assertTrue(message.contains("output of the Client: Listening"), message);
  }
}
