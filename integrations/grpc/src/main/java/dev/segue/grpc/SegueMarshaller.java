// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeRef;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A marshaller for messages that a [Serializer] writes and reads: records, beans, and every other
/// type that it supports.
///
/// {@snippet :
/// MethodDescriptor<Order, Receipt> place =
///     MethodDescriptor.<Order, Receipt>newBuilder()
///         .setType(MethodType.UNARY)
///         .setFullMethodName("shop.Orders/place")
///         .setRequestMarshaller(SegueMarshaller.of(serializer, Order.class))
///         .setResponseMarshaller(SegueMarshaller.of(serializer, Receipt.class))
///         .build();
/// }
///
/// A message is one payload. It is serialized when gRPC asks for its stream, into a pooled array,
/// which is returned when gRPC closes the stream; the stream knows its length. A received message
/// of more than 4 KiB in one piece is read directly from the transport's memory; others are copied
/// to a pooled array. For bytes that are passed on or have a format of their own, see [SegueBytes].
///
/// In [compatible mode][dev.segue.serializer.SchemaMode#COMPATIBLE], every message carries its
/// schema, unless the serializer has a [registry][dev.segue.serializer.SchemaRegistry]: calls share
/// connections, and a message may be retried on another connection.
///
/// **Errors.** Both [#stream] and [#parse] throw a [StatusRuntimeException] with the status
/// `INTERNAL`, a description, and the [SerializationException] as its cause. gRPC then ends only
/// this call: on a client with `CANCELLED`, including the cause; on a server, whose client does not
/// get the cause, with `INTERNAL` for a response, and `UNKNOWN` for a request.
///
/// Immutable and thread-safe.
///
/// @param <T> the type of the messages
public final class SegueMarshaller<T> implements MethodDescriptor.Marshaller<T> {

  private final Serializer serializer;
  private final Class<T> type;

  /// The type with its type arguments; null if it is a plain class.
  private final @Nullable TypeRef<T> generic;

  private SegueMarshaller(Serializer serializer, Class<T> type, @Nullable TypeRef<T> generic) {
    this.serializer = Objects.requireNonNull(serializer, "serializer");
    this.type = type;
    this.generic = generic;
  }

  /// Creates a marshaller for messages of a class.
  ///
  /// @param serializer writes and reads the messages; the peer registers the same classes
  /// @param type the class, or a supertype of the messages' classes
  /// @param <T> the type of the messages
  /// @return the marshaller
  public static <T> SegueMarshaller<T> of(Serializer serializer, Class<T> type) {
    return new SegueMarshaller<>(serializer, Objects.requireNonNull(type, "type"), null);
  }

  /// Creates a marshaller for messages of a generic type, such as `List<Order>`.
  ///
  /// @param serializer writes and reads the messages; the peer registers the same classes
  /// @param type the type
  /// @param <T> the type of the messages
  /// @return the marshaller
  @SuppressWarnings("unchecked") // the class of a type
  public static <T> SegueMarshaller<T> of(Serializer serializer, TypeRef<T> type) {
    Objects.requireNonNull(type, "type");
    return type.type() instanceof Class<?> raw
        ? new SegueMarshaller<>(serializer, (Class<T>) raw, null)
        : new SegueMarshaller<>(serializer, (Class<T>) Object.class, type);
  }

  /// Returns the serializer, for transports that serialize messages into their own memory.
  ///
  /// @return the serializer of the messages
  public Serializer serializer() {
    return serializer;
  }

  /// Serializes a message.
  ///
  /// @param value the message
  /// @return its stream, which is a [KnownLength], a [io.grpc.Drainable] and a [HasByteBuffer]. For
  ///   one thread at a time; must be closed
  /// @throws StatusRuntimeException if the message cannot be serialized
  @Override
  public InputStream stream(T value) {
    Objects.requireNonNull(value, "value");
    PooledArray pooled = PooledArray.take();
    try {
      return new MessageStream(pooled, serializer.write(value, pooled));
    } catch (SerializationException e) {
      pooled.giveBack();
      throw failed("cannot serialize a message of " + value.getClass().getName(), e);
    }
  }

