// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Sends the requests of a requester for any number of threads, one at a time, under a lock for
/// which virtual threads can wait without blocking their carriers.
final class RequestSender {

  private final Path service;
  private final Publisher publisher;
  private final long requester;
  private final ReentrantLock sending = new ReentrantLock();
  private final CodecMemory memory = new CodecMemory();

  /// @param requester the number of the requester
  RequestSender(Path service, Publisher publisher, long requester) {
    this.service = service;
    this.publisher = publisher;
    this.requester = requester;
  }

  /// Sends a request that a codec writes.
  ///
  /// @param deadline when to stop waiting for room, a value of `System.nanoTime()`
  <Q extends @Nullable Object> void send(
      MessageCodec<Q> codec, Q request, long correlation, long deadline) {
    @Nullable MessageEncoding encoding = codec.encoding();
    if (encoding == null) {
      send(codec.serializer(), request, codec.maxLength(), correlation, deadline);
      return;
    }
    awaitTurn(deadline);
    try {
      MemorySegment content = memory.serialize(codec, request);
      sendLocked(
          (value, destination, offset) -> encoding.encode(value, destination.asSlice(offset)),
          content,
          encoding.maxEncodedLength(content.byteSize()),
          correlation,
          deadline);
    } finally {
      sending.unlock();
    }
  }

  /// Sends a request that is written in place.
  ///
  /// @param deadline when to stop waiting for room, a value of `System.nanoTime()`
  <Q extends @Nullable Object> void send(
      MessageSerializer<? super Q> writer,
      Q request,
      long maxLength,
      long correlation,
      long deadline) {
    awaitTurn(deadline);
    try {
      sendLocked(writer, request, maxLength, correlation, deadline);
    } finally {
      sending.unlock();
    }
  }

  /// Acquires the lock. Its holder may wait for room for longer than this request's deadline.
  private void awaitTurn(long deadline) {
    if (sending.isHeldByCurrentThread()) {
      throw new IllegalStateException(
          "a serializer must not send a request through the requester that calls it");
    }
    try {
      if (!sending.tryLock()
          && !sending.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw noRoom();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportException(Kind.INTERRUPTED, "interrupted while waiting to send", e);
    }
  }

  private <Q extends @Nullable Object> void sendLocked(
      MessageSerializer<? super Q> writer,
      Q request,
      long maxLength,
      long correlation,
      long deadline) {
    MessageSerializer<Q> framed =
        (value, destination, offset) -> {
          RequestFrame.write(destination, correlation, requester);
          // A slice, so that the writer cannot overwrite the frame.
          MemorySegment payload = RequestFrame.payload(destination);
          return RequestFrame.LENGTH + writer.write(value, payload, 0);
        };
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    if (!publisher.offer(framed, request, RequestFrame.LENGTH + maxLength, left)) {
      throw noRoom();
    }
  }

  private TransportException noRoom() {
    return new TransportException(
        Kind.TIMEOUT,
        "no room for the request in " + service + ": check that a responder is running");
  }
}
