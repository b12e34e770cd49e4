// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.segue.benchmark.processes.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShmResultTest {
  private static final Measurement ROUND_TRIPS =
      Measurement.none()
          .with("roundTripP50", 140)
          .with("dueP99", 840)
          .with(ShmResult.ALLOCATED, 0.25)
          .with(ShmResult.ONE_WAY, 1e6);

  @TempDir private Path directory;

  private static Measurement between(double before, double after) {
    return ROUND_TRIPS.with(ShmResult.FLAG_BEFORE, before).with(ShmResult.FLAG_AFTER, after);
  }

  private static ShmResult ofBytes(String transport, Measurement measurement) {
    var name = ShmResult.Name.ofBytes(transport, "4096");
    return new ShmResult(name, List.of("--enable-native-access=ALL-UNNAMED"), measurement);
  }

  private List<JsonNode> written(ShmResult result) throws IOException {
    Path file = directory.resolve("result.json");
    result.write(file);
    JsonNode array = new ObjectMapper().readTree(file.toFile());
    assertTrue(array.isArray());
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  @Test
  void measurementIsPassedBetweenProcesses() throws IOException {
    Measurement measurement = between(100, 110);
    measurement.write(directory);
    assertEquals(measurement, Measurement.read(directory));
  }

  @Test
  void eachFigureIncludesPlacementAndFlag() throws IOException {
    List<JsonNode> results = written(ofBytes("segue", between(100, 110)));
    assertEquals(
        List.of("roundTripP50", "dueP99", "oneWay"),
        results.stream()
            .map(result -> result.path("benchmark").asText().replaceAll(".*ShmBenchmark\\.", ""))
            .toList());
    JsonNode median = results.getFirst();
    assertEquals(1, median.path("threads").asInt());
    assertEquals("segue", median.path("params").path("transport").asText());
    assertEquals("4096", median.path("params").path("size").asText());
    assertEquals("near", median.path("params").path("placement").asText());
    assertEquals(3, median.path("params").size());
    assertEquals("--enable-native-access=ALL-UNNAMED", median.path("jvmArgs").path(0).asText());
    assertEquals(140, median.path("primaryMetric").path("score").asDouble());
    assertEquals("ns/op", median.path("primaryMetric").path("scoreUnit").asText());
    JsonNode secondary = median.path("secondaryMetrics");
    assertEquals(105, secondary.path("flag.ns").path("score").asDouble());
    assertEquals("ns", secondary.path("flag.ns").path("scoreUnit").asText());
    assertEquals(0.25, secondary.path("gc.alloc.rate.norm").path("score").asDouble());
    JsonNode oneWay = results.getLast().path("primaryMetric");
    assertEquals("ops/s", oneWay.path("scoreUnit").asText());
    assertEquals(1e6, oneWay.path("rawData").path(0).path(0).asDouble());
  }

  @Test
  void objectsAreIdentifiedByLibraryAndObject() throws IOException {
    var name = ShmResult.Name.ofObjects("segue", "SAMPLE");
    JsonNode median = written(new ShmResult(name, List.of(), between(490, 500))).getFirst();
    assertEquals(
        "dev.segue.benchmark.shm.TwoProcessPipelineBenchmark.roundTripP50",
        median.path("benchmark").asText());
    assertEquals("segue", median.path("params").path("library").asText());
    assertEquals("SAMPLE", median.path("params").path("object").asText());
    assertEquals("far", median.path("params").path("placement").asText());
  }

  @Test
  void copyIsAReferenceAtBothPlacements() throws IOException {
    Measurement copies = Measurement.none().with(ShmResult.ONE_WAY, 1e6);
    List<JsonNode> results = written(ofBytes("copy", copies));
    assertEquals(
        List.of("near", "far"),
        results.stream().map(one -> one.path("params").path("placement").asText()).toList());
    assertFalse(results.getFirst().path("secondaryMetrics").has("flag.ns"));
  }

  @Test
  void movedProcessesHaveNoFigures() throws IOException {
    ShmResult moved = ofBytes("segue", between(100, 490));
    assertEquals(List.of(), written(moved));
    assertEquals(
        "  left out: the processes were moved (flag 100 ns before, 490 ns after)", moved.line());
    String shared = ofBytes("segue", between(5_000_000, 490)).line();
    assertTrue(shared.contains("shared a processor"), shared);
  }

  @Test
  void lineNamesThePlacement() {
    assertEquals(
        "  140 ns  4.10 GB/s  flag 105 ns near", ofBytes("segue", between(100, 110)).line());
    Measurement slow = between(490, 490).with("roundTripP50", 5_123_456);
    assertEquals("  5,123 µs  4.10 GB/s  flag 490 ns far", ofBytes("segue", slow).line());
  }
}
