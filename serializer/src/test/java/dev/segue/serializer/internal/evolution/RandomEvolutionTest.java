// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaChange;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaText;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Reading another version of a class must not change payloads that are written afterwards: for
/// many random pairs of versions, some threads read old payloads while others write and read new
/// ones, with one serializer. `-Dsegue.evolution.pairs=N` sets the number of pairs.
class RandomEvolutionTest {

  private static final int PAIRS = Integer.getInteger("segue.evolution.pairs", 120);
  private static final int ROUNDS = 3;

  @Test
  void readingAnOldSchemaNeverChangesWhatIsWritten() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int seed = 0; seed < PAIRS; seed++) {
        check(seed, threads);
      }
    }
  }

  private static void check(int seed, ExecutorService threads) throws Exception {
    RandomVersions versions = new RandomVersions(seed);
    Serializer old = serializer(seed, 0, versions.oldThing, versions.oldPart);
    Serializer now = serializer(seed, 1, versions.newPart, versions.newThing);
    Object before = versions.make(versions.oldThing);
    Object after = versions.make(versions.newThing);
    byte[] written = old.toBytes(before);
    // Written by a serializer that has not read another version.
    byte[] expected = serializer(seed, 1, versions.newPart, versions.newThing).toBytes(after);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      tasks.add(() -> {
        Object read = Objects.requireNonNull(now.fromBytes(written, versions.newThing));
        assertEquals(
            RandomVersions.content(before, versions.newThing),
            RandomVersions.content(read, versions.oldThing),
            "seed=" + seed);
        return null;
      });
      tasks.add(() -> {
        assertArrayEquals(expected, now.toBytes(after), "seed=" + seed);
        Object read = Objects.requireNonNull(now.fromBytes(expected, versions.newThing));
        assertEquals(
            RandomVersions.content(after, versions.newThing),
            RandomVersions.content(read, versions.newThing),
            "seed=" + seed);
        return null;
      });
      tasks.add(() -> {
        readByOld(versions, old, expected, after, seed);
        return null;
      });
    }
    for (Future<Void> done : threads.invokeAll(tasks)) {
      done.get();
    }
    assertArrayEquals(written, old.toBytes(before), "seed=" + seed);
  }

  /// The old version reads the new one, unless a field has become wider.
  private static void readByOld(
      RandomVersions versions, Serializer old, byte[] bytes, Object after, int seed) {
    if (versions.isReversible) {
      Object read = Objects.requireNonNull(old.fromBytes(bytes, versions.oldThing));
      assertEquals(
          RandomVersions.content(after, versions.oldThing),
          RandomVersions.content(read, versions.newThing),
          "seed=" + seed);
      return;
    }
    try {
      old.fromBytes(bytes, versions.oldThing);
    } catch (SerializationException e) {
      boolean told = e.kind() == Kind.SCHEMA_MISMATCH || e.kind() == Kind.TYPE_MISMATCH;
      assertEquals(true, told, "seed=" + seed + " " + e);
    }
  }

  @Test
  void listOfChangesPredictsErrors() {
    for (int seed = 0; seed < PAIRS; seed++) {
      RandomVersions versions = new RandomVersions(seed);
      Serializer old = serializer(seed, 0, versions.oldThing, versions.oldPart);
      Serializer now = serializer(seed, 1, versions.newPart, versions.newThing);
      assertEquals(List.of(), incompatible(old, now), "seed=" + seed);
      byte[] bytes = now.toBytes(versions.make(versions.newThing));
      try {
        Object _ = old.fromBytes(bytes, versions.oldThing);
      } catch (SerializationException e) {
        assertNotEquals(List.of(), incompatible(now, old), "seed=" + seed + " " + e);
      }
    }
  }

  private static List<SchemaChange> incompatible(Serializer writer, Serializer reader) {
    return SchemaText.of(reader).changesSince(SchemaText.of(writer)).stream()
        .filter(change -> change.kind() == SchemaChange.Kind.INCOMPATIBLE)
        .toList();
  }

  private static Serializer serializer(int seed, int side, Class<?>... types) {
    Execution[] executions = Execution.values();
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .references((seed & 4) != 0)
        .compactNumbers((seed + side & 8) != 0)
        .execution(executions[(seed + side) % executions.length])
        .register(types)
        .build();
  }

  @Test
  void wrongExpectationIsAnError() {
    RandomVersions versions = new RandomVersions(3);
    Serializer now = serializer(0, 0, versions.newPart, versions.newThing);
    byte[] bytes = now.toBytes(versions.make(versions.newPart));
    assertThrows(SerializationException.class, () -> now.fromBytes(bytes, versions.newThing));
  }
}
