// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.graph.GraphCase.Buffer;
import dev.segue.benchmark.graph.GraphCase.Schema;
import dev.segue.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class GraphLibrariesTest {
  @ParameterizedTest
  @EnumSource
  void handwrittenCodeSurvivesRoundTrips(Workload workload) {
    for (Buffer buffer : Buffer.values()) {
      var graphCase = new GraphCase("handwritten", workload, buffer, false, Schema.CONSISTENT);
      try (var codec = GraphLibraries.open(graphCase)) {
        assertEquals(workload.create(), codec.deserialize());
      }
    }
  }

  @Test
  void unsupportedCaseIsRefused() {
    var graphCase =
        new GraphCase("handwritten", Workload.SAMPLE, Buffer.ARRAY, true, Schema.CONSISTENT);
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> GraphLibraries.open(graphCase));
    assertTrue(String.valueOf(refusal.getMessage()).contains("no references"));
  }

  @Test
  void unknownLibraryIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> GraphLibraries.jvmFlags("nobody"));
  }

  @Test
  void parametersAloneExplainUnsupportedCases() {
    var params =
        Map.of(
            "library", "handwritten",
            "object", "STRUCT",
            "buffer", "DIRECT",
            "references", "false",
            "schema", "COMPATIBLE");
    assertEquals(Optional.of("no compatible mode"), new GraphFamily().absence(params));
  }

  @Test
  void eachLibraryGetsItsRecommendedFlags() {
    var fory = Map.of("library", "fory", "object", "ORDER", "buffer", "ARRAY");
    assertEquals(ForyCodec.JVM_FLAGS, new GraphFamily().jvmFlags(fory));
    assertEquals(Optional.empty(), new GraphFamily().absence(fory));
    List<String> kryo = GraphLibraries.jvmFlags("kryo");
    assertTrue(kryo.contains("--add-opens=java.base/java.nio=ALL-UNNAMED"));
  }
}
