// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.testing.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Conversions between containers, with elements that the target does not support.
@SuppressWarnings("NullAway")
class HostileConversionTest {

  private static final String HERE =
      "dev.segue.serializer.internal.evolution.HostileConversionTest$";

  record Key(int a, int b) {}

  record Keyed0(List<Key> set) {}

  @Alias(HERE + "Keyed0")
  record Keyed1(Set<Key> set) {}

  record Lists0(Map<List<Key>, Integer> map) {}

  @Alias(HERE + "Lists0")
  record Lists1(Map<Set<Key>, Integer> map) {}

  record Numbers0(List<Integer> list, List<Integer> set) {}

  @Alias(HERE + "Numbers0")
  record Numbers1(CopyOnWriteArrayList<Integer> list, CopyOnWriteArraySet<Integer> set) {}

  private static SerializerBuilder builder() {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
  }

  /// Options for untrusted input.
  private static SerializerBuilder bounded() {
    return builder().maxCollidingKeys(1_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void collidingElementsOfAListAreRefusedQuickly(Execution execution) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      keys.add(new Key(i, -31 * i));
    }
    byte[] payload = builder().register(Keyed0.class, Key.class).build().toBytes(new Keyed0(keys));
    Serializer reader = bounded().register(Keyed1.class, Key.class).execution(execution).build();
    SerializationException e = Refused.soon(reader, payload, Keyed1.class);
    assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
    assertTrue(e.getMessage().contains("hash code"), e.getMessage());
  }

  @Test
  void keysThatCollideAfterConversionAreRefusedQuickly() {
    Map<List<Key>, Integer> map = new LinkedHashMap<>();
    for (int i = 0; i < 60_000; i++) {
      map.put(new ArrayList<>(List.of(new Key(0, i), new Key(0, -i))), i);
    }
    byte[] payload = builder().register(Lists0.class, Key.class).build().toBytes(new Lists0(map));
    Serializer reader = bounded().register(Lists1.class, Key.class).build();
    assertEquals(Kind.LIMIT_EXCEEDED, Refused.soon(reader, payload, Lists1.class).kind());
  }

  @Test
  void listWithDuplicatesIsReadAsASet() {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      keys.add(new Key(i % 3, 1));
    }
    byte[] payload = builder().register(Keyed0.class, Key.class).build().toBytes(new Keyed0(keys));
    Serializer reader = bounded().register(Keyed1.class, Key.class).build();
    assertEquals(Set.copyOf(keys), reader.fromBytes(payload, Keyed1.class).set());
  }

  @Test
  void copyOnWriteContainersAreFilledInOneStep() {
    Serializer writer = builder().register(Numbers0.class).build();
    Serializer reader = bounded().register(Numbers1.class).build();
    List<Integer> many = IntStream.range(0, 300_000).boxed().toList();
    List<Integer> few = List.of(3, 1, 3, 2);
    byte[] fine = writer.toBytes(new Numbers0(many, few));
    Numbers1 read =
        assertTimeoutPreemptively(Refused.SOON, () -> reader.fromBytes(fine, Numbers1.class));
    assertEquals(many, read.list());
    assertEquals(List.of(3, 1, 2), List.copyOf(read.set()));
    byte[] hostile = writer.toBytes(new Numbers0(few, many));
    assertEquals(Kind.LIMIT_EXCEEDED, Refused.soon(reader, hostile, Numbers1.class).kind());
  }

  record Moody(int a) {
    @Override
    public int hashCode() {
      throw new IllegalStateException("a=" + a);
    }
  }

  record Moods0(List<Moody> moods) {}

  @Alias(HERE + "Moods0")
  record Moods1(Set<Moody> moods) {}

  @Test
  void elementsThatThrowAreErrorsOfTheField() {
    byte[] payload =
        builder()
            .register(Moods0.class, Moody.class)
            .build()
            .toBytes(new Moods0(List.of(new Moody(1))));
    Serializer reader = builder().register(Moods1.class, Moody.class).build();
    SerializationException e = Refused.soon(reader, payload, Moods1.class);
    assertEquals(Kind.HOOK_FAILED, e.kind());
    assertEquals("Moods1.moods", e.path());
  }
}