  /// Reads a message from a stream that contains only this message. Does not close the stream.
  ///
  /// @param stream the bytes of the message
  /// @return the message, which does not refer to memory of the stream
  /// @throws StatusRuntimeException if the bytes are not a payload of this type, or the stream
  ///   fails
  @Override
  public T parse(InputStream stream) {
    try {
      boolean isKnown = stream instanceof KnownLength;
      int length = isKnown ? stream.available() : 0;
      // Copying a short message takes less time than looking at its memory through a buffer, above
      // all before that is compiled.
      boolean isLong = length > PooledArray.FIRST_BYTES;
      ByteBuffer whole = isKnown && isLong ? contiguous(stream, length) : null;
      return whole == null ? parseCopy(stream, isKnown, length) : read(whole);
    } catch (SerializationException e) {
      throw unreadable(e);
    } catch (IOException e) {
      throw failed("cannot read the stream of a message", e);
    }
  }

  /// Returns the memory of a stream, if it is in one piece and no value can refer to it.
  private @Nullable ByteBuffer contiguous(InputStream stream, int length) {
    if (serializer.returnsSlices()
        || !(stream instanceof HasByteBuffer buffers)
        || !buffers.byteBufferSupported()) {
      return null;
    }
    ByteBuffer first = buffers.getByteBuffer();
    return first != null && first.remaining() == length ? first : null;
  }

  private T parseCopy(InputStream stream, boolean isKnown, int length) throws IOException {
    if (serializer.returnsSlices()) {
      return read(ByteBuffer.wrap(isKnown ? stream.readNBytes(length) : stream.readAllBytes()));
    }
    PooledArray pooled = PooledArray.take();
    try {
      int filled = isKnown ? pooled.fill(stream, length) : pooled.fill(stream);
      return read(pooled.first(filled));
    } finally {
      pooled.giveBack();
    }
  }

  /// Serializes a message to memory, for transports with shared memory.
  ///
  /// @param value the message
  /// @param destination the memory to write to
  /// @param offset the offset of the message in the destination
  /// @return the length of the message in bytes
  /// @throws SerializationException if the message cannot be serialized, or does not fit
  public long write(T value, MemorySegment destination, long offset) {
    return serializer.write(Objects.requireNonNull(value, "value"), destination, offset);
  }

  /// Reads a message from memory that contains only this message, for the same transports.
  ///
  /// @param source the memory; if the serializer [returns slices][Serializer#returnsSlices], the
  ///   message may refer to it
  /// @return the message
  /// @throws StatusRuntimeException if the bytes are not a payload of this type
  public T read(MemorySegment source) {
    try {
      T value =
          generic == null ? serializer.read(source, 0, type) : serializer.read(source, 0, generic);
      requireEnd(serializer.payloadSize(source, 0), source.byteSize());
      return value;
    } catch (SerializationException e) {
      throw unreadable(e);
    }
  }

  private T read(ByteBuffer source) {
    int length = source.remaining();
    T value = generic == null ? serializer.read(source, type) : serializer.read(source, generic);
    requireEnd(length - source.remaining(), length);
    return value;
  }

  private static void requireEnd(long payload, long message) {
    if (payload != message) {
      throw failed(
          "a message of %d bytes holds a payload of %d bytes".formatted(message, payload), null);
    }
  }

  private StatusRuntimeException unreadable(SerializationException cause) {
    String name = generic == null ? type.getTypeName() : generic.toString();
    return failed("cannot read a message as " + name, cause);
  }

  private static StatusRuntimeException failed(String what, @Nullable Exception cause) {
    String description = cause == null ? what : what + ": " + cause.getMessage();
    return Status.INTERNAL.withDescription(description).withCause(cause).asRuntimeException();
  }

  /// Describes the marshaller.
  ///
  /// @return a text with its type and serializer; the format may change
  @Override
  public String toString() {
    return "SegueMarshaller[%s, %s]"
        .formatted(generic == null ? type.getTypeName() : generic, serializer);
  }
}
