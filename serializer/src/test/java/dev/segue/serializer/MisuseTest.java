// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.testing.Graphs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every entry point with unusable memory: the result is an exception that names the problem.
class MisuseTest {

  /// The methods that write to, or read from, a segment at an offset.
  enum Way {
    WRITE(true) {
      @Override
      void go(Serializer serializer, Object value, MemorySegment segment, long offset) {
        serializer.write(value, segment, offset);
      }
    },
    WRITE_BUFFER(true) {
      @Override
      void go(Serializer serializer, Object value, MemorySegment segment, long offset) {
        serializer.write(value, segment.asSlice(offset).asByteBuffer());
      }
    },
    READ(false) {
      @Override
      void go(Serializer serializer, Object value, MemorySegment segment, long offset) {
        serializer.read(segment, offset, Object.class);
      }
    },
    READ_BUFFER(false) {
      @Override
      void go(Serializer serializer, Object value, MemorySegment segment, long offset) {
        serializer.read(segment.asSlice(offset).asByteBuffer(), Object.class);
      }
    },
    SIZE(false) {
      @Override
      void go(Serializer serializer, Object value, MemorySegment segment, long offset) {
        serializer.payloadSize(segment, offset);
      }
    };

    private final boolean writes;

    Way(boolean writes) {
      this.writes = writes;
    }

    abstract void go(Serializer serializer, Object value, MemorySegment segment, long offset);
  }

