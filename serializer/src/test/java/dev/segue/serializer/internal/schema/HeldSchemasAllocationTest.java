// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.RandomGraphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Writing objects with the schema of the classes that they hold allocates nothing.
@Tag("jit")
class HeldSchemasAllocationTest {

  record Envelope(Object content) {}

  record Kind(int value, Object other) {}

  record OtherKind(int value, Object other) {}

  @Test
  @Tag("allocation")
  void nothingIsAllocatedOnceSetsOfClassesAreKnown() {
    Serializer serializer =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(RandomGraphs.TYPES)
            .register(Envelope.class, Kind.class, OtherKind.class)
            .build();
    Object root = new Envelope(new Kind(7, "removed"));
    Object other = new Envelope(new Envelope(new OtherKind(100, "removed")));
    for (MemorySegment memory :
        List.of(MemorySegment.ofArray(new byte[1 << 10]), Arena.ofAuto().allocate(1 << 10))) {
      double bytes =
          Allocation.perRunOnceCompiled(() -> {
            serializer.write(root, memory, 0);
            serializer.write(other, memory, 0);
          });
      assertTrue(bytes < 1, () -> "bytes per write: " + bytes);
    }
  }
}
