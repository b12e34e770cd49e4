// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Drainable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class SegueBytesTest {

  private static final Marshaller<SegueBytes> MARSHALLER = SegueBytes.marshaller();

  static SegueBytes content(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (31 * i + size);
    }
    return SegueBytes.wrap(bytes);
  }

  @Test
  void messageIsTheBytesThemselves() throws IOException {
    for (int size : new int[] {0, 1, 64, 100_000}) {
      SegueBytes bytes = content(size);
      try (InputStream stream = MARSHALLER.stream(bytes)) {
        assertInstanceOf(KnownLength.class, stream);
        assertEquals(size, stream.available());
        assertArrayEquals(bytes.toByteArray(), stream.readAllBytes());
        assertEquals(0, stream.available());
      }
    }
  }

  @Test
  void streamOfASliceDrainsItsRest() throws IOException {
    byte[] all = content(100).toByteArray();
    SegueBytes slice = content(100).slice(10, 20);
    try (InputStream stream = MARSHALLER.stream(slice)) {
      assertEquals(all[10] & 0xff, stream.read());
      assertEquals(slice.slice(1, 19), MARSHALLER.parse(stream));
      ByteBuffer view = Objects.requireNonNull(((HasByteBuffer) stream).getByteBuffer());
      assertEquals(slice.slice(1, 19).asByteBuffer(), view);
      assertThrows(ReadOnlyBufferException.class, () -> view.put(0, (byte) 1));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertEquals(19, ((Drainable) stream).drainTo(out));
      assertEquals(slice.slice(1, 19), SegueBytes.wrap(out.toByteArray()));
      assertEquals(0, ((Drainable) stream).drainTo(out));
      assertEquals(-1, stream.read());
      assertEquals(0, MARSHALLER.parse(stream).size());
    }
  }

  /// As gRPC's in-process transport does.
  @Test
  void streamThatIsPassedOnIsNotCopied() {
    SegueBytes bytes = content(50);
    assertSame(bytes, MARSHALLER.parse(MARSHALLER.stream(bytes)));
  }

  @Test
  void messageOutlivesTheTransportsMemory() {
    byte[] expected = content(1000).toByteArray();
    for (int piece : new int[] {1, 7, 999, 1000}) {
      ByteBuffer memory = Pieces.direct(expected);
      SegueBytes read = MARSHALLER.parse(new Pieces(memory, piece));
      for (int i = 0; i < expected.length; i++) {
        memory.put(i, (byte) -1);
      }
      assertArrayEquals(expected, read.toByteArray());
    }
  }

  @Test
  void streamsOfUnknownLengthAreReadToTheirEnd() {
    for (int size : new int[] {0, 1, 100_000}) {
      byte[] bytes = content(size).toByteArray();
      InputStream stream = new FilterInputStream(new ByteArrayInputStream(bytes)) {};
      assertArrayEquals(bytes, MARSHALLER.parse(stream).toByteArray());
    }
  }

  private static final class Truncated extends InputStream implements KnownLength {
    @Override
    public int available() {
      return 10;
    }

    @Override
    public int read() {
      return -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return length == 0 ? 0 : -1;
    }
  }

  @Test
  void shortAndFailingStreamsAreInternalErrors() throws IOException {
    InputStream failing = InputStream.nullInputStream();
    failing.close();
    for (InputStream stream : List.of(new Truncated(), failing)) {
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> MARSHALLER.parse(stream));
      assertEquals(Status.Code.INTERNAL, e.getStatus().getCode());
      assertInstanceOf(IOException.class, e.getCause());
    }
  }

  @Test
  void copiesAreIndependentOfTheirSource() {
    byte[] array = {1, 2, 3};
    SegueBytes ofArray = SegueBytes.copyOf(array);
    SegueBytes ofSegment;
    try (Arena arena = Arena.ofConfined()) {
      ofSegment = SegueBytes.copyOf(arena.allocate(3).copyFrom(MemorySegment.ofArray(array)));
    }
    SegueBytes wrapped = SegueBytes.wrap(array);
    array[0] = 9;
    assertArrayEquals(new byte[] {1, 2, 3}, ofArray.toByteArray());
    assertEquals(ofArray, ofSegment);
    assertEquals(9, wrapped.asByteBuffer().get(0));
    byte[] copy = ofArray.toByteArray();
    copy[0] = 9;
    assertEquals(1, ofArray.asByteBuffer().get(0));
  }

  @Test
  void viewsAreReadOnly() throws IOException {
    SegueBytes slice = content(100).slice(10, 20);
    assertTrue(slice.asSegment().isReadOnly());
    assertEquals(-1, slice.asSegment().mismatch(MemorySegment.ofArray(slice.toByteArray())));
    assertTrue(slice.asByteBuffer().isReadOnly());
    assertEquals(ByteBuffer.wrap(slice.toByteArray()), slice.asByteBuffer());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    slice.writeTo(out);
    assertArrayEquals(slice.toByteArray(), out.toByteArray());
  }

  @Test
  void slicesAreComparedByTheirBytes() {
    SegueBytes bytes = content(100);
    SegueBytes slice = bytes.slice(10, 20);
    SegueBytes copy = SegueBytes.copyOf(slice.toByteArray());
    assertEquals(copy, slice);
    assertEquals(copy.hashCode(), slice.hashCode());
    assertEquals(bytes.slice(15, 3), slice.slice(5, 3));
    assertNotEquals(bytes.slice(11, 20), slice);
    assertNotEquals(bytes.slice(10, 19), slice);
    assertFalse(slice.equals(slice.asByteBuffer()));
    assertSame(bytes, bytes.slice(0, 100));
    assertSame(SegueBytes.empty(), slice.slice(20, 0));
    assertEquals("SegueBytes[20 bytes]", slice.toString());
    assertThrows(IndexOutOfBoundsException.class, () -> slice.slice(1, 20));
    assertThrows(IndexOutOfBoundsException.class, () -> slice.slice(-1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> slice.slice(21, 0));
  }
}
