// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {

  private static Measurement measurement(String transport, int length, long p50) {
    return new Measurement(
        transport, length, p50, 2 * p50, 3 * p50, 4 * p50, 5 * p50, 6 * p50, 7 * p50, 1e6, 0.25);
  }

  @Test
  void surviveTheWayBetweenProcesses() {
    Measurement measurement = measurement("segue", 32, 140);
    assertEquals(measurement, Measurement.ofCsv(measurement.csv()));
  }

  @Test
  void areWrittenInAllForms(@TempDir Path directory) throws Exception {
    List<Measurement> measurements =
        List.of(
            measurement("segue", 32, 140),
            measurement("agrona-ring", 32, 500),
            measurement("segue", 1 << 20, 100_000));
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    new Results(measurements, new TreeMap<>(Map.of(32, 5.0, 1 << 20, 9.5)))
        .write(directory, new PrintStream(table, true, StandardCharsets.UTF_8));
    assertTrue(table.toString(StandardCharsets.UTF_8).contains("agrona-ring"), table::toString);
    assertEquals(4, Files.readAllLines(directory.resolve("shm.csv")).size());
    String json = Files.readString(directory.resolve("shm.json"));
    assertTrue(json.contains("\"transport\": \"segue\", \"length\": 32, \"p50_ns\": 140"), json);
    String svg = Files.readString(directory.resolve("shm.svg"));
    assertEquals(2, svg.split("<g ", -1).length - 1);
    assertTrue(svg.endsWith("</svg>\n"));
  }
}
