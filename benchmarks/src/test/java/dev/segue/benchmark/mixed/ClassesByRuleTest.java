// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.graph.GraphCase.Schema;
import dev.segue.benchmark.mixed.ClassesByRule.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ClassesByRuleTest {
  @ParameterizedTest
  @EnumSource
  void rulesLengthenOnlyConsistentPayloads(Graph graph) {
    long byRule = length("segue-rules", Schema.CONSISTENT, graph);
    assertTrue(byRule > length("segue", Schema.CONSISTENT, graph), () -> byRule + " bytes");
    assertEquals(
        length("segue", Schema.COMPATIBLE, graph), length("segue-rules", Schema.COMPATIBLE, graph));
  }

  private static long length(String library, Schema schema, Graph graph) {
    try (var codec = ClassesByRule.open(library, schema, graph)) {
      long length = codec.serialize(graph.create());
      assertEquals(graph.create(), codec.deserialize());
      return length;
    }
  }

  @Test
  void unknownLibraryIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ClassesByRule.open("unknown", Schema.CONSISTENT, Graph.ORDER));
  }
}
