// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.growing.GrowingArray;
import dev.segue.serializer.internal.payload.Payload;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the payloads of one connection from buffers, as a [PayloadEncoder] writes them.
///
/// {@snippet :
/// PayloadDecoder decoder = serializer.decoder(); // one for each connection
/// Order order = decoder.read(frame.nioBuffer(), Order.class);
/// }
///
/// The objects refer to no memory of the buffer, even if the serializer [returns
/// slices][SerializerBuilder#sliceBuffers]: the buffer may be reused or freed as soon as the call
/// has returned.
///
/// **Schemas.** In [SchemaMode#COMPATIBLE], a payload may refer to a schema that came with an
/// earlier one of this connection. A decoder keeps up to 64 schemas, of 4 MiB together, in addition
/// to the schemas that the serializer keeps. In this mode, a payload is first copied to an array
/// that the decoder reuses; in other modes, it is read in place.
///
/// One thread at a time may use a decoder; a second one gets an [IllegalStateException]. Many
/// decoders may share one serializer. Offsets of errors count from the buffer's position.
public final class PayloadDecoder {

  private final Payload payload;
  private final Reading reading;
  private final boolean copies;
  private final GrowingArray scratch = GrowingArray.create();
  private final AnnouncedSchemas announced = new AnnouncedSchemas();
  private final OneAtATime use = new OneAtATime("decoder");

  PayloadDecoder(Payload payload, Reading reading) {
    this.payload = payload;
    this.reading = reading;
    this.copies = payload.isCompatible() || payload.registry().options().slices();
  }

  /// Reads an object graph from a buffer, beginning at its position.
  ///
  /// @param source the buffer to read from: on the heap, direct, read-only, or a slice. Its
  ///   position moves to the end of the payload, or stays if this fails
  /// @param type the type of the root, or any supertype of it
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases as [Serializer#read(ByteBuffer, Class)]; with
  ///   the kind [UNKNOWN_SCHEMA][SerializationException.Kind#UNKNOWN_SCHEMA] if the payload refers
  ///   to a schema that this connection has not announced. The next payload can be read
  /// @throws IllegalStateException if another call is in progress
  public <T> T read(ByteBuffer source, Class<T> type) {
    Objects.requireNonNull(source, "source");
    Class<T> boxed = Reading.boxed(Objects.requireNonNull(type, "type"));
    use.begin();
    try {
      if (!copies) {
        return reading.required(source, type);
      }
      int length = copy(source);
      T root = Reading.required(boxed.cast(readCopy(length, boxed)), type, 0);
      source.position(source.position() + length);
      return root;
    } finally {
      scratch.trim();
      use.end();
    }
  }

  /// Reads an object graph of a generic type, as [#read(ByteBuffer, Class)] does.
  ///
  /// @param source the buffer to read from
  /// @param type the type of the root
  /// @param <T> that type
  /// @return the root
  /// @throws SerializationException in the same cases, or if the root holds an object that its type
  ///   arguments exclude
  public <T> T read(ByteBuffer source, TypeRef<T> type) {
    Objects.requireNonNull(source, "source");
    Class<?> raw = Objects.requireNonNull(type, "type").raw();
    use.begin();
    try {
      if (!copies) {
        return reading.required(source, type);
      }
      int length = copy(source);
      T root = Reading.required(reading.checked(readCopy(length, raw), type), type, 0);
      source.position(source.position() + length);
      return root;
    } finally {
      scratch.trim();
      use.end();
    }
  }

  /// Copies a payload to the array, or the available part of an incomplete one.
  ///
  /// @return its length
  private int copy(ByteBuffer source) {
    long stated = reading.byteSize(source);
    int length = (int) Math.min(stated, source.remaining());
    source.get(source.position(), scratch.ofAtLeast(length), 0, length);
    if (length == stated && payload.isCompatible()) {
      announced.note(scratch.array(), length);
    }
    return length;
  }

  private @Nullable Object readCopy(int length, Class<?> type) {
    return announced.read(payload, scratch.array(), length, type);
  }
}
