// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A message handler that passes the values of messages to a consumer. A subscriber reuses it for
/// its next poll, so that polls do not allocate one.
final class Decoder<T extends @Nullable Object> implements MessageHandler {

  private final MessageCodec<T> codec;
  private final CodecMemory memory;
  private Consumer<? super T> consumer = _ -> {};

  Decoder(MessageCodec<T> codec, CodecMemory memory) {
    this.codec = codec;
    this.memory = memory;
  }

  /// Returns this decoder if it is for the given codec, otherwise null.
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // The same codec has the same type.
  <U extends @Nullable Object> @Nullable Decoder<U> forCodec(MessageCodec<U> wanted) {
    return (Object) codec == wanted ? (Decoder<U>) this : null;
  }

  Decoder<T> to(Consumer<? super T> newConsumer) {
    consumer = newConsumer;
    return this;
  }

  @Override
  public void onMessage(MemorySegment message) {
    consumer.accept(memory.read(codec, message));
  }
}
