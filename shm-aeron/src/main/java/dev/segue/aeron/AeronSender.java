// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import dev.segue.shm.MessageCodec;
import dev.segue.shm.MessageEncoding;
import dev.segue.shm.MessageSender;
import dev.segue.shm.MessageSerializer;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.spi.ScratchMemory;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/// The sending end of an Aeron stream. A message is built in the sender's memory and offered from
/// there.
final class AeronSender implements MessageSender {

  private static final int LEAST_BYTES = 4096;

  private final Guard guard;
  private final String channel;
  private final ExclusivePublication publication;
  private final ScratchMemory scratch = new ScratchMemory();
  private final Patience patience;
  private final UnsafeBuffer buffer = new UnsafeBuffer();
  private MemorySegment memory = MemorySegment.NULL;

  AeronSender(Guard guard, String channel, ExclusivePublication publication) {
    this.guard = guard;
    this.channel = channel;
    this.publication = publication;
    this.patience = new Patience("room in " + channel);
    grow(LEAST_BYTES);
  }

  /// Allocates direct memory, which is aligned to 8 bytes.
  private void grow(int length) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(length);
    buffer.wrap(bytes);
    memory = MemorySegment.ofBuffer(bytes);
  }

  @Override
  public long maxMessageLength() {
    return publication.maxMessageLength();
  }

  @Override
  public boolean offer(MemorySegment message) {
    return offer(message, Duration.ZERO);
  }

  @Override
  public boolean offer(MemorySegment message, Duration timeout) {
    enter();
    try {
      room(message.byteSize()).copyFrom(message);
      return publish(message.byteSize(), timeout);
    } finally {
      guard.exit();
    }
  }

  @Override
  public <T extends @Nullable Object> boolean offer(
      MessageSerializer<? super T> serializer, T value, long maxLength) {
    return offer(serializer, value, maxLength, Duration.ZERO);
  }

  @Override
  public <T extends @Nullable Object> boolean offer(
      MessageSerializer<? super T> serializer, T value, long maxLength, Duration timeout) {
    enter();
    try {
      long length = serializer.write(value, room(maxLength), 0);
      Objects.checkFromIndexSize(0, length, maxLength);
      return publish(length, timeout);
    } finally {
      guard.exit();
    }
  }

  @Override
  public <T extends @Nullable Object> boolean offer(MessageCodec<T> codec, T value) {
    return offer(codec, value, Duration.ZERO);
  }

  @Override
  public <T extends @Nullable Object> boolean offer(
      MessageCodec<T> codec, T value, Duration timeout) {
    MessageEncoding encoding = codec.encoding();
    if (encoding == null) {
      return offer(codec.serializer(), value, codec.maxLength(), timeout);
    }
    enter();
    try {
      MemorySegment memory = scratch.ofLength(codec.maxLength());
      MemorySegment content = memory.asSlice(0, codec.serializer().write(value, memory, 0));
      long maxLength = encoding.maxEncodedLength(content.byteSize());
      long length = encoding.encode(content, room(maxLength));
      Objects.checkFromIndexSize(0, length, maxLength);
      return publish(length, timeout);
    } finally {
      guard.exit();
    }
  }

  private void enter() {
    if (!guard.enter()) {
      throw closed();
    }
  }

  @Override
  public boolean isConnected() {
    if (guard.isEnteredByThisThread()) { // a serializer calls this
      return publication.isConnected();
    }
    enter();
    try {
      if (publication.isClosed()) {
        throw closed();
      }
      return publication.isConnected();
    } finally {
      guard.exit();
    }
  }

  private MemorySegment room(long length) {
    if (publication.isClosed()) {
      throw closed();
    }
    if (length < 0) {
      throw new IllegalArgumentException("length=" + length);
    }
    if (length > publication.maxMessageLength()) {
      throw new TransportException(
          Kind.MESSAGE_TOO_LONG,
          "a message of %d bytes is too long: %s takes at most %d, open it with longer terms"
              .formatted(length, channel, publication.maxMessageLength()));
    }
    if (length > memory.byteSize()) {
      grow(Math.max((int) length, (int) Math.min(2 * length, publication.maxMessageLength())));
    }
    return memory.asSlice(0, length);
  }

  private boolean publish(long length, Duration timeout) {
    if (tryPublish(length)) {
      return true;
    }
    if (!timeout.isPositive()) {
      return false;
    }
    patience.begin(timeout);
    while (patience.awaitMoment()) {
      if (tryPublish(length)) {
        return true;
      }
    }
    return false;
  }

  private boolean tryPublish(long length) {
    long result =
        guard.isClosed() ? Publication.CLOSED : publication.offer(buffer, 0, (int) length);
    if (result >= 0) {
      return true;
    }
    if (result == Publication.BACK_PRESSURED
        || result == Publication.NOT_CONNECTED
        || result == Publication.ADMIN_ACTION) {
      return false;
    }
    if (result == Publication.CLOSED) {
      throw closed();
    }
    throw new TransportException(
        Kind.IO_ERROR, "%s: %s: open it again".formatted(channel, Publication.errorString(result)));
  }

  private IllegalStateException closed() {
    return new IllegalStateException("the sender is closed: " + channel);
  }

  @Override
  public void close() {
    guard.close();
    publication.close();
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "Aeron sender to %s, stream %d".formatted(channel, publication.streamId());
  }
}
