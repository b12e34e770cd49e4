// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Passes the values of messages to a consumer. A subscriber keeps it from one poll to the next, so
/// that a poll allocates none.
final class Decoder<T extends @Nullable Object> implements MessageHandler {

  private final MessageCodec<T> codec;
  private final CodecMemory memory;
  private Consumer<? super T> consumer = _ -> {};

  Decoder(MessageCodec<T> codec, CodecMemory memory) {
    this.codec = codec;
    this.memory = memory;
  }

  /// This decoder, if it is for that codec.
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // Of the same codec, so of the same type.
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
