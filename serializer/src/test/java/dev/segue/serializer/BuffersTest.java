// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Graphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("jit")
class BuffersTest {

  record Unknown(int x) {}

  private final Serializer serializer = Serializer.builder().register(Graphs.TYPES).build();
  private final Graphs.Order order = Graphs.Order.of(new Random(7));

  private static SerializationException fails(
      Kind kind, org.junit.jupiter.api.function.Executable e) {
    SerializationException thrown = assertThrows(SerializationException.class, e);
    assertEquals(kind, thrown.kind(), thrown::getMessage);
    return thrown;
  }

  @Nested
  class Growable {

    static List<Supplier<GrowableBuffer>> buffers() {
      return List.of(
          () -> GrowableBuffer.ofConfined(1, 1 << 20), () -> GrowableBuffer.ofShared(1, 1 << 20));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void appendsPayloadsAndGrows(Supplier<GrowableBuffer> buffers) {
      Random random = new Random(1);
      List<Graphs.Order> orders = new ArrayList<>();
      List<Long> offsets = new ArrayList<>();
      try (GrowableBuffer buffer = buffers.get()) {
        for (int i = 0; i < 100; i++) {
          orders.add(Graphs.Order.of(random));
          offsets.add(buffer.byteSize());
          long length = serializer.write(orders.get(i), buffer);
          assertEquals(buffer.byteSize(), offsets.get(i) + length);
          assertArrayEquals(
              serializer.toBytes(orders.get(i)),
              buffer.slice(offsets.get(i), length).toArray(ValueLayout.JAVA_BYTE));
        }
        assertTrue(buffer.capacity() >= buffer.byteSize());
        MemorySegment all = buffer.segment();
        long offset = 0;
        for (int i = 0; i < 100; i++) {
          assertEquals(offsets.get(i), offset);
          assertEquals(orders.get(i), serializer.read(all, offset, Graphs.Order.class));
          offset += serializer.payloadSize(all, offset);
        }
        assertEquals(all.byteSize(), offset);
      }
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void growingInvalidatesOldSlicesAndClosingInvalidatesAll(Supplier<GrowableBuffer> buffers) {
      GrowableBuffer buffer = buffers.get();
      serializer.write("a", buffer);
      MemorySegment old = buffer.segment();
      serializer.write(new long[1000], buffer);
      assertThrows(IllegalStateException.class, () -> old.get(ValueLayout.JAVA_BYTE, 0));
      assertEquals("a", serializer.read(buffer.segment(), 0, String.class));
      MemorySegment last = buffer.segment();
      buffer.close();
      buffer.close();
      assertThrows(IllegalStateException.class, () -> last.get(ValueLayout.JAVA_BYTE, 0));
      for (IllegalStateException e :
          List.of(
              assertThrows(IllegalStateException.class, buffer::segment),
              assertThrows(IllegalStateException.class, buffer::clear),
              assertThrows(IllegalStateException.class, () -> buffer.slice(0, 1)),
              assertThrows(IllegalStateException.class, () -> serializer.write("b", buffer)))) {
        assertEquals("the buffer is closed", e.getMessage());
      }
      assertTrue(buffer.toString().contains("closed"), buffer::toString);
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void isReusedAfterClearAndTruncate(Supplier<GrowableBuffer> buffers) {
      try (GrowableBuffer buffer = buffers.get()) {
        long first = serializer.write(order, buffer);
        serializer.write("dropped", buffer);
        buffer.truncate(first);
        assertEquals(first, buffer.byteSize());
        long capacity = buffer.capacity();
        MemorySegment before = buffer.segment();
        buffer.clear();
        assertEquals(0, buffer.byteSize());
        serializer.write(order, buffer);
        assertEquals(capacity, buffer.capacity());
        assertEquals(order, serializer.read(before, 0, Graphs.Order.class));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.truncate(first + 1));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(0, first + 1));
      }
    }

    @Test
    void doesNotGrowBeyondItsMaximum() {
      try (GrowableBuffer buffer = GrowableBuffer.ofConfined(16, 1000)) {
        long first = serializer.write("fits", buffer);
        SerializationException e =
            fails(Kind.DESTINATION_TOO_SMALL, () -> serializer.write(new byte[2000], buffer));
        assertTrue(e.getMessage().contains("maxBytes=1000"), e.getMessage());
        assertEquals(1000, buffer.capacity());
        assertEquals(first, buffer.byteSize());
        assertEquals("fits", serializer.read(buffer.segment(), 0, String.class));
        assertTrue(serializer.write(new byte[900], buffer) > 900);
      }
      assertThrows(IllegalArgumentException.class, () -> GrowableBuffer.ofConfined(0, 1));
      assertThrows(IllegalArgumentException.class, () -> GrowableBuffer.ofShared(2, 1));
    }

    @Test
    void keepsItsContentWhenAnObjectIsRefused() {
      try (GrowableBuffer buffer = GrowableBuffer.ofConfined()) {
        long first = serializer.write("fits", buffer);
        fails(Kind.UNREGISTERED_CLASS, () -> serializer.write(new Unknown(1), buffer));
        assertEquals(first, buffer.byteSize());
      }
    }

    @Test
    void confinedBufferBelongsToItsThread() throws Exception {
      try (GrowableBuffer buffer = GrowableBuffer.ofConfined(1, 4096)) {
        FutureTask<Void> task =
            new FutureTask<>(() -> {
              assertThrows(WrongThreadException.class, () -> serializer.write(order, buffer));
              assertThrows(WrongThreadException.class, buffer::close);
              return null;
            });
        Thread.ofVirtual().start(task);
        task.get();
        serializer.write("still open", buffer);
      }
    }

    @Test
    void sharedBufferMovesBetweenThreads() throws Exception {
      try (GrowableBuffer buffer = GrowableBuffer.ofShared(1, 4096)) {
        FutureTask<Long> task = new FutureTask<>(() -> serializer.write("there", buffer));
        Thread.ofVirtual().start(task);
        long first = task.get();
        serializer.write("here", buffer);
        assertEquals("there", serializer.read(buffer.segment(), 0, String.class));
        assertEquals("here", serializer.read(buffer.segment(), first, String.class));
      }
    }

    @Test
    void sharedBufferCanBeClosedDuringAWrite() throws Exception {
      for (int round = 0; round < 50; round++) {
        GrowableBuffer buffer = GrowableBuffer.ofShared(1, 1 << 20);
        CountDownLatch writing = new CountDownLatch(1);
        Thread closer =
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    writing.await();
                    buffer.close();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        assertThrows(
            IllegalStateException.class,
            () -> {
              while (true) {
                serializer.write(order, buffer);
                writing.countDown();
                if (buffer.byteSize() > 100_000) {
                  buffer.clear();
                }
              }
            });
        Thread.interrupted();
        closer.join();
      }
    }

    /// Applies to compiled code. The payload contains an array and is too long to be staged, since
    /// only one of the two methods stages payloads.
    @Test
    void allocatesNoMoreThanASegmentWhileItDoesNotGrow() {
      Serializer serializer = Serializer.builder().register(StagingTest.Note.class).build();
      StagingTest.Note note = StagingTest.Note.of(6000);
      try (Arena arena = Arena.ofConfined();
          GrowableBuffer buffer = GrowableBuffer.ofConfined()) {
        MemorySegment segment = arena.allocate(1 << 15);
        double plain = Allocation.perRun(() -> serializer.write(note, segment, 0));
        double grown =
            Allocation.perRunOnceCompiled(
                plain + 1,
                () -> {
                  buffer.clear();
                  serializer.write(note, buffer);
                });
        assertTrue(grown < plain + 1, "bytes per write: " + grown + ", to a segment: " + plain);
      }
    }
  }

