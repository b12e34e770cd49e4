// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Graphs of the default maximum depth fit a thread's usual stack, whatever their objects. With a
/// smaller stack, an error states the depth.
class StackDepthTest {

  private static final long USUAL_STACK_BYTES = 1 << 20;

  static final class Declared {
    @Nullable Declared next;
  }

  static final class Any {
    @Nullable Object next;
  }

  record Chain(@Nullable Object next, @Nullable Chain chain) {}

  static final class Lists {
    List<Lists> lists = new ArrayList<>();
    Map<String, Lists> map = new HashMap<>();
    Optional<Lists> optional = Optional.empty();
  }

  static final class Own extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;
  }

  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    Failed(@Nullable Throwable cause) {
      super("failed", cause, true, false);
    }
  }

  static final class Coded {
    @Nullable Object next;
  }

  @SuppressWarnings("serial") // never serialized by the JDK
  static final class Hooked implements Serializable {
    @Nullable Object next;

    private Object readResolve() {
      return this;
    }
  }

  @SuppressWarnings("serial") // never serialized that way
  static final class External implements Externalizable {
    @Nullable Object next;

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(next);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      next = in.readObject();
    }
  }

  /// Creates each kind of object that can hold another object, one level deep.
  private static final Map<String, UnaryOperator<Object>> SHAPES = new LinkedHashMap<>();

  static {
    SHAPES.put(
        "declared",
        below -> {
          Declared made = new Declared();
          made.next = below instanceof Declared declared ? declared : null;
          return made;
        });
    SHAPES.put(
        "any",
        below -> {
          Any made = new Any();
          made.next = below;
          return made;
        });
    SHAPES.put("record", below -> new Chain(below, null));
    SHAPES.put(
        "lists",
        below -> {
          Lists made = new Lists();
          if (below instanceof Lists lists) {
            made.lists.add(lists);
          }
          return made;
        });
    SHAPES.put(
        "maps",
        below -> {
          Lists made = new Lists();
          if (below instanceof Lists lists) {
            made.map.put("a", lists);
          }
          return made;
        });
    SHAPES.put(
        "optionals",
        below -> {
          Lists made = new Lists();
          if (below instanceof Lists lists) {
            made.optional = Optional.of(lists);
          }
          return made;
        });
    SHAPES.put("linked", below -> new LinkedList<>(List.of(below)));
    SHAPES.put("map", below -> new HashMap<>(Map.of("a", below)));
    SHAPES.put("immutable", below -> List.of(below));
    SHAPES.put("unmodifiable", below -> Collections.unmodifiableList(Arrays.asList(below)));
    SHAPES.put("treeMap", below -> new TreeMap<>(Map.of("a", below)));
    SHAPES.put("vector", below -> new Vector<>(List.of(below)));
    SHAPES.put("array", below -> new Object[] {below});
    SHAPES.put("typedArray", below -> new Comparable<?>[][] {{"a"}});
    SHAPES.put("entry", below -> Map.entry("a", below));
    SHAPES.put("reference", below -> new AtomicReference<>(below));
    SHAPES.put(
        "own",
        below -> {
          Own made = new Own();
          made.add(below);
          return made;
        });
    SHAPES.put("failed", below -> new Failed(below instanceof Failed failed ? failed : null));
    SHAPES.put("failedJdk", below -> new RuntimeException(below instanceof Exception e ? e : null));
    SHAPES.put(
        "coded",
        below -> {
          Coded made = new Coded();
          made.next = below;
          return made;
        });
    SHAPES.put(
        "hooked",
        below -> {
          Hooked made = new Hooked();
          made.next = below;
          return made;
        });
    SHAPES.put(
        "external",
        below -> {
          External made = new External();
          made.next = below;
          return made;
        });
  }

  private static Serializer serializer(Execution execution, SchemaMode mode, boolean references) {
    return builder(execution, mode, references).build();
  }

  private static SerializerBuilder builder(
      Execution execution, SchemaMode mode, boolean references) {
    return Serializer.builder()
        .register(
            Declared.class,
            Any.class,
            Chain.class,
            Lists.class,
            Own.class,
            Failed.class,
            Hooked.class,
            External.class)
        .register(
            TypeSurrogate.of(
                Coded.class,
                Object[].class,
                coded -> new @Nullable Object[] {coded.next},
                state -> {
                  Coded coded = new Coded();
                  coded.next = state[0];
                  return coded;
                }))
        .execution(execution)
        .schemaMode(mode)
        .references(references);
  }

  private static <T> T onStack(long bytes, Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(null, task, "stack", bytes);
    thread.start();
    return task.get();
  }

  private static Object deep(UnaryOperator<Object> shape, int levels) {
    Object deep = "a";
    for (int i = 0; i < levels; i++) {
      deep = shape.apply(deep);
    }
    return deep;
  }

  /// As many levels of a shape as the maximum depth allows.
  private static Object deepest(Serializer serializer, UnaryOperator<Object> shape) {
    int low = 1;
    int high = BuilderOptions.DEFAULT_MAX_DEPTH + 2;
    while (high - low > 1) {
      int levels = (low + high) / 2;
      try {
        assertTrue(serializer.toBytes(deep(shape, levels)).length > 0);
        low = levels;
      } catch (SerializationException e) {
        assertEquals(Kind.TOO_DEEP, e.kind(), e::getMessage);
        assertTrue(e.getMessage().startsWith("nested more than"), e::getMessage);
        high = levels;
      }
    }
    return deep(shape, low);
  }

  static Stream<Arguments> ways() {
    return Stream.of(Execution.COMPILED, Execution.INTERPRETED)
        .flatMap(execution ->
            Stream.of(SchemaMode.values())
                .flatMap(mode ->
                    Stream.of(true, false).map(refs -> Arguments.of(execution, mode, refs))));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void defaultDepthFitsTheUsualStack(Execution execution, SchemaMode mode, boolean references)
      throws Exception {
    Serializer serializer = serializer(execution, mode, references);
    for (Map.Entry<String, UnaryOperator<Object>> shape : SHAPES.entrySet()) {
      Object back =
          assertDoesNotThrow(
              () ->
                  onStack(
                      USUAL_STACK_BYTES,
                      () -> {
                        Object deepest = deepest(serializer, shape.getValue());
                        return serializer.fromBytes(serializer.toBytes(deepest), Object.class);
                      }),
              shape.getKey());
      assertNotNull(back);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void errorOnASmallStackStatesTheDepth(Execution execution) throws Exception {
    Serializer serializer =
        builder(execution, SchemaMode.CONSISTENT, false).maxDepth(1 << 20).build();
    Object deep = deep(Objects.requireNonNull(SHAPES.get("any")), 20_000);
    SerializationException e =
        onStack(
            1 << 18,
            () -> assertThrows(SerializationException.class, () -> serializer.toBytes(deep)));
    assertEquals(Kind.TOO_DEEP, e.kind());
    assertTrue(e.pathLength() > 20 && e.pathLength() < 20_000, e::getMessage);
    String levels = "(about " + e.pathLength() + " levels)";
    assertTrue(e.getMessage().contains(levels), e::getMessage);
    assertTrue(e.path().startsWith("Any.next.next"), e::getMessage);
    byte[] bytes = onStack(1L << 28, () -> serializer.toBytes(deep));
    SerializationException read =
        onStack(
            1 << 18,
            () ->
                assertThrows(
                    SerializationException.class, () -> serializer.fromBytes(bytes, Object.class)));
    assertEquals(Kind.TOO_DEEP, read.kind());
    assertTrue(read.getMessage().contains("levels)"), read::getMessage);
  }

  @ParameterizedTest
  @EnumSource
  void inspectFitsASmallStack(SchemaMode mode) throws Exception {
    Serializer serializer = serializer(Execution.INTERPRETED, mode, mode == SchemaMode.COMPATIBLE);
    for (UnaryOperator<Object> shape : SHAPES.values()) {
      byte[] bytes = serializer.toBytes(deepest(serializer, shape));
      MemorySegment segment = MemorySegment.ofArray(bytes);
      String tree = onStack(1 << 18, () -> serializer.inspect(segment, 0));
      assertTrue(tree.contains("trailer"), tree);
    }
  }
}
