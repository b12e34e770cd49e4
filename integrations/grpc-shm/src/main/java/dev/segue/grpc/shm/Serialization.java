// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.Outputs.ToHeap;
import dev.segue.grpc.shm.Outputs.ToMemory;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.MessageBody;
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
import org.jspecify.annotations.Nullable;

/// Turns the messages of one side of a call into bytes.
///
/// @param <T> the type of the messages
final class Serialization<T> {

  private static final int INITIAL_CAPACITY = 512;

  private final Marshaller<T> marshaller;
  private final @Nullable SegmentMarshaller<T> direct;
  private final int maxLength;
  private @Nullable Compressor compressor;

  /// @param maxLength the length of the longest message
  Serialization(Marshaller<T> marshaller, int maxLength) {
    this.marshaller = marshaller;
    this.direct = marshaller instanceof SegmentMarshaller<T> segments ? segments : null;
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

  /// Returns the message's stream, or null if the marshaller writes to memory.
  @Nullable InputStream streamUnlessDirect(T message) {
    return direct == null ? marshaller.stream(message) : null;
  }

  /// Returns the message for a lane, or null if its length is not known or it is too long for one
  /// record.
  ///
  /// @param stream the message's stream, or null if the marshaller writes to memory
  @Nullable MessageBody body(T message, @Nullable InputStream stream, long most)
      throws IOException {
    if (stream == null) {
      SegmentMarshaller<T> segments = direct;
      int bound = segments == null ? Integer.MAX_VALUE : segments.maxLength(message);
      return segments == null || bound > most ? null : new DirectBody(segments, message, bound);
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

  private final class DirectBody implements MessageBody {
    private final SegmentMarshaller<T> segments;
    private final T message;
    private final int bound;

    DirectBody(SegmentMarshaller<T> segments, T message, int bound) {
      this.segments = segments;
      this.message = message;
      this.bound = bound;
    }

    @Override
    public int maxLength() {
      return bound;
    }

    @Override
    public int write(MemorySegment memory) {
      int length = segments.write(message, memory);
      if (length < 0 || length > bound) {
        throw Status.INTERNAL
            .withDescription(
                "the marshaller returned the length %d, where %d was the longest"
                    .formatted(length, bound))
            .asRuntimeException();
      }
      requireShort(length);
      return length;
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
      requireShort(out.size());
      int flags = used == null ? 0 : Frames.COMPRESSED;
      return new Serialized(out.array(), out.size(), (int) size, flags);
    }
  }
}
