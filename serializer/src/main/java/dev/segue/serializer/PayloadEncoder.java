// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.growing.Growing;
import dev.segue.serializer.internal.growing.GrowingBuffers;
import dev.segue.serializer.internal.growing.Writing;
import dev.segue.serializer.internal.payload.Announced;
import dev.segue.serializer.internal.payload.Payload;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes the payloads of one connection to buffers. It is the counterpart of a [PayloadWriter] for
/// protocols with their own frames: the [PayloadDecoder] of the peer gets each payload as a whole.
///
/// {@snippet :
/// PayloadEncoder encoder = serializer.encoder(); // one for each connection
/// ByteBuf frame = allocator.buffer(); // of Netty
/// int length = encoder.write(order, bytes -> frame.ensureWritable(bytes).nioBuffer(0, bytes));
/// frame.writerIndex(length);
/// }
///
/// **Schemas.** In [SchemaMode#COMPATIBLE] without a registry, the first payload of a schema
/// carries the schema, and later ones only its fingerprint; in [SchemaMode#CONSISTENT], the same
/// applies to the names of classes that [rules][SerializerBuilder#allow] allow. So every payload
/// must arrive, in order. If one was lost and the connection stays open, call [#announceSchemas].
/// Otherwise, payloads are the same as [Serializer#write(Object, IntFunction)] writes.
///
/// One thread at a time may use an encoder; a second one gets an [IllegalStateException]. Many
/// encoders may share one serializer.
public final class PayloadEncoder {

  private final Announced announced = new Announced();
  private final Payload payload;
  private final Writing writing;
  private final OneAtATime use = new OneAtATime("encoder");

  PayloadEncoder(Growing growing, Payload payload) {
    this.payload = payload.announcing(announced);
    this.writing = new Writing(growing.of(this.payload));
  }

  /// Writes an object graph to a buffer that the caller provides, as [Serializer#write(Object,
  /// IntFunction)] does.
  ///
  /// @param value the root: an object of a registered class or of a supported JDK type, or null
  /// @param buffers returns a buffer with at least the given number of bytes; it must not use this
  ///   encoder
  /// @return the number of bytes written to the buffer that was returned last
  /// @throws SerializationException in the same cases as [Serializer#write(Object, IntFunction)];
  ///   no schema counts as sent then, and the next object can be written
  /// @throws java.nio.ReadOnlyBufferException if a buffer is read-only
  /// @throws IllegalStateException if another call is in progress
  public int write(@Nullable Object value, IntFunction<ByteBuffer> buffers) {
    use.begin();
    try {
      announced.begin();
      int length = GrowingBuffers.write(writing, value, buffers);
      announced.sent();
      return length;
    } finally {
      use.end();
    }
  }

  /// Returns whether a payload may depend on earlier ones, so that a lost one is a reason to call
  /// [#announceSchemas].
  ///
  /// @return true in [SchemaMode#COMPATIBLE], and with [rules][SerializerBuilder#allow]
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
