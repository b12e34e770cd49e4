// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.shm.MessageSerializer;
import dev.segue.shm.Publisher;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The sending end: serializes and compresses a message, and sends it through shared memory.
///
/// With compression, a message is serialized into scratch memory and compressed into the lane;
/// without, it is serialized directly into the lane.
final class DemoSender {

  private final Publisher publisher;
  private final Serializer serializer;
  private final @Nullable Codec codec;
  private final MemorySegment scratch;
  private final Patience patience;
  private final MessageSerializer<Message> serialize = this::serialize;
  private final MessageSerializer<MemorySegment> compress = this::compress;
  private long rawBytes;
  private long sentBytes;

  DemoSender(
      Publisher publisher,
      Serializer serializer,
      @Nullable Codec codec,
      MemorySegment scratch,
      Patience patience) {
    this.publisher = publisher;
    this.serializer = serializer;
    this.codec = codec;
    this.scratch = scratch;
    this.patience = patience;
  }

  /// Sends a message, waiting while there is no room.
  void send(Message message) {
    if (codec == null) {
      while (!publisher.offer(serialize, message, scratch.byteSize())) {
        patience.idle();
      }
    } else {
      MemorySegment raw = scratch.asSlice(0, serialize(message, scratch, 0));
      long maxLength = codec.maxCompressedLength(raw.byteSize());
      while (!publisher.offer(compress, raw, maxLength)) {
        patience.idle();
      }
    }
    patience.reset();
  }

  /// Returns the number of bytes serialized so far.
  long rawBytes() {
    return rawBytes;
  }

  /// Returns the number of bytes sent through shared memory so far.
  long sentBytes() {
    return sentBytes;
  }

  private long serialize(Message message, MemorySegment destination, long offset) {
    long length = serializer.write(message, destination, offset);
    rawBytes += length;
    if (codec == null) {
      sentBytes += length;
    }
    return length;
  }

  private long compress(MemorySegment raw, MemorySegment destination, long offset) {
    if (codec == null) {
      throw new IllegalStateException("no codec");
    }
    long length =
        codec.compress(
            raw, 0, raw.byteSize(), destination, offset, destination.byteSize() - offset);
    sentBytes += length;
    return length;
  }
}
