// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import dev.segue.shm.MessageFormat;
import dev.segue.shm.MessageSender;
import dev.segue.shm.MessageWriter;
import dev.segue.shm.ShmException;
import dev.segue.shm.ShmException.Kind;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;

/// The sending end of an Aeron stream: what is sent is built in memory of its own, and offered from
/// there.
final class AeronSender implements MessageSender {

  private static final int LEAST_BYTES = 4096;

  private final Guard guard;
  private final String channel;
  private final ExclusivePublication publication;
  private final MessageFormat.Scratch scratch = new MessageFormat.Scratch();
  private final UnsafeBuffer buffer = new UnsafeBuffer();
  private MemorySegment memory = MemorySegment.NULL;

  AeronSender(Guard guard, String channel, ExclusivePublication publication) {
    this.guard = guard;
    this.channel = channel;
    this.publication = publication;
    grow(LEAST_BYTES);
  }

  /// Direct memory, 8-aligned by the allocator.
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
    enter();
    try {
      room(message.byteSize()).copyFrom(message);
      return offer(message.byteSize());
    } finally {
      guard.exit();
    }
  }

  @Override
  public <T> boolean send(MessageWriter<? super T> writer, T value, long maxLength) {
    enter();
    try {
      long length = writer.write(value, room(maxLength), 0);
      Objects.checkFromIndexSize(0, length, maxLength);
      return offer(length);
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
  public <T> boolean send(MessageFormat<T> format, T value) {
    return format.send(this, value, scratch);
  }

  private MemorySegment room(long length) {
    if (publication.isClosed()) {
      throw closed();
    }
    if (length < 0) {
      throw new IllegalArgumentException("length=" + length);
    }
    if (length > publication.maxMessageLength()) {
      throw new ShmException(
          Kind.MESSAGE_TOO_LONG,
          "a message of %d bytes, and %s takes at most %d: open it with longer terms"
              .formatted(length, channel, publication.maxMessageLength()));
    }
    if (length > memory.byteSize()) {
      grow(Math.max((int) length, (int) Math.min(2 * length, publication.maxMessageLength())));
    }
    return memory.asSlice(0, length);
  }

  private boolean offer(long length) {
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
    throw new ShmException(
        Kind.SYSTEM, "%s: %s: open it again".formatted(channel, Publication.errorString(result)));
  }

  private IllegalStateException closed() {
    return new IllegalStateException("the sender is closed: " + channel);
  }

  @Override
  public void close() {
    guard.close();
    publication.close();
  }
}
