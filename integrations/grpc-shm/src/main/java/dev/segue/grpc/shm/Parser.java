// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.SegueMarshaller;
import io.grpc.Context;
import io.grpc.Decompressor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Parses the messages that one side of a call receives.
///
/// @param <T> the type of the messages
final class Parser<T> {

  private final Marshaller<T> marshaller;
  private final @Nullable SegueMarshaller<T> direct;
  private final int maxLength;
  private final Tracers<?> tracers;
  private volatile @Nullable Decompressor decompressor;
  private final Context context;

  /// @param maxLength the length of the longest message, compressed or not
  /// @param context the context in which messages are parsed
  Parser(Marshaller<T> marshaller, int maxLength, Tracers<?> tracers, Context context) {
    this.marshaller = marshaller;
    this.direct =
        marshaller instanceof SegueMarshaller<T> segue && !segue.serializer().returnsSlices()
            ? segue
            : null;
    this.maxLength = maxLength;
    this.tracers = tracers;
    this.context = context;
  }

  void setDecompressor(Decompressor newDecompressor) {
    decompressor = newDecompressor;
  }

  /// Whether messages can be read from memory.
  boolean isDirect() {
    return direct != null;
  }

  /// Checks the length and the compression of a message before it is received.
  void requireAcceptable(int length, boolean compressed) {
    if (length > maxLength) {
      throw Inbound.tooLong(maxLength, length).asRuntimeException();
    }
    if (compressed && decompressor == null) {
      throw Status.INTERNAL
          .withDescription("Can't decode compressed gRPC message as compression not configured")
          .asRuntimeException();
    }
  }

  /// Parses a message in the lane immediately, for a receiver on another thread. Only for {@link
  /// #isDirect} parsers, whose values are heap objects that can be dropped.
  ReceivedMessage<T> parsed(MemorySegment message) {
    SegueMarshaller<T> segue = Objects.requireNonNull(direct);
    int length = (int) message.byteSize();
    Context before = context.attach();
    try {
      return new Parsed<>(segue.read(message), length);
    } catch (RuntimeException | Error e) {
      return new Failed<>(e, length);
    } finally {
      context.detach(before);
    }
  }

  /// A message in the lane, which is parsed before the caller returns from the lane's handler.
  ReceivedMessage<T> inLane(MemorySegment message) {
    return new InLane(message);
  }

  /// A message on the heap, which is parsed later.
  ///
  /// @param bytes an array from {@link LargeArrays}, which is returned to that pool
  ReceivedMessage<T> onHeap(byte[] bytes, int length, boolean compressed) {
    return new OnHeap(bytes, length, compressed);
  }

  private record Parsed<T>(T value, int wireLength) implements ReceivedMessage<T> {
    @Override
    public boolean isCompressed() {
      return false;
    }

    @Override
    public void passTo(Consumer<? super T> receiver) {
      receiver.accept(value);
    }
  }

  private record Failed<T>(Throwable failure, int wireLength) implements ReceivedMessage<T> {
    @Override
    public boolean isCompressed() {
      return false;
    }

    @Override
    public void passTo(Consumer<? super T> receiver) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }

  private final class InLane implements ReceivedMessage<T> {
    private final MemorySegment message;

    InLane(MemorySegment message) {
      this.message = message;
    }

    @Override
    public int wireLength() {
      return (int) message.byteSize();
    }

    @Override
    public boolean isCompressed() {
      return false;
    }

    @Override
    public void passTo(Consumer<? super T> receiver) {
      SegueMarshaller<T> segue = direct;
      if (segue != null) {
        receiver.accept(segue.read(message));
        return;
      }
      try (MessageStream stream = MessageStream.borrowed(message)) {
        receiver.accept(marshaller.parse(stream));
      }
    }
  }

  private final class OnHeap implements ReceivedMessage<T> {
    private final int length;
    private final boolean compressed;
    private byte @Nullable [] bytes;

    OnHeap(byte[] bytes, int length, boolean compressed) {
      this.bytes = bytes;
      this.length = length;
      this.compressed = compressed;
    }

    @Override
    public int wireLength() {
      return length;
    }

    @Override
    public boolean isCompressed() {
      return compressed;
    }

    @Override
    public void passTo(Consumer<? super T> receiver) {
      byte[] known = take();
      SegueMarshaller<T> segue = compressed ? null : direct;
      if (segue != null) {
        // Not through the stream, which would copy read-only memory before reading it.
        T value = segue.read(MemorySegment.ofArray(known).asSlice(0, length));
        LargeArrays.giveBack(known);
        receiver.accept(value);
        return;
      }
      try (InputStream stream = open(known)) {
        receiver.accept(marshaller.parse(stream));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// Takes the array, which returns to its pool after the message is parsed.
    private byte[] take() {
      byte[] known = bytes;
      if (known == null) {
        throw new IllegalStateException("the message was read before");
      }
      bytes = null;
      return known;
    }

    private InputStream open(byte[] known) throws IOException {
      InputStream stream = MessageStream.of(known, length);
      Decompressor used = compressed ? decompressor : null;
      return used == null ? stream : new Limited(used.decompress(stream), maxLength, tracers);
    }
  }

  /// Limits the decompressed length of a message, and reports it to the tracers.
  private static final class Limited extends FilterInputStream {
    private final int maxLength;
    private final Tracers<?> tracers;
    private long count;

    Limited(InputStream in, int maxLength, Tracers<?> tracers) {
      super(in);
      this.maxLength = maxLength;
      this.tracers = tracers;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      add(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      add(Math.max(0, read));
      return read;
    }

    @Override
    public long skip(long n) throws IOException {
      long skipped = super.skip(n);
      add(skipped);
      return skipped;
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    private void add(long bytes) {
      count += bytes;
      if (count > maxLength) {
        throw Status.RESOURCE_EXHAUSTED
            .withDescription("Decompressed gRPC message exceeds maximum size " + maxLength)
            .asRuntimeException();
      }
      if (bytes > 0) {
        tracers.inboundUncompressedSize(bytes);
      }
    }
  }
}
