// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.testing.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedCollection;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// References that multiply a few values: each level holds the next one twice, so a walk through
/// all paths, such as a hash code, takes exponential time.
@SuppressWarnings({"NullAway", "IdentityHashMapUsage"})
class HostileReferencesTest {

  record Two(Object one, Object other) {}

  static final class Holder {
    SequencedCollection<Object> keys = new LinkedList<>();
  }

  private static final Serializer SERIALIZER = serializer(Execution.COMPILED);

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .references(true)
        .maxCollidingKeys(1_000)
        .register(Two.class, Holder.class)
        .execution(execution)
        .build();
  }

  private static Object levels(UnaryOperator<Object> level) {
    Object top = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      top = level.apply(top);
    }
    return top;
  }

  private static Object lists() {
    return levels(below -> new ArrayList<>(Arrays.asList(below, below)));
  }

  private static void assertRefused(Serializer serializer, byte[] bytes) {
    SerializationException e = Refused.soon(serializer, bytes, Object.class);
    assertEquals(SerializationException.Kind.LIMIT_EXCEEDED, e.kind(), e::getMessage);
    assertTrue(e.getMessage().contains("forever"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {22, 23, 25, 152, 164})
  void elementsOfSetsAreBounded(int number) {
    for (Object key :
        List.of(
            lists(),
            levels(below -> new Two(below, new ArrayList<>(Arrays.asList(below)))),
            levels(below -> Optional.of(new ArrayList<>(Arrays.asList(below, below)))))) {
      byte[] bytes = SERIALIZER.toBytes(new ArrayList<>(Arrays.asList(key)));
      ByteArrays.putInt(bytes, 4, number);
      assertRefused(SERIALIZER, bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 41, 43, 44, 160, 163})
  void keysOfMapsAreBounded(int number) {
    byte[] bytes = SERIALIZER.toBytes(identity());
    ByteArrays.putInt(bytes, 4, number);
    assertRefused(SERIALIZER, bytes);
  }

  private static IdentityHashMap<Object, Object> identity() {
    IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
    map.put(lists(), "x");
    return map;
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void elementsOfFieldsAreBounded(Execution execution) {
    Serializer serializer = serializer(execution);
    Holder holder = new Holder();
    holder.keys.add(lists());
    byte[] bytes = serializer.toBytes(holder);
    int reference = 16 + 4;
    assertEquals(19, ByteArrays.getInt(bytes, reference));
    ByteArrays.putInt(bytes, reference, 23);
    assertRefused(serializer, bytes);
  }

  /// A thousand keys with the same values are accepted.
  @Test
  void keysMayShareTheirContents() {
    List<Object> shared = new ArrayList<>(Collections.nCopies(600, "x"));
    Set<Object> keys = new HashSet<>();
    for (int i = 0; i < 2000; i++) {
      keys.add(new ArrayList<>(Arrays.asList(i, shared)));
    }
    assertEquals(keys, SERIALIZER.copy(keys));
  }

  /// Without a limit, more visits are allowed, but not an unlimited number.
  @Test
  void keysAreBoundedByDefault() {
    byte[] bytes = SERIALIZER.toBytes(new ArrayList<>(Arrays.asList(lists())));
    ByteArrays.putInt(bytes, 4, 22);
    assertRefused(Serializer.builder().references(true).build(), bytes);
  }

  /// Values whose hash codes are not needed are also accepted.
  @Test
  void otherContainersMayHoldAnything() {
    Object read = SERIALIZER.copy(lists());
    assertEquals(2, ((List<?>) read).size());
    assertEquals(1, SERIALIZER.copy(identity()).size());
  }
}