  private final Serializer compiled = serializer(Execution.COMPILED);
  private final Serializer interpreted = serializer(Execution.INTERPRETED);
  private final Object value = Graphs.Order.of(new Random(3));

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Graphs.TYPES).execution(execution).build();
  }

  private <E extends Throwable> List<E> always(
      Class<E> type, Predicate<Way> ways, MemorySegment segment, long offset) {
    List<E> thrown = new ArrayList<>();
    for (Way way : Way.values()) {
      if (ways.test(way)) {
        for (Serializer serializer : List.of(compiled, interpreted)) {
          E e =
              assertThrows(
                  type, () -> way.go(serializer, value, segment, offset), way + " " + segment);
          assertTrue(e.getMessage() != null && !e.getMessage().isBlank(), way + " " + e);
          thrown.add(e);
        }
      }
    }
    return thrown;
  }

  @Test
  void offsetsOutsideThrowIndexOutOfBounds() {
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment segment :
          List.of(
              arena.allocate(1000),
              MemorySegment.ofArray(new byte[1000]),
              MemorySegment.ofArray(new long[125]),
              MemorySegment.ofArray(new byte[1010]).asSlice(7, 1000))) {
        for (long offset : new long[] {-1, 1001, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
          always(
              IndexOutOfBoundsException.class,
              way -> !way.name().endsWith("BUFFER"),
              segment,
              offset);
        }
      }
    }
  }

  @Test
  void fullAndEmptyAreReported() {
    try (Arena arena = Arena.ofConfined()) {
      for (int size : new int[] {0, 1, 15}) {
        for (MemorySegment segment :
            List.of(
                arena.allocate(size),
                MemorySegment.ofArray(new byte[size]),
                MemorySegment.ofArray(new short[8]).asSlice(16 - size),
                MemorySegment.NULL)) {
          boolean bytes = segment.isNative() || segment.heapBase().orElse(null) instanceof byte[];
          Predicate<Way> possible = way -> bytes || !way.name().endsWith("BUFFER");
          for (SerializationException e :
              always(SerializationException.class, possible.and(way -> way.writes), segment, 0)) {
            assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
          }
          for (SerializationException e :
              always(SerializationException.class, possible.and(way -> !way.writes), segment, 0)) {
            assertEquals(Kind.MALFORMED_INPUT, e.kind());
          }
        }
      }
    }
  }

  @Test
  void readOnlyMemoryIsNotWrittenTo(@TempDir Path directory) throws IOException {
    byte[] bytes = compiled.toBytes(value);
    Path path = directory.resolve("file");
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                path,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(bytes));
      MemorySegment own = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      for (MemorySegment segment :
          List.of(
              own.asReadOnly(),
              MemorySegment.ofArray(bytes.clone()).asReadOnly(),
              MemorySegment.ofBuffer(ByteBuffer.wrap(bytes).asReadOnlyBuffer()),
              file.map(FileChannel.MapMode.READ_ONLY, 0, bytes.length, arena))) {
        for (IllegalArgumentException e :
            always(IllegalArgumentException.class, way -> way == Way.WRITE, segment, 0)) {
          assertTrue(String.valueOf(e.getMessage()).contains("read-only"), e::getMessage);
        }
        for (Serializer serializer : List.of(compiled, interpreted)) {
          assertThrows(
              ReadOnlyBufferException.class,
              () -> Way.WRITE_BUFFER.go(serializer, value, segment, 0));
        }
        assertEquals(value, compiled.read(segment, 0, Graphs.Order.class));
        assertEquals(value, interpreted.read(segment.asByteBuffer(), Graphs.Order.class));
      }
    }
  }

  @Test
  void memoryConfinedToAnotherThreadIsRefused() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(10_000);
      compiled.write(value, segment, 0);
      for (Thread.Builder builder : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
        FutureTask<Void> task =
            new FutureTask<>(() -> {
              always(WrongThreadException.class, _ -> true, segment, 0);
              return null;
            });
        builder.start(task);
        task.get();
      }
    }
  }

  @Test
  void memoryFromAClosedArenaIsRefused() {
    for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
      MemorySegment segment = arena.allocate(10_000);
      ByteBuffer buffer = segment.asByteBuffer();
      compiled.write(value, segment, 0);
      arena.close();
      always(IllegalStateException.class, way -> !way.name().endsWith("BUFFER"), segment, 0);
      assertThrows(IllegalStateException.class, () -> compiled.write(value, buffer));
      assertThrows(IllegalStateException.class, () -> compiled.read(buffer, Object.class));
      assertEquals(0, buffer.position());
    }
  }

  /// Any bytes can be inspected, but the memory must be accessible.
  @Test
  void inspectionOfInaccessibleMemoryThrows() throws Exception {
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(100);
      closed = segment;
      assertTrue(compiled.inspect(segment, 100).contains("cut off"));
      assertThrows(IndexOutOfBoundsException.class, () -> compiled.inspect(segment, 101));
      assertThrows(IndexOutOfBoundsException.class, () -> compiled.inspect(segment, -1));
      FutureTask<Void> task =
          new FutureTask<>(() -> {
            assertThrows(WrongThreadException.class, () -> compiled.inspect(segment, 0));
            return null;
          });
      Thread.startVirtualThread(task);
      task.get();
    }
    assertThrows(IllegalStateException.class, () -> compiled.inspect(closed, 0));
  }

  @Test
  void payloadsNeedNoAlignment() {
    byte[] bytes = compiled.toBytes(value);
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment segment :
          List.of(
              arena.allocate(bytes.length + 32, 64),
              MemorySegment.ofArray(new byte[bytes.length + 32]),
              MemorySegment.ofArray(new double[bytes.length / 8 + 5]))) {
        for (int offset = 0; offset < 17; offset++) {
          for (Serializer serializer : List.of(compiled, interpreted)) {
            assertEquals(bytes.length, serializer.write(value, segment, offset));
            assertEquals(value, serializer.read(segment, offset, Graphs.Order.class));
          }
        }
      }
    }
  }

  /// Beyond the range of an `int`, in a mapped file with a hole of three gibibytes.
  @ParameterizedTest
  @EnumSource
  void offsetsMayExceedTwoGibibytes(Execution execution, @TempDir Path directory)
      throws IOException {
    long offset = 3L << 30;
    Serializer serializer = serializer(execution);
    long size = offset + 10_000;
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                directory.resolve("sparse"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
      MemorySegment segment = file.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
      long length = serializer.write(value, segment, offset);
      assertEquals(serializer.toBytes(value).length, length);
      assertEquals(value, serializer.read(segment, offset, Graphs.Order.class));
      assertEquals(length, serializer.payloadSize(segment, offset));
      SerializationException small =
          assertThrows(
              SerializationException.class,
              () -> serializer.write(value, segment, size - length + 1));
      assertEquals(Kind.DESTINATION_TOO_SMALL, small.kind());
      assertTrue(small.offset() > offset, small.getMessage());
      SerializationException none =
          assertThrows(
              SerializationException.class,
              () -> serializer.read(segment, offset + length, Object.class));
      assertEquals(Kind.INCOMPATIBLE_FORMAT, none.kind());
      assertEquals(offset + length, none.offset());
    }
  }

  /// Another thread closes a shared arena during a write, and during a read.
  @ParameterizedTest
  @EnumSource
  void arenaCanBeClosedAtAnyMoment(Way way) throws Exception {
    byte[] bytes = compiled.toBytes(value);
    for (int round = 0; round < 40; round++) {
      Serializer serializer = (round & 1) == 0 ? compiled : interpreted;
      Arena arena = Arena.ofShared();
      MemorySegment segment = arena.allocate(bytes.length + 1);
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, segment, 1, bytes.length);
      CountDownLatch started = new CountDownLatch(1);
      Thread closer =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  started.await();
                  arena.close();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      assertThrows(
          IllegalStateException.class,
          () -> {
            while (true) {
              way.go(serializer, value, segment, 1);
              started.countDown();
            }
          });
      // The JVM may interrupt a thread that accesses the memory of a closing arena.
      Thread.interrupted();
      closer.join();
    }
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // on purpose
  void nullArgumentsAreNamed() {
    MemorySegment segment = MemorySegment.ofArray(new byte[100]);
    named("destination", () -> compiled.write("", (MemorySegment) null, 0));
    named("destination", () -> compiled.write("", (ByteBuffer) null));
    named("buffer", () -> compiled.write("", (GrowableBuffer) null));
    named("source", () -> compiled.read((MemorySegment) null, 0, String.class));
    named("source", () -> compiled.read((ByteBuffer) null, String.class));
    named("source", () -> compiled.payloadSize(null, 0));
    named("type", () -> compiled.read(segment, 0, (Class<?>) null));
    named("type", () -> compiled.read(segment, 0, (TypeRef<?>) null));
    named("type", () -> compiled.read(ByteBuffer.allocate(9), (Class<?>) null));
    named("type", () -> compiled.read(ByteBuffer.allocate(9), (TypeRef<?>) null));
    named("bytes", () -> compiled.fromBytes(null, String.class));
    named("bytes", () -> compiled.fromBytes(null, 0, 0, String.class));
    named("type", () -> compiled.fromBytes(new byte[9], (Class<?>) null));
    named("type", () -> compiled.fromBytes(new byte[9], (TypeRef<?>) null));
    named("type", () -> compiled.fromBytes(new byte[9], 0, 9, null));
    named("source", () -> compiled.payloadSize(null));
    named("bytes", () -> compiled.payloadSize(null, 0, 0));
    named("bytes", () -> compiled.inspect(null));
    named("stream", () -> compiled.writer((OutputStream) null));
    named("stream", () -> compiled.reader((InputStream) null));
    named("channel", () -> compiled.writer((WritableByteChannel) null));
    named("channel", () -> compiled.reader((ReadableByteChannel) null));
    named("type", () -> compiled.reader(InputStream.nullInputStream()).read((Class<?>) null));
    named(
        "consumer",
        () -> compiled.reader(InputStream.nullInputStream()).forEach(String.class, null));
    named("source", () -> compiled.inspect(null, 0));
    named("type", () -> compiled.explain(null));
    named("execution", () -> Serializer.builder().execution(null));
  }

  private static void named(String parameter, Executable executable) {
    NullPointerException e = assertThrows(NullPointerException.class, executable);
    assertEquals(parameter, e.getMessage());
  }

  /// A root of another type than requested is refused before any cast in the caller.
  @Test
  void unexpectedRootTypeIsRefused() {
    assertNull(compiled.fromBytesOrNull(compiled.toBytes(null), String.class));
    byte[] bytes = compiled.toBytes(5);
    for (Class<?> type : List.of(String.class, long.class, Long.class, void.class, int[].class)) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> compiled.fromBytes(bytes, type));
      assertEquals(Kind.TYPE_MISMATCH, e.kind());
    }
  }
}
