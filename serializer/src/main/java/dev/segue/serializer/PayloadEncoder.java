// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.schema.OwnSchema;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes the payloads of one connection to buffers. It is what a [PayloadWriter] is to a stream,
/// for protocols with frames of their own: the [PayloadDecoder] at the other end gets each payload
/// whole.
///
/// {@snippet :
/// PayloadEncoder encoder = serializer.encoder(); // one for each connection
/// ByteBuf frame = allocator.buffer(); // of Netty
/// int length = encoder.write(order, bytes -> frame.ensureWritable(bytes).nioBuffer(0, bytes));
/// frame.writerIndex(length);
/// }
///
/// **Schemas.** In [SchemaMode#COMPATIBLE] without a registry, the first payload of a schema
/// carries the schema, and later ones only its fingerprint. So every payload must arrive, in order.
/// If one was lost and the connection goes on, call [#announceSchemas]. In other modes, payloads
/// are those of [Serializer#write(Object, IntFunction)].
///
/// One thread at a time may use an encoder; a second one gets an [IllegalStateException]. Many
/// encoders may share one serializer.
public final class PayloadEncoder {

  private final Payload payload;
  private final OnDemand whole;

  /// Writes fingerprints in place of schemas; the same as the other if no payload has a schema.
  private final OnDemand brief;

  private final Set<OwnSchema> announced = new HashSet<>();
  private final OneAtATime use = new OneAtATime("encoder");

  PayloadEncoder(Payload payload, OnDemand whole, OnDemand brief) {
    this.payload = payload;
    this.whole = whole;
    this.brief = brief;
  }

  /// Writes an object graph to a buffer that the caller provides, as [Serializer#write(Object,
  /// IntFunction)] does.
  ///
  /// @param value the root: an object of a registered class or of a supported JDK type, or null
  /// @param buffers returns a buffer with this many bytes; it must not use this encoder
  /// @return the number of bytes written to the buffer that was returned last
  /// @throws SerializationException in the same cases as [Serializer#write(Object, IntFunction)];
  ///   no schema counts as sent then, and the next object can be written
  /// @throws java.nio.ReadOnlyBufferException if a buffer is read-only
  /// @throws IllegalStateException if another call is in progress
  public int write(@Nullable Object value, IntFunction<ByteBuffer> buffers) {
    use.begin();
    try {
      OwnSchema schema = payload.covering(value);
      boolean isKnown = schema != null && announced.contains(schema);
      int length = (isKnown ? brief : whole).write(value, buffers);
      if (schema != null && !isKnown) {
        announced.add(schema);
      }
      return length;
    } finally {
      use.end();
    }
  }

  /// Returns whether a payload may depend on earlier ones, so that a lost one is a reason to call
  /// [#announceSchemas].
  ///
  /// @return true in [SchemaMode#COMPATIBLE]
  public boolean announcesSchemas() {
    return payload.isCompatible();
  }

  /// Includes each schema again with the next object that uses it, because a payload was lost or a
  /// reader has joined.
  ///
  /// @throws IllegalStateException if another call is in progress
  public void announceSchemas() {
    use.begin();
    announced.clear();
    use.end();
  }
}
