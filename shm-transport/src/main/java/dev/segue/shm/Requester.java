// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.ShmException.Kind;
import dev.segue.shm.membership.ChannelDirectory;
import dev.segue.shm.os.Leftovers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The asking side of request and reply. Any number of threads, virtual ones too, may use it at
/// once.
///
/// Each request has a number of its own, and a reply completes the request that has its number: in
/// whatever order replies come. A request whose responder dies is not sent again by itself, for
/// nobody knows how far it got; it ends with its timeout.
public final class Requester implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ABANDONED_AFTER = Duration.ofSeconds(10);
  private static final int BATCH = 64;
  private static final long PARK_NANOS = 10_000;
  private static final long RETRY_NANOS = 10_000_000;

  /// A request that waits for its reply.
  private record Pending<T>(MessageReader<T> reader, CompletableFuture<T> future) {
    void complete(MemorySegment reply) {
      try {
        if (RequestFrame.second(reply) == RequestFrame.DONE) {
          future.complete(reader.read(RequestFrame.payload(reply)));
        } else {
          byte[] text = RequestFrame.payload(reply).toArray(ValueLayout.JAVA_BYTE);
          future.completeExceptionally(
              new ShmException(
                  Kind.REQUEST_FAILED,
                  "the responder failed: " + new String(text, StandardCharsets.UTF_8)));
        }
      } catch (RuntimeException | Error e) {
        future.completeExceptionally(e);
      }
    }
  }

  private final Channel service;
  private final Channel replies;
  private final Publisher publisher;
  private final Subscriber subscriber;
  private final long id;
  private final ReentrantLock sending = new ReentrantLock();
  private final ConcurrentMap<Long, Pending<?>> pending = new ConcurrentHashMap<>();
  private final AtomicLong nextCorrelation = new AtomicLong();
  private final Thread receiver;
  private String lastFailure = "";
  private volatile boolean closed;

  private Requester(Channel service, Channel replies, long id) {
    this.service = service;
    this.replies = replies;
    this.id = id;
    this.publisher = service.publisher();
    this.subscriber = replies.subscriber();
    this.receiver =
        Thread.ofPlatform().daemon().name("segue-shm-requester").unstarted(this::receive);
  }

  /// Joins a service.
  ///
  /// @param service where it is; see {@link Responder#open}
  /// @param maxReplyLength the longest reply that is expected, in bytes
  /// @return the requester, to be closed
  /// @throws ShmException `NOT_FOUND` when there is no such service; what {@link Channel#open} and
  ///   {@link Channel#create} throw
  public static Requester open(Path service, long maxReplyLength) {
    deleteAbandoned(service);
    Channel requests = Channel.open(service);
    try {
      long id = ThreadLocalRandom.current().nextLong() >>> 1;
      Channel replies =
          Channel.create(
              RequestFrame.replies(service, id),
              requests
                  .config()
                  .withTopology(Topology.QUEUE)
                  .withCapacityBytes(Math.max(1 << 16, RequestFrame.LENGTH + maxReplyLength)));
      try {
        Requester requester = new Requester(requests, replies, id);
        requester.receiver.start();
        return requester;
      } catch (RuntimeException | Error e) {
        try {
          withdraw(replies);
        } catch (RuntimeException left) {
          e.addSuppressed(left);
        }
        throw e;
      }
    } catch (RuntimeException | Error e) {
      requests.close();
      throw e;
    }
  }

  /// Asks, and goes on.
  ///
  /// @param <Q> the request's type
  /// @param <R> the reply's type
  /// @param writer what turns the request into bytes, in the lane
  /// @param request what to ask
  /// @param maxLength the most bytes that it may take
  /// @param reader what turns the reply into a value, on the thread that receives: it must be quick
  /// @param timeout how long to wait for the reply, and for room to ask before that
  /// @return completed with the reply; or with a `TimeoutException`, or a `ShmException` of kind
  ///   `REQUEST_FAILED`, or what ended the receiving, or what the reader threw. Cancelling it
  ///   forgets the request; the responder is not told
  /// @throws ShmException `MESSAGE_TOO_LONG`, `FENCED`, `TIMEOUT` when there was no room to ask,
  ///   `INTERRUPTED`, and what else {@link Publisher#send} throws
  /// @throws IllegalStateException when the requester is closed
  public <Q, R> CompletableFuture<R> ask(
      MessageWriter<? super Q> writer,
      Q request,
      long maxLength,
      MessageReader<R> reader,
      Duration timeout) {
    long correlation = nextCorrelation.incrementAndGet();
    CompletableFuture<R> future = new CompletableFuture<>();
    pending.put(correlation, new Pending<>(reader, future));
    try {
      requireOpen();
      send(writer, request, maxLength, correlation, System.nanoTime() + timeout.toNanos());
    } catch (RuntimeException | Error e) {
      pending.remove(correlation);
      throw e;
    }
    CompletableFuture<R> result = future.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    CompletableFuture<R> _ = result.whenComplete((reply, failure) -> pending.remove(correlation));
    return result;
  }

  /// Asks, and waits for the reply.
  ///
  /// @param <Q> the request's type
  /// @param <R> the reply's type
  /// @param writer what turns the request into bytes, in the lane
  /// @param request what to ask
  /// @param maxLength the most bytes that it may take
  /// @param reader what turns the reply into a value
  /// @param timeout how long to wait
  /// @return the reply
  /// @throws ShmException `TIMEOUT`, `REQUEST_FAILED`, `INTERRUPTED`, and as {@link #ask}
  /// @throws IllegalStateException when the requester is or becomes closed
  public <Q, R> R call(
      MessageWriter<? super Q> writer,
      Q request,
      long maxLength,
      MessageReader<R> reader,
      Duration timeout) {
    CompletableFuture<R> reply = ask(writer, request, maxLength, reader, timeout);
    try {
      return reply.get();
    } catch (InterruptedException e) {
      reply.cancel(false);
      Thread.currentThread().interrupt();
      throw new ShmException(Kind.INTERRUPTED, "interrupted while waiting for a reply", e);
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause(), timeout);
    }
  }

  private RuntimeException unwrapped(@Nullable Throwable cause, Duration timeout) {
    return switch (cause) {
      case TimeoutException e ->
          new ShmException(
              Kind.TIMEOUT, "no reply from " + service.file() + " within " + timeout, e);
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new CompletionException(cause);
    };
  }

  private <Q> void send(
      MessageWriter<? super Q> writer, Q request, long maxLength, long correlation, long deadline) {
    awaitTurn(deadline);
    try {
      MessageWriter<Q> framed =
          (value, destination, offset) -> {
            RequestFrame.write(destination, correlation, id);
            // Of its own, so that the writer cannot reach before it.
            MemorySegment payload = RequestFrame.payload(destination);
            return RequestFrame.LENGTH + writer.write(value, payload, 0);
          };
      while (!publisher.send(framed, request, RequestFrame.LENGTH + maxLength)) {
        if (System.nanoTime() - deadline > 0) {
          throw noRoom();
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new ShmException(Kind.INTERRUPTED, "interrupted while waiting for room");
        }
        LockSupport.parkNanos(PARK_NANOS);
      }
    } finally {
      sending.unlock();
    }
  }

  /// Takes the lock. Who has it may wait for room, for longer than this request may.
  private void awaitTurn(long deadline) {
    try {
      if (!sending.tryLock()
          && !sending.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw noRoom();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ShmException(Kind.INTERRUPTED, "interrupted while waiting to send", e);
    }
  }

  private ShmException noRoom() {
    return new ShmException(
        Kind.TIMEOUT, "no room for the request in " + service.file() + ": is it served?");
  }

  private void receive() {
    try {
      while (!closed) {
        receiveSome();
      }
    } catch (RuntimeException e) {
      endReceiving(e);
    } catch (Error e) {
      endReceiving(e);
      throw e;
    }
  }

  /// What may pass, such as a want of file descriptors for a new responder's lane, ends nothing.
  private void receiveSome() {
    try {
      subscriber.pollBlocking(this::onReply, BATCH, POLL);
      lastFailure = "";
    } catch (ShmException e) {
      if (closed || isFinal(e.kind())) {
        throw e;
      }
      boolean _ = Thread.interrupted(); // By a reader: the thread is nobody else's.
      if (!lastFailure.equals(e.toString())) {
        lastFailure = e.toString();
        LOGGER.log(Level.WARNING, "receiving replies failed, and is tried again", e);
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  private static boolean isFinal(Kind kind) {
    return kind == Kind.FENCED || kind == Kind.CORRUPT || kind == Kind.NOT_FOUND;
  }

  private void endReceiving(Throwable cause) {
    if (!closed) {
      closed = true;
      failAll(cause);
    }
  }

  private void onReply(MemorySegment reply) {
    if (RequestFrame.isFrame(reply)) {
      Pending<?> request = pending.remove(RequestFrame.correlation(reply));
      // Else it was too late, or cancelled.
      if (request != null) {
        request.complete(reply);
      }
    }
  }

  private void failAll(Throwable cause) {
    pending.values().forEach(request -> request.future().completeExceptionally(cause));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the requester is closed, or its receiving has failed");
    }
  }

  /// Leaves the service. Requests that wait end with a `CancellationException`, however it goes.
  ///
  /// @throws ShmException as {@link Channel#unlink()} and {@link Channel#close}; all is closed
  ///   nevertheless
  @Override
  public void close() {
    closed = true;
    try (service) {
      withdraw(replies);
    } finally {
      failAll(new CancellationException("the requester was closed"));
    }
  }

  /// Deletes a requester's channel and leaves it.
  private static void withdraw(Channel replies) {
    try (replies) {
      if (Files.exists(replies.file(), LinkOption.NOFOLLOW_LINKS)) {
        replies.unlink();
      }
    }
  }

  /// Deletes the reply channels of requesters that died, as far as it can: what others left behind,
  /// damaged, of another version or another user's, keeps nobody from joining.
  private static void deleteAbandoned(Path service) {
    Leftovers.delete(
        service,
        RequestFrame.repliesNames(service),
        ABANDONED_AFTER,
        ChannelDirectory::unlinkIfUnread);
  }
}
