// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.SegueMarshaller;
import dev.segue.grpc.shm.Outputs.ToHeap;
import dev.segue.grpc.shm.Outputs.ToMemory;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.MessageBody;
import dev.segue.serializer.SerializationException;
import io.grpc.Compressor;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Turns the messages of one side of a call into bytes.
///
/// @param <T> the type of the messages
final class Serialization<T> {

  private static final int INITIAL_CAPACITY = 512;

  /// Which part of the longest record is claimed for a message of unknown length.
  private static final int DIRECT_SHARE = 4;

  private static final ByteBuffer NO_ROOM = ByteBuffer.allocate(0);

  private final Marshaller<T> marshaller;
  private final @Nullable SegueMarshaller<T> direct;
  private final int maxLength;
  private @Nullable Compressor compressor;

  /// @param maxLength the length of the longest message
  Serialization(Marshaller<T> marshaller, int maxLength) {
    this.marshaller = marshaller;
    this.direct = marshaller instanceof SegueMarshaller<T> segue ? segue : null;
    this.maxLength = maxLength;
  }

  /// A message on the heap.
  ///
  /// @param bytes its bytes, and possibly more
  /// @param length the number of its bytes, compressed or not
  /// @param size its length before compression
  /// @param flags of its frame
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Serialized(byte[] bytes, int length, int size, int flags) {}

  void setCompressor(@Nullable Compressor newCompressor) {
    compressor = newCompressor;
  }

  boolean hasCompressor() {
    return compressor != null;
  }

  static StatusRuntimeException failed(IOException e) {
    return Status.INTERNAL
        .withDescription("Failed to frame message")
        .withCause(e)
        .asRuntimeException();
  }

  /// Returns the message's stream, or null if a serializer writes the message to memory.
  @Nullable InputStream streamUnlessDirect(T message) {
    return direct == null ? marshaller.stream(message) : null;
  }

  /// Returns the message for a lane, or null if its length is not known or it is too long for one
  /// record.
  ///
  /// @param stream the message's stream, or null if a serializer writes the message to memory
  @Nullable MessageBody body(T message, @Nullable InputStream stream, int most) throws IOException {
    if (stream == null) {
      SegueMarshaller<T> segue = direct;
      return segue == null ? null : new DirectBody(segue, message, most / DIRECT_SHARE);
    }
    int length = knownLength(stream);
    requireShort(length);
    return length < 0 || length > most ? null : new StreamBody(stream, length);
  }

  private static int knownLength(InputStream stream) throws IOException {
    return stream instanceof KnownLength || stream instanceof ByteArrayInputStream
        ? stream.available()
        : -1;
  }

  private void requireShort(int length) {
    if (length > maxLength) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("message too large %d > %d".formatted(length, maxLength))
          .asRuntimeException();
    }
  }

  /// A message that its serializer writes to the lane. The claim is larger than most messages,
  /// because the length is known only then; unused memory of a claim costs nothing.
  private final class DirectBody implements MessageBody {
    private final SegueMarshaller<T> segue;
    private final T message;
    private final int bound;

    DirectBody(SegueMarshaller<T> segue, T message, int bound) {
      this.segue = segue;
      this.message = message;
      this.bound = bound;
    }

    @Override
    public int maxLength() {
      return bound;
    }

    @Override
    public int write(MemorySegment memory) {
      ByteBuffer buffer = memory.asByteBuffer();
      try {
        // The serializer knows how long recent messages were, and gives up before it begins.
        int length =
            segue.serializer().write(message, bytes -> bytes <= bound ? buffer.clear() : NO_ROOM);
        requireShort(length);
        return length;
      } catch (SerializationException e) {
        if (e.kind() == SerializationException.Kind.DESTINATION_TOO_SMALL) {
          return -1;
        }
        throw e;
      }
    }
  }

  private record StreamBody(InputStream stream, int length) implements MessageBody {

    @Override
    public int maxLength() {
      return length;
    }

    @Override
    public int write(MemorySegment memory) throws IOException {
      requireLength(Outputs.drain(stream, new ToMemory(memory)), length);
      return length;
    }
  }

  private static void requireLength(long actual, int announced) {
    if (actual != announced) {
      throw Status.INTERNAL
          .withDescription("Message length inaccurate %d != %d".formatted(actual, announced))
          .asRuntimeException();
    }
  }

  /// Serializes a message to the heap.
  ///
  /// @param known the message's stream, or null to create it
  Serialized toHeap(T message, @Nullable InputStream known, boolean compressing)
      throws IOException {
    try (InputStream stream = known == null ? marshaller.stream(message) : known) {
      int length = knownLength(stream);
      requireShort(length);
      Compressor used = compressing && length != 0 ? compressor : null;
      ToHeap out = new ToHeap(length < 0 || used != null ? INITIAL_CAPACITY : length);
      long size;
      if (used == null) {
        size = Outputs.drain(stream, out);
      } else {
        try (OutputStream compressed = used.compress(out)) {
          size = Outputs.drain(stream, compressed);
        }
      }
      if (length >= 0) {
        requireLength(size, length);
      }
      requireShort((int) Math.min(size, Integer.MAX_VALUE));
      int flags = used == null ? 0 : Frames.COMPRESSED;
      return new Serialized(out.array(), out.size(), (int) size, flags);
    }
  }
}
