// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks that [Execution#INTERPRETED] runs none of the optimized code, so that tests that compare
/// it with [Execution#COMPILED] compare two implementations. Trees have only one implementation.
class InterpretationTest {

  private static final Set<String> FAST = Set.of("TreeWriter", "TreeReader", "Scalars");

  /// Records which classes are running when one of its instances is written and read.
  @SuppressWarnings("serial") // not serialized by the JDK
  public static final class Probe implements Externalizable {

    static Set<String> writing = Set.of();
    static Set<String> reading = Set.of();

    @Override
    public void writeExternal(ObjectOutput out) {
      writing = working();
    }

    @Override
    public void readExternal(ObjectInput in) {
      reading = working();
    }

    private static Set<String> working() {
      return StackWalker.getInstance()
          .walk(frames -> frames.map(StackWalker.StackFrame::getClassName).collect(toSet()))
          .stream()
          .map(name -> name.substring(name.lastIndexOf('.') + 1))
          .filter(FAST::contains)
          .collect(toSet());
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Holder(List<Object> list, Map<Object, Object> map, Object any, Object[] array) {}

  static List<Object> roots() {
    List<Object> list = List.of(new ArrayList<>(List.of(new Probe())));
    Map<Object, Object> map = new HashMap<>(Map.of("key", list));
    return List.of(
        list,
        map,
        new Object[] {list},
        new Holder(list, new HashMap<>(), 1, new Object[0]),
        new Holder(List.of(), map, 1, new Object[0]),
        new Holder(List.of(), new HashMap<>(), map, new Object[0]),
        new Holder(List.of(), new HashMap<>(), 1, new Object[] {list}));
  }

  @ParameterizedTest
  @MethodSource("roots")
  void interpretsValuesOfUndeclaredClasses(Object root) {
    Serializer interpreted = serializer(Execution.INTERPRETED);
    byte[] bytes = interpreted.toBytes(root);
    assertEquals(Set.of("TreeWriter"), Probe.writing);
    interpreted.fromBytes(bytes, Object.class);
    assertEquals(Set.of("TreeReader"), Probe.reading);
  }

  @ParameterizedTest
  @MethodSource("roots")
  void compiledCodeUsesOptimizedPaths(Object root) {
    Serializer compiled = serializer(Execution.COMPILED);
    byte[] bytes = compiled.toBytes(root);
    assertEquals(Set.of("TreeWriter"), Probe.writing);
    compiled.fromBytes(bytes, Object.class);
    assertEquals(Set.of("TreeReader"), Probe.reading);
    assertArrayEquals(serializer(Execution.INTERPRETED).toBytes(root), bytes);
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Holder.class, Probe.class).execution(execution).build();
  }
}