  @Nested
  class ByteBuffers {

    static List<IntFunction<ByteBuffer>> buffers() {
      return List.of(
          ByteBuffer::allocate,
          ByteBuffer::allocateDirect,
          size -> ByteBuffer.allocate(size + 9).position(4).slice().limit(size),
          size -> ByteBuffer.allocateDirect(size + 9).position(4).slice().limit(size),
          size -> Arena.ofAuto().allocate(size).asByteBuffer());
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void payloadsStartAndEndAtThePosition(IntFunction<ByteBuffer> buffers) {
      byte[] bytes = serializer.toBytes(order);
      for (ByteOrder byteOrder : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
        ByteBuffer buffer = buffers.apply(2 * bytes.length + 10).order(byteOrder);
        buffer.position(3);
        assertEquals(bytes.length, serializer.write(order, buffer));
        assertEquals(3 + bytes.length, buffer.position());
        serializer.write("second", buffer);
        buffer.flip().position(3);
        byte[] there = new byte[bytes.length];
        buffer.get(3, there);
        assertArrayEquals(bytes, there);
        for (ByteBuffer source : List.of(buffer.asReadOnlyBuffer(), buffer)) {
          assertEquals(order, serializer.read(source, Graphs.Order.class));
          assertEquals(3 + bytes.length, source.position());
          assertEquals("second", serializer.read(source, String.class));
          assertFalse(source.hasRemaining());
        }
        assertSame(byteOrder, buffer.order());
      }
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void keepTheirPositionOnFailure(IntFunction<ByteBuffer> buffers) {
      byte[] bytes = serializer.toBytes(order);
      ByteBuffer buffer = buffers.apply(bytes.length + 4).position(5);
      fails(Kind.DESTINATION_TOO_SMALL, () -> serializer.write(order, buffer));
      assertEquals(5, buffer.position());
      buffer.position(4);
      serializer.write(order, buffer);
      assertFalse(buffer.hasRemaining());
      buffer.position(4).limit(buffer.limit() - 1);
      fails(Kind.MALFORMED_INPUT, () -> serializer.read(buffer, Graphs.Order.class));
      assertEquals(4, buffer.position());
      buffer.limit(buffer.limit() + 1);
      fails(Kind.TYPE_MISMATCH, () -> serializer.read(buffer, String.class));
      assertEquals(4, buffer.position());
      fails(Kind.INCOMPATIBLE_FORMAT, () -> serializer.read(buffer.position(3), Object.class));
      assertThrows(
          ReadOnlyBufferException.class,
          () -> serializer.write(order, buffer.position(0).asReadOnlyBuffer()));
    }
  }

  @Nested
  class Arrays {

    @Test
    void haveTheLengthOfThePayload() {
      for (int length = 0; length < 3_000_000; length = 3 * length + 100) {
        byte[] bytes = serializer.toBytes(new byte[length]);
        assertEquals(length, assertNotNull2(serializer.fromBytes(bytes, byte[].class)).length);
        assertEquals(bytes.length, serializer.payloadSize(MemorySegment.ofArray(bytes), 0));
      }
      assertEquals("small again", serializer.copy("small again"));
    }

    private static byte[] assertNotNull2(byte @org.jspecify.annotations.Nullable [] array) {
      assertNotNull(array);
      return array;
    }

    @Test
    void payloadSizeOfOtherBytesIsAnError() {
      MemorySegment none = MemorySegment.ofArray(new byte[100]);
      fails(Kind.INCOMPATIBLE_FORMAT, () -> serializer.payloadSize(none, 3));
      fails(Kind.MALFORMED_INPUT, () -> serializer.payloadSize(none, 90));
      assertThrows(IndexOutOfBoundsException.class, () -> serializer.payloadSize(none, 101));
    }
  }

  @Nested
  class Copies {

    @Test
    void areEqualButShareNothing() {
      Graphs.Order same = serializer.copy(order);
      assertEquals(order, same);
      assertNotSame(order, same);
      assertNotSame(order.tags, same.tags);
      assertSame(Graphs.Status.CLOSED, copyOfStatus());
      assertNull(serializer.<@org.jspecify.annotations.Nullable Object>copy(null));
    }

    private Graphs.Status copyOfStatus() {
      List<Graphs.Status> list =
          Serializer.builder()
              .register(Graphs.Status.class)
              .build()
              .copy(new ArrayList<>(List.of(Graphs.Status.CLOSED)));
      return list.getFirst();
    }

    @Test
    void failLikeWriting() {
      fails(Kind.UNREGISTERED_CLASS, () -> serializer.copy(new Unknown(1)));
      assertEquals("as good as before", serializer.copy("as good as before"));
    }

    /// A constructor that copies an object during a copy: each copy uses its own memory.
    record Nosy(String name, List<String> others) {
      static final Serializer SERIALIZER = Serializer.builder().register(Nosy.class).build();

      Nosy {
        if (others.size() < 3) {
          List<String> more = new ArrayList<>(others);
          more.add("more");
          Nosy unused = SERIALIZER.copy(new Nosy(name, more));
          assertEquals(more, unused.others);
        }
      }
    }

    @Test
    void canBeMadeDuringACopy() {
      Nosy nosy = new Nosy("n", new ArrayList<>());
      assertEquals(nosy, Nosy.SERIALIZER.copy(nosy));
    }
  }
}
