// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.model.Shapes;
import dev.segue.serializer.types.JdkTypes;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TypeRegistryTest {

  /// A thread with little stack left, as deep in a graph, may be the first that needs them.
  @Test
  void knowsTheTypesOfTheJdkAfterTheyCouldNotBeAdded() {
    AtomicInteger calls = new AtomicInteger();
    TypeRegistry registry =
        new TypeRegistry(
            Options.DEFAULTS,
            new Shapes(Set.of()),
            types -> {
              if (calls.getAndIncrement() == 0) {
                throw new StackOverflowError();
              }
              JdkTypes.addTo(types);
              if (calls.getAndIncrement() == 2) {
                throw new StackOverflowError();
              }
            });
    assertThrows(StackOverflowError.class, () -> registry.entry(UUID.class));
    assertThrows(StackOverflowError.class, () -> registry.entry(UUID.class));
    assertNotNull(registry.entry(UUID.class));
    assertNotNull(registry.entry(TreeMap.class));
    assertNotNull(registry.entryOf(Path.of("p")));
  }
}
