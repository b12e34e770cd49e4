// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/// Immutable bytes that are a whole message of gRPC: content that has its own format, or that a
/// proxy hands on without reading it. What `ByteString` is in Protocol Buffers, without a field
/// around it: the bytes of the message are these bytes, and nothing else.
///
/// {@snippet :
/// interface Blobs {
///   SegueBytes get(String name);
///   Iterator<SegueBytes> echo(Iterator<SegueBytes> pieces);
/// }
/// }
///
/// A [SegueService] takes and returns them as in this interface. Services that you describe
/// yourself use [#marshaller].
///
/// **Ownership.** A received message is copied once, from the transport's memory to an array of its
/// own, and needs no release: it stays valid after its call, its stream and its connection have
/// ended, until the garbage collector frees it. Sending it copies the bytes once, to the memory of
/// the transport, so a message can be sent any number of times, on any connection. [#slice] and the
/// read-only views share the array. Only [#wrap] shares it with its caller, who must not change it
/// afterwards.
///
/// **Threads.** Immutable: any number of threads may read and send the same bytes at the same time.
public final class SegueBytes {

  private static final SegueBytes EMPTY = new SegueBytes(new byte[0], 0, 0);

  private static final Marshaller<SegueBytes> MARSHALLER = new BytesMarshaller();

  private final byte[] array;
  private final int offset;
  private final int size;

  private SegueBytes(byte[] array, int offset, int size) {
    this.array = array;
    this.offset = offset;
    this.size = size;
  }

  /// Returns no bytes.
  ///
  /// @return the empty message
  public static SegueBytes empty() {
    return EMPTY;
  }

  /// Copies an array.
  ///
  /// @param bytes the bytes
  /// @return a copy of them
  public static SegueBytes copyOf(byte[] bytes) {
    return wrap(bytes.clone());
  }

  /// Copies a segment.
  ///
  /// @param bytes the bytes, in heap or native memory
  /// @return a copy of them
  /// @throws IllegalStateException if the segment has more bytes than an array can have
  public static SegueBytes copyOf(MemorySegment bytes) {
    return wrap(bytes.toArray(ValueLayout.JAVA_BYTE));
  }

  /// Takes an array without copying it.
  ///
  /// @param bytes the bytes, which must not change from now on: other threads may be sending them
  /// @return these bytes
  public static SegueBytes wrap(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new SegueBytes(bytes, 0, bytes.length);
  }

  /// Returns the marshaller, for descriptors of methods. Its messages are the bytes themselves, so
  /// that a peer may use any library that passes on the bytes of a message.
  ///
  /// A message that is shorter than its stream announces, or whose stream fails, ends its call as
  /// `INTERNAL`, as [with other marshallers][SegueMarshaller].
  ///
  /// @return the marshaller, which is thread-safe
  public static Marshaller<SegueBytes> marshaller() {
    return MARSHALLER;
  }

  /// Returns the number of bytes.
  ///
  /// @return the number, from 0
  public int size() {
    return size;
  }

  /// Returns some of the bytes without copying them. The slice keeps all of them in memory.
  ///
  /// @param from the index of the first byte
  /// @param count the number of bytes
  /// @return these bytes
  /// @throws IndexOutOfBoundsException if there are fewer bytes
  public SegueBytes slice(int from, int count) {
    int checked = Objects.checkFromIndexSize(from, count, size);
    if (count == size) {
      return this;
    }
    return count == 0 ? EMPTY : new SegueBytes(array, offset + checked, count);
  }

  /// Copies the bytes.
  ///
  /// @return a new array
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + size);
  }

  /// Returns a view of the bytes.
  ///
  /// @return a read-only segment of heap memory
  public MemorySegment asSegment() {
    return MemorySegment.ofArray(array).asSlice(offset, size).asReadOnly();
  }

  /// Returns a view of the bytes.
  ///
  /// @return a new read-only buffer, from position 0
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(array, offset, size).slice().asReadOnlyBuffer();
  }

  /// Writes the bytes to a stream, which must not keep or change the array that it gets.
  ///
  /// @param out the stream
  /// @throws IOException if the stream fails
  public void writeTo(OutputStream out) throws IOException {
    out.write(array, offset, size);
  }

  /// Opens a stream of the bytes, for gRPC.
  BytesStream open() {
    return new BytesStream(this, array, offset, size);
  }

  /// Compares the bytes.
  @Override
  public boolean equals(Object other) {
    return other instanceof SegueBytes bytes
        && Arrays.equals(
            array, offset, offset + size, bytes.array, bytes.offset, bytes.offset + bytes.size);
  }

  /// Returns a hash of all bytes, which takes time in proportion to their number.
  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + size; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  /// Describes the bytes.
  ///
  /// @return a text with their number; the format may change
  @Override
  public String toString() {
    return "SegueBytes[" + size + " bytes]";
  }
}
