// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Graphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorsTest {

  record Unknown(int x) {}

  record Positive(int x) {
    Positive {
      if (x <= 0) {
        throw new IllegalArgumentException("x=" + x);
      }
    }
  }

  @SuppressWarnings("ClassCanBeStatic")
  class Inner {}

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Graphs.TYPES).execution(execution).build();
  }

  private static SerializationException fails(Kind kind, Executable executable) {
    SerializationException e = assertThrows(SerializationException.class, executable);
    assertEquals(kind, e.kind(), e::getMessage);
    return e;
  }

  private static void says(SerializationException e, String... parts) {
    assertAll(
        Arrays.stream(parts)
            .map(part -> () -> assertTrue(e.getMessage().contains(part), e.getMessage())));
  }

  @Test
  void usersCanNeitherCreateNorChangeErrors() {
    assertEquals(0, SerializationException.class.getConstructors().length);
    List<String> methods =
        Arrays.stream(SerializationException.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(Method::getName)
            .sorted()
            .toList();
    assertEquals(List.of("getMessage", "kind", "offset", "path"), methods);
  }

  /// The first error of a process is created before the exception's class has been used.
  @Test
  void firstErrorInitializesItsClass() throws Exception {
    URL[] classes = {
      SerializationException.class.getProtectionDomain().getCodeSource().getLocation()
    };
    ClassLoader parent = ClassLoader.getPlatformClassLoader();
    for (int first = 0; first < 2; first++) {
      try (URLClassLoader loader = new URLClassLoader(classes, parent)) {
        Class<?> errors = Class.forName(Errors.class.getName(), first == 0, loader);
        Class<?> exception =
            Class.forName(SerializationException.class.getName(), first != 0, loader);
        Class<?> kinds = Class.forName(Kind.class.getName(), true, loader);
        Object error =
            errors
                .getMethod("of", kinds, String.class)
                .invoke(null, kinds.getField("CYCLE").get(null), "round");
        assertTrue(exception.isInstance(error));
        assertEquals("round", ((Throwable) error).getMessage());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesAnUnregisteredClassAndThePathToIt(Execution execution) {
    Graphs.Holder holder = new Graphs.Holder();
    holder.next = new Graphs.Holder();
    holder.next.value = new ArrayList<Object>(List.of("", new Unknown(1)));
    SerializationException e =
        fails(Kind.UNREGISTERED_CLASS, () -> serializer(execution).toBytes(holder));
    says(e, Unknown.class.getName(), ".register(Unknown.class)");
    assertEquals("Holder.next.value[1]", e.path());
  }

  @ParameterizedTest
  @EnumSource
  void reportsTheMissingRoomForAnyDestinationSize(Execution execution) {
    Serializer serializer = serializer(execution);
    Graphs.Order order = Graphs.Order.of(new Random(1));
    byte[] whole = serializer.toBytes(order);
    try (Arena arena = Arena.ofConfined()) {
      for (int size = 0; size < whole.length; size++) {
        MemorySegment heap = MemorySegment.ofArray(new byte[size + 7]).asSlice(7);
        MemorySegment same = arena.allocate(size);
        for (MemorySegment segment : List.of(heap, same)) {
          SerializationException e =
              fails(Kind.DESTINATION_TOO_SMALL, () -> serializer.write(order, segment, 0));
          assertTrue(e.offset() >= 0 && e.offset() <= size, e.getMessage());
        }
      }
      MemorySegment exact = arena.allocate(whole.length);
      assertEquals(whole.length, serializer.write(order, exact, 0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void rejectsEveryTruncation(Execution execution) {
    Serializer serializer = serializer(execution);
    byte[] whole = serializer.toBytes(Graphs.Order.of(new Random(2)));
    try (Arena arena = Arena.ofConfined()) {
      for (int size = 0; size < whole.length; size++) {
        byte[] part = Arrays.copyOf(whole, size);
        MemorySegment segment = arena.allocate(size).copyFrom(MemorySegment.ofArray(part));
        fails(Kind.MALFORMED_INPUT, () -> serializer.fromBytes(part, Graphs.Order.class));
        fails(Kind.MALFORMED_INPUT, () -> serializer.read(segment, 0, Graphs.Order.class));
      }
    }
  }

  /// Flips bits and overwrites words. Reading throws nothing but a [SerializationException], and
  /// both executions agree on the result.
  @Test
  void survivesMutations() {
    Serializer compiled = serializer(Execution.COMPILED);
    Serializer interpreted = serializer(Execution.INTERPRETED);
    for (long seed = 0; seed < 4000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = compiled.toBytes(Graphs.Order.of(random));
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(bytes.length);
        bytes[at] =
            (byte)
                switch (random.nextInt(4)) {
                  case 0 -> bytes[at] ^ 1 << random.nextInt(8);
                  case 1 -> 0xff;
                  case 2 -> bytes[random.nextInt(bytes.length)];
                  default -> random.nextInt();
                };
      }
      String message = "seed=" + seed;
      assertEquals(outcome(interpreted, bytes), outcome(compiled, bytes), message);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
        assertEquals(
            outcome(compiled, bytes),
            outcome(() -> compiled.read(segment, 0, Object.class), compiled),
            message);
      }
    }
  }

  /// The kind of the error, or the bytes of the object that was read.
  private static Object outcome(Serializer serializer, byte[] bytes) {
    return outcome(() -> serializer.fromBytes(bytes, Object.class), serializer);
  }

  private static Object outcome(Supplier<@Nullable Object> read, Serializer serializer) {
    try {
      return HexFormat.of().formatHex(serializer.toBytes(read.get()));
    } catch (SerializationException e) {
      return e.kind();
    }
  }

  @ParameterizedTest
  @EnumSource
  void offsetIsRelativeToTheSegment(Execution execution) {
    Serializer serializer = serializer(execution);
    byte[] bytes = serializer.toBytes("text");
    bytes[0] = 0;
    MemorySegment slice = MemorySegment.ofArray(new byte[100]).asSlice(50);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, slice, 10, bytes.length);
    SerializationException e =
        fails(Kind.INCOMPATIBLE_FORMAT, () -> serializer.read(slice, 10, String.class));
    assertEquals(10, e.offset());
    SerializationException other =
        fails(
            Kind.INCOMPATIBLE_FORMAT,
            () ->
                serializer.read(
                    MemorySegment.ofArray(new int[25]).copyFrom(slice.asSlice(0, 40)),
                    10,
                    String.class));
    assertEquals(10, other.offset());
  }

  @ParameterizedTest
  @EnumSource
  void rejectsAnotherFormatVersion(Execution execution) {
    byte[] bytes = serializer(execution).toBytes("text");
    bytes[1] = 9;
    says(
        fails(Kind.INCOMPATIBLE_FORMAT, () -> serializer(execution).fromBytes(bytes, String.class)),
        "version 9");
  }

  @ParameterizedTest
  @EnumSource
  void rejectsAnotherType(Execution execution) {
    byte[] bytes = serializer(execution).toBytes(new Graphs.Point(1, 2));
    says(
        fails(Kind.TYPE_MISMATCH, () -> serializer(execution).fromBytes(bytes, String.class)),
        "Point",
        "String");
  }

  @ParameterizedTest
  @EnumSource
  void rejectsOtherRegistrations(Execution execution) {
    byte[] bytes = serializer(execution).toBytes(new Graphs.Point(1, 2));
    Serializer fewer =
        Serializer.builder().register(Graphs.Scalars.class).execution(execution).build();
    says(
        fails(Kind.MALFORMED_INPUT, () -> fewer.fromBytes(bytes, Object.class)),
        "no class is registered with id 5");
    Class<?>[] types = Graphs.TYPES.clone();
    List<Class<?>> swapped = Arrays.asList(types);
    swapped.set(5, Graphs.Holder.class);
    swapped.set(6, Graphs.Point.class);
    Serializer other =
        Serializer.builder()
            .register(swapped.toArray(Class<?>[]::new))
            .execution(execution)
            .build();
    String remedy = "schemaMode(SchemaMode.COMPATIBLE)";
    says(fails(Kind.SCHEMA_MISMATCH, () -> other.fromBytes(bytes, Object.class)), remedy);
    byte[] within = serializer(execution).toBytes(List.of(new Graphs.Point(1, 2)));
    says(fails(Kind.SCHEMA_MISMATCH, () -> other.fromBytes(within, List.class)), remedy);
  }

  @ParameterizedTest
  @EnumSource
  void endsACycleAtTheMaximumDepth(Execution execution) {
    Graphs.Holder holder = new Graphs.Holder();
    holder.next = holder;
    fails(Kind.TOO_DEEP, () -> serializer(execution).toBytes(holder));
    List<Object> list = new ArrayList<>();
    list.add(list);
    fails(Kind.TOO_DEEP, () -> serializer(execution).toBytes(list));
  }

  @ParameterizedTest
  @EnumSource
  void survivesStackOverflow(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(Graphs.TYPES)
            .execution(execution)
            .maxDepth(Integer.MAX_VALUE)
            .build();
    Graphs.Holder holder = new Graphs.Holder();
    holder.value = holder;
    MemorySegment large = MemorySegment.ofArray(new byte[50_000_000]);
    fails(Kind.TOO_DEEP, () -> serializer.write(holder, large, 0));
  }

  @ParameterizedTest
  @EnumSource
  void boundsTheDepthWhenReading(Execution execution) {
    Graphs.Holder holder = new Graphs.Holder();
    for (int i = 0; i < 99; i++) {
      Graphs.Holder outer = new Graphs.Holder();
      outer.next = holder;
      holder = outer;
    }
    Serializer deep =
        Serializer.builder().register(Graphs.TYPES).execution(execution).maxDepth(100).build();
    byte[] bytes = deep.toBytes(holder);
    deep.fromBytes(bytes, Graphs.Holder.class);
    Serializer shallow =
        Serializer.builder().register(Graphs.TYPES).execution(execution).maxDepth(99).build();
    fails(Kind.TOO_DEEP, () -> shallow.fromBytes(bytes, Graphs.Holder.class));
  }

  @ParameterizedTest
  @EnumSource
  void wrapsExceptionsOfConstructors(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Positive.class).execution(execution).build();
    byte[] bytes = serializer.toBytes(new Positive(1));
    bytes[16] = 0;
    SerializationException e =
        fails(Kind.CONSTRUCTION_FAILED, () -> serializer.fromBytes(bytes, Positive.class));
    says(e, "Positive", "x=0");
    assertInstanceOf(IllegalArgumentException.class, e.getCause());
  }

  @Test
  void refusesClassesThatCanNeverBeSerialized() {
    says(unsupported(new Object() {}.getClass()), "anonymous");
    says(unsupported(Runnable.class), "register its implementations");
    says(unsupported(Inner.class), "make it static");
    says(unsupported(String.class), "need no registration");
  }

  private static SerializationException unsupported(Class<?> type) {
    return fails(Kind.UNSUPPORTED_TYPE, () -> Serializer.builder().register(type).build());
  }

  @ParameterizedTest
  @EnumSource
  void misuseOfSegmentsThrowsJdkExceptions(Execution execution) throws Exception {
    Serializer serializer = serializer(execution);
    Graphs.Point point = new Graphs.Point(1, 2);
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(100);
      closed = segment;
      assertThrows(
          IllegalArgumentException.class, () -> serializer.write(point, segment.asReadOnly(), 0));
      assertThrows(IndexOutOfBoundsException.class, () -> serializer.write(point, segment, 101));
      assertThrows(IndexOutOfBoundsException.class, () -> serializer.write(point, segment, -1));
      serializer.write(point, segment, 0);
      assertEquals(point, serializer.read(segment.asReadOnly(), 0, Graphs.Point.class));
      Thread other =
          Thread.ofPlatform()
              .unstarted(() ->
                  assertThrows(
                      WrongThreadException.class, () -> serializer.write(point, segment, 0)));
      List<Throwable> thrown = new ArrayList<>();
      other.setUncaughtExceptionHandler((_, e) -> thrown.add(e));
      other.start();
      other.join();
      assertEquals(List.of(), thrown);
    }
    assertThrows(IllegalStateException.class, () -> serializer.write(point, closed, 0));
    assertThrows(IllegalStateException.class, () -> serializer.read(closed, 0, Graphs.Point.class));
  }

  /// A shared arena that another thread closes while an object is written causes an exception, at
  /// the latest at the next access, and never a crash.
  @ParameterizedTest
  @EnumSource
  void survivesAnArenaClosedMeanwhile(Execution execution) throws Exception {
    Serializer serializer = serializer(execution);
    Graphs.Order order = Graphs.Order.of(new Random(3));
    for (int round = 0; round < 50; round++) {
      Arena arena = Arena.ofShared();
      MemorySegment segment = arena.allocate(10_000);
      CountDownLatch writing = new CountDownLatch(1);
      Thread closer =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  writing.await();
                  arena.close();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      assertThrows(
          IllegalStateException.class,
          () -> {
            while (true) {
              serializer.write(order, segment, 0);
              writing.countDown();
              assertEquals(order, serializer.read(segment, 0, Graphs.Order.class));
            }
          });
      // The JVM interrupts the thread that it finds in the memory of a closing arena.
      Thread.interrupted();
      closer.join();
    }
  }
}
