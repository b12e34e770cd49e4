// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.shm.MessageHandler;
import dev.segue.shm.Subscriber;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The receiving end: takes a message from shared memory, decompresses and deserializes it.
///
/// With compression, a message is decompressed from the lane into scratch memory; without, it is
/// deserialized directly from the lane.
final class DemoReceiver {

  private final Subscriber subscriber;
  private final Serializer serializer;
  private final @Nullable Codec codec;
  private final MemorySegment scratch;
  private final Patience patience;
  private final MessageHandler take = this::take;
  private @Nullable Message arrived;

  DemoReceiver(
      Subscriber subscriber,
      Serializer serializer,
      @Nullable Codec codec,
      MemorySegment scratch,
      Patience patience) {
    this.subscriber = subscriber;
    this.serializer = serializer;
    this.codec = codec;
    this.scratch = scratch;
    this.patience = patience;
  }

  /// Waits for the next message.
  Message receive() {
    Message message = arrived;
    while (message == null) {
      if (subscriber.poll(take, 1) == 0) {
        patience.idle();
      }
      message = arrived;
    }
    patience.reset();
    arrived = null;
    return message;
  }

  private void take(MemorySegment message) {
    MemorySegment raw = message;
    if (codec != null) {
      raw = scratch.asSlice(0, codec.decompress(message, scratch));
    }
    arrived = serializer.read(raw, 0, Message.class);
  }
}
