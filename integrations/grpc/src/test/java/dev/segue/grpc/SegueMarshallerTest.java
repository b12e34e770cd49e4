// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import io.grpc.Drainable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SegueMarshallerTest {

  record Order(String article, int quantity) {}

  record Content(ByteBuffer bytes) {}

  private static final Order ORDER = new Order("tea", 2);

  private final Serializer serializer =
      Serializer.builder().register(Order.class, Content.class).build();
  private final SegueMarshaller<Order> orders = SegueMarshaller.of(serializer, Order.class);

  @Test
  void streamsKnowTheirLengthAndDrain() throws IOException {
    byte[] expected = serializer.toBytes(ORDER);
    try (InputStream stream = orders.stream(ORDER)) {
      assertInstanceOf(KnownLength.class, stream);
      assertEquals(expected.length, stream.available());
      assertEquals(expected[0] & 0xff, stream.read());
      assertEquals(2, stream.skip(2));
      assertEquals(expected.length - 3, stream.available());
      ByteArrayOutputStream rest = new ByteArrayOutputStream();
      assertEquals(expected.length - 3, ((Drainable) stream).drainTo(rest));
      assertArrayEquals(Arrays.copyOfRange(expected, 3, expected.length), rest.toByteArray());
      assertEquals(0, stream.available());
      assertEquals(-1, stream.read());
      assertEquals(-1, stream.read(new byte[1]));
    }
    try (InputStream stream = orders.stream(ORDER)) {
      assertArrayEquals(expected, stream.readAllBytes());
    }
  }

  @Test
  void closedStreamsFail() throws IOException {
    InputStream stream = orders.stream(ORDER);
    stream.close();
    stream.close();
    assertEquals(0, stream.available());
    assertThrows(IOException.class, stream::read);
    assertThrows(
        IOException.class, () -> ((Drainable) stream).drainTo(new ByteArrayOutputStream()));
    assertThrows(UnsupportedOperationException.class, ((HasByteBuffer) stream)::getByteBuffer);
    Order other = new Order("coffee", 3);
    try (InputStream first = orders.stream(ORDER);
        InputStream second = orders.stream(other)) {
      assertEquals(ORDER, orders.parse(first));
      assertEquals(other, orders.parse(second));
    }
  }

  @Test
  void readsLongMessagesInOnePieceFromTheirMemory() {
    Order order = new Order("x".repeat(5_000), 2);
    byte[] bytes = serializer.toBytes(order);
    for (ByteBuffer content : List.of(ByteBuffer.wrap(bytes), Pieces.direct(bytes))) {
      Pieces stream = new Pieces(content, bytes.length);
      assertEquals(order, orders.parse(stream));
      assertEquals(1, stream.buffers);
      assertEquals(0, stream.reads);
    }
  }

  @Test
  void copiesShortMessagesToAnArray() {
    byte[] bytes = serializer.toBytes(ORDER);
    Pieces stream = new Pieces(Pieces.direct(bytes), bytes.length);
    assertEquals(ORDER, orders.parse(stream));
    assertEquals(0, stream.buffers);
    assertEquals(1, stream.reads);
  }

  @Test
  void readsMessagesInSeveralPieces() {
    byte[] bytes = serializer.toBytes(ORDER);
    for (int piece = 1; piece < bytes.length; piece++) {
      assertEquals(ORDER, orders.parse(new Pieces(Pieces.direct(bytes), piece)));
    }
    Order longer = new Order("x".repeat(5_000), 1);
    byte[] more = serializer.toBytes(longer);
    assertEquals(longer, orders.parse(new Pieces(Pieces.direct(more), more.length - 1)));
    assertEquals(ORDER, orders.parse(new ByteArrayInputStream(bytes)));
    Order large = new Order("x".repeat(3_000_000), 1);
    assertEquals(large, orders.parse(new ByteArrayInputStream(serializer.toBytes(large))));
    assertEquals(large, orders.parse(orders.stream(large)));
  }

  @Test
  void readsGenericTypes() {
    SegueMarshaller<List<Order>> lists =
        SegueMarshaller.of(serializer, new TypeRef<List<Order>>() {});
    assertEquals(List.of(ORDER), lists.parse(lists.stream(List.of(ORDER))));
    InputStream strings = new ByteArrayInputStream(serializer.toBytes(List.of("tea")));
    assertThrows(StatusRuntimeException.class, () -> lists.parse(strings));
    SegueMarshaller<Order> plain = SegueMarshaller.of(serializer, new TypeRef<Order>() {});
    assertEquals(ORDER, plain.parse(plain.stream(ORDER)));
  }

  @Test
  void messagesDoNotReferToTransportMemory() {
    Serializer slicing = Serializer.builder().register(Content.class).sliceBuffers(true).build();
    SegueMarshaller<Content> contents = SegueMarshaller.of(slicing, Content.class);
    Content content = new Content(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    byte[] bytes = slicing.toBytes(content);
    ByteBuffer memory = Pieces.direct(bytes);
    Content read = contents.parse(new Pieces(memory, bytes.length));
    for (int i = 0; i < bytes.length; i++) {
      memory.put(i, (byte) -1);
    }
    assertEquals(content, read);
    Content next = contents.parse(new ByteArrayInputStream(bytes));
    assertEquals(content, contents.parse(contents.stream(next)));
    assertEquals(content, next);
  }

  @Test
  void writesToAndReadsFromMemory() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(200);
      long length = orders.write(ORDER, memory, 8);
      assertEquals(ORDER, orders.read(memory.asSlice(8, length)));
      assertThrows(StatusRuntimeException.class, () -> orders.read(memory.asSlice(8, length + 1)));
      assertThrows(StatusRuntimeException.class, () -> orders.read(memory.asSlice(8, length - 1)));
    }
  }

  @Test
  void badMessagesAreInternalErrorsWithTheirCause() {
    byte[] bytes = serializer.toBytes(ORDER);
    for (int length = 0; length < bytes.length; length++) {
      internal(new ByteArrayInputStream(bytes, 0, length));
      internal(new Pieces(ByteBuffer.wrap(bytes, 0, length), 1000));
    }
    internal(new ByteArrayInputStream(serializer.toBytes("text")));
    internal(new ByteArrayInputStream(serializer.toBytes(null)));
    Status tooLong =
        Status.fromThrowable(
            assertThrows(
                StatusRuntimeException.class,
                () -> orders.parse(new ByteArrayInputStream(Arrays.copyOf(bytes, 99)))));
    assertEquals(Status.Code.INTERNAL, tooLong.getCode());
    assertEquals(
        "a message of 99 bytes holds a payload of " + bytes.length + " bytes",
        tooLong.getDescription());
  }

  private void internal(InputStream message) {
    StatusRuntimeException e =
        assertThrows(StatusRuntimeException.class, () -> orders.parse(message));
    assertEquals(Status.Code.INTERNAL, e.getStatus().getCode());
    assertInstanceOf(SerializationException.class, e.getCause());
    assertTrue(String.valueOf(e.getMessage()).contains(Order.class.getName()), e.getMessage());
  }

  @Test
  void objectsThatCannotBeWrittenAreInternalErrorsWithTheirCause() throws IOException {
    SegueMarshaller<Object> any = SegueMarshaller.of(serializer, Object.class);
    StatusRuntimeException e =
        assertThrows(StatusRuntimeException.class, () -> any.stream(new Thread()));
    assertEquals(Status.Code.INTERNAL, e.getStatus().getCode());
    assertInstanceOf(SerializationException.class, e.getCause());
    InputStream failing = InputStream.nullInputStream();
    failing.close();
    e = assertThrows(StatusRuntimeException.class, () -> orders.parse(failing));
    assertInstanceOf(IOException.class, e.getCause());
  }
}
