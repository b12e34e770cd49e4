// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.SegueMarshaller;
import dev.segue.grpc.shm.internal.Frames;
import io.grpc.Compressor;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Serializes the messages of one end of a call. Every method runs code of the application, so the
/// caller must hold no lock.
///
/// @param <T> the type of the messages
final class Serialization<T> {

  private final Marshaller<T> marshaller;
  private final @Nullable SegueMarshaller<T> direct;
  private final int maxLength;
  private volatile @Nullable Compressor compressor;
  private volatile boolean enabled = true;

  /// @param maxLength the length of the longest message
  Serialization(Marshaller<T> marshaller, int maxLength) {
    this.marshaller = marshaller;
    this.direct = marshaller instanceof SegueMarshaller<T> segue ? segue : null;
    this.maxLength = maxLength;
  }

  /// Sets the compressor of messages, or null for none.
  void setCompressor(@Nullable Compressor newCompressor) {
    compressor = newCompressor;
  }

  /// Sets whether subsequent messages are compressed, if there is a compressor.
  void setCompressed(boolean newEnabled) {
    enabled = newEnabled;
  }

  /// Serializes a message.
  ///
  /// @throws RuntimeException if that fails, or the message is too long
  SerializedMessage serialize(T message) {
    Staging staging = Staging.take();
    Compressor used = enabled ? compressor : null;
    SegueMarshaller<T> segue = direct;
    if (segue != null && used == null) {
      staging.setLength(
          segue.serializer().write(Objects.requireNonNull(message, "message"), staging));
      requireShort(staging.length());
      return new SerializedMessage(staging, staging.length(), 0);
    }
    try (InputStream stream = marshaller.stream(message)) {
      return serialize(stream, staging, used);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Releases the resources of a message that will not be sent: closes its stream, as gRPC's own
  /// transports do.
  ///
  /// @throws RuntimeException if that fails
  void release(T message) {
    if (direct != null) {
      return;
    }
    try {
      marshaller.stream(message).close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private SerializedMessage serialize(
      InputStream stream, Staging staging, @Nullable Compressor compressing) throws IOException {
    int known = knownLength(stream);
    requireShort(known);
    Compressor used = known == 0 ? null : compressing;
    long size;
    try (OutputStream out = staging.output(used == null ? Math.max(0, known) : 0)) {
      if (used == null) {
        size = drain(stream, out);
      } else {
        try (OutputStream compressed = used.compress(out)) {
          size = drain(stream, compressed);
        }
      }
    }
    if (known >= 0) {
      requireLength(size, known);
    }
    int counted = (int) Math.min(size, Integer.MAX_VALUE);
    requireShort(counted);
    return new SerializedMessage(staging, counted, used == null ? 0 : Frames.COMPRESSED);
  }

  private static int knownLength(InputStream stream) throws IOException {
    return stream instanceof KnownLength || stream instanceof ByteArrayInputStream
        ? stream.available()
        : -1;
  }

  private static long drain(InputStream message, OutputStream out) throws IOException {
    return message instanceof Drainable drainable
        ? drainable.drainTo(out)
        : message.transferTo(out);
  }

  private void requireShort(int length) {
    if (length > maxLength) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("message too large %d > %d".formatted(length, maxLength))
          .asRuntimeException();
    }
  }

  private static void requireLength(long actual, int announced) {
    if (actual != announced) {
      throw Status.INTERNAL
          .withDescription("Message length inaccurate %d != %d".formatted(actual, announced))
          .asRuntimeException();
    }
  }

  private static StatusRuntimeException failed(IOException e) {
    return Status.INTERNAL
        .withDescription("Failed to frame message")
        .withCause(e)
        .asRuntimeException();
  }
}
