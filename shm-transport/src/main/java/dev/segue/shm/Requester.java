// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Leftovers;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The client side of request/reply over shared memory: sends requests to a service and receives
/// the replies.
///
/// ```java
/// try (Requester requester = Requester.open(path, receipts)) {
///   Receipt receipt = requester.call(orders, order, receipts, Duration.ofMillis(50));
/// }
/// ```
///
/// Any number of threads, including virtual threads, may use a requester at once. Replies may
/// arrive in any order: each completes its own request. A request is not sent again when its
/// responder dies, because it may have been executed already. Another responder may still receive
/// and answer it; otherwise it fails with its timeout.
///
/// @see Responder
public final class Requester implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ABANDONED_AFTER = Duration.ofSeconds(10);
  private static final int BATCH = 64;

  private final Channel service;
  private final Channel replies;
  private final RequestSender sender;
  private final Subscriber subscriber;
  private final PendingReplies pending = new PendingReplies();
  private final CodecMemory replyMemory = new CodecMemory(); // For the receiving thread.
  private final Retries retries = new Retries("receiving replies");
  private final Thread receiver;
  private volatile boolean closed;

  /// What stopped the thread that receives replies, if anything has.
  private volatile @Nullable Throwable failure;

  private Requester(Channel service, Channel replies, long id) {
    this.service = service;
    this.replies = replies;
    this.sender = new RequestSender(service.path(), service.addPublisher(), id);
    this.subscriber = replies.addSubscriber();
    this.receiver =
        Thread.ofPlatform().daemon().name("segue-shm-requester").unstarted(this::receive);
  }

  /// Joins an existing service, with an upper bound of the length of its replies.
  ///
  /// @param service path of the service; see {@link Responder}
  /// @param maxReplyLength an upper bound of the length of a reply, in bytes
  /// @return the requester, to be closed
  /// @throws TransportException `NOT_FOUND` if the service does not exist; otherwise as {@link
  ///   Channel#open(Path)}, {@link Channel#create(Path, ChannelConfig)} and {@link
  ///   Channel#addPublisher}
  /// @throws IllegalArgumentException if the length is negative, or longer than a lane can be
  public static Requester open(Path service, long maxReplyLength) {
    long capacity = RequestFrame.capacity(maxReplyLength);
    return join(Channel.open(service), capacity);
  }

  /// Joins an existing service, with a codec that determines the maximum length of its replies.
  ///
  /// @param service path of the service; see {@link Responder}
  /// @param replyCodec the codec of the replies, or of the longest ones
  /// @return the requester, to be closed
  /// @throws TransportException as {@link #open(Path, long)}
  public static Requester open(Path service, MessageCodec<?> replyCodec) {
    return open(service, CodecMemory.maxMessageLength(replyCodec));
  }

  /// Joins a service whose channel is already open, for example another user's service, opened with
  /// {@link Channel#open(Path, String)}.
  ///
  /// @param service the channel of the service; the requester closes it
  /// @param maxReplyLength an upper bound of the length of a reply, in bytes
  /// @return the requester, to be closed
  /// @throws TransportException as {@link Channel#create(Path, ChannelConfig)} and {@link
  ///   Channel#addPublisher}; the channel is closed then
  /// @throws IllegalArgumentException if the length is negative, or longer than a lane can be
  public static Requester open(Channel service, long maxReplyLength) {
    return join(service, RequestFrame.capacity(maxReplyLength));
  }

  /// Joins a service whose channel is already open, with a codec that determines the maximum length
  /// of its replies.
  ///
  /// @param service the channel of the service; the requester closes it
  /// @param replyCodec the codec of the replies, or of the longest ones
  /// @return the requester, to be closed
  /// @throws TransportException as {@link #open(Channel, long)}
  public static Requester open(Channel service, MessageCodec<?> replyCodec) {
    return open(service, CodecMemory.maxMessageLength(replyCodec));
  }

  /// Joins a service, and waits until it exists. It exists as soon as its first responder has been
  /// opened. Requests wait in the service for a responder, so this does not wait for a live one.
  ///
  /// @param service path of the service; see {@link Responder}
  /// @param maxReplyLength an upper bound of the length of a reply, in bytes
  /// @param timeout how long to wait; zero or less: do not wait
  /// @return the requester, to be closed
  /// @throws TransportException `TIMEOUT` if the service does not exist when the timeout elapses;
  ///   `INTERRUPTED`; otherwise as {@link #open(Path, long)}
  /// @throws IllegalArgumentException if the length is negative, or longer than a lane can be
  public static Requester awaitOpen(Path service, long maxReplyLength, Duration timeout) {
    long capacity = RequestFrame.capacity(maxReplyLength);
    return join(Channel.awaitOpen(service, timeout), capacity);
  }

  /// Joins a service, and waits until it exists. It exists as soon as its first responder has been
  /// opened. Requests wait in the service for a responder, so this does not wait for a live one.
  ///
  /// @param service path of the service; see {@link Responder}
  /// @param replyCodec the codec of the replies, or of the longest ones
  /// @param timeout how long to wait; zero or less: do not wait
  /// @return the requester, to be closed
  /// @throws TransportException as {@link #awaitOpen(Path, long, Duration)}
  public static Requester awaitOpen(Path service, MessageCodec<?> replyCodec, Duration timeout) {
    return awaitOpen(service, CodecMemory.maxMessageLength(replyCodec), timeout);
  }

  private static Requester join(Channel requests, long replyCapacity) {
    try {
      Path service = requests.path();
      deleteAbandoned(service, requests.access());
      long id = ThreadLocalRandom.current().nextLong() >>> 1;
      Channel replies =
          Channel.create(
              RequestFrame.replies(service, id),
              requests.config().withTopology(Topology.QUEUE).withLaneCapacity(replyCapacity));
      try {
        Requester requester = new Requester(requests, replies, id);
        requester.receiver.start();
        return requester;
      } catch (RuntimeException | Error e) {
        Cleanup.after(e, () -> withdraw(replies));
        throw e;
      }
    } catch (RuntimeException | Error e) {
      Cleanup.after(e, requests::close);
      throw e;
    }
  }

  /// Sends a request and returns a future of the reply.
  ///
  /// The thread that receives replies, or a timer, completes the future. Dependent stages must be
  /// quick or use the `Async` methods.
  ///
  /// @param <Q> the type of the request
  /// @param <R> the type of the reply
  /// @param requestCodec the codec of the request
  /// @param request the request
  /// @param replyCodec the codec of the reply
  /// @param timeout how long to wait in total, for room for the request and for the reply
  /// @return completed with the reply, or exceptionally with a {@link TransportException} of kind
  ///   `TIMEOUT`, `REQUEST_FAILED` or `CORRUPT`, with the failure that stopped the thread that
  ///   receives replies, or with an exception of the codec. Cancelling it drops the reply; the
  ///   responder is not notified
  /// @throws TransportException if the request cannot be sent: `TIMEOUT` if there is no room for it
  ///   in time, `INTERRUPTED`, `MESSAGE_TOO_LONG`, `FENCED`, and otherwise as {@link
  ///   Publisher#tryClaim}
  /// @throws IllegalStateException if the requester is closed
  public <Q extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> callAsync(
      MessageCodec<Q> requestCodec, Q request, MessageCodec<R> replyCodec, Duration timeout) {
    return callAsync(
        (correlation, deadline) -> sender.send(requestCodec, request, correlation, deadline),
        reply -> replyMemory.read(replyCodec, reply),
        timeout);
  }

  /// Sends a request that is written in place, and returns a future of the reply.
  ///
  /// The thread that receives replies, or a timer, completes the future. Dependent stages must be
  /// quick or use the `Async` methods.
  ///
  /// @param <Q> the type of the request
  /// @param <R> the type of the reply
  /// @param writer writes the request to shared memory
  /// @param request the request
  /// @param maxLength an upper bound of the length of the request, in bytes
  /// @param reader reads the reply; must be quick, because it runs on the thread that receives
  ///   replies
  /// @param timeout how long to wait in total, for room for the request and for the reply
  /// @return completed with the reply, or exceptionally with a {@link TransportException} of kind
  ///   `TIMEOUT` or `REQUEST_FAILED`, with the failure that stopped the thread that receives
  ///   replies, or with an exception of the reader. Cancelling it drops the reply; the responder is
  ///   not notified
  /// @throws TransportException if the request cannot be sent: `TIMEOUT` if there is no room for it
  ///   in time, `INTERRUPTED`, `MESSAGE_TOO_LONG`, `FENCED`, and otherwise as {@link
  ///   Publisher#tryClaim}
  /// @throws IllegalStateException if the requester is closed
  public <Q extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> callAsync(
      MessageSerializer<? super Q> writer,
      Q request,
      long maxLength,
      MessageDeserializer<R> reader,
      Duration timeout) {
    return callAsync(
        (correlation, deadline) -> sender.send(writer, request, maxLength, correlation, deadline),
        reader,
        timeout);
  }

  /// Sends a request and waits for the reply.
  ///
  /// @param <Q> the type of the request
  /// @param <R> the type of the reply
  /// @param requestCodec the codec of the request
  /// @param request the request
  /// @param replyCodec the codec of the reply
  /// @param timeout how long to wait
  /// @return the reply
  /// @throws TransportException `TIMEOUT`, `REQUEST_FAILED`, `INTERRUPTED` (the thread stays
  ///   interrupted), and otherwise as {@link #callAsync(MessageCodec, Object, MessageCodec,
  ///   Duration)}; exceptions of the codec pass through
  /// @throws CancellationException if the requester is closed meanwhile
  /// @throws IllegalStateException if the requester is closed
  public <Q extends @Nullable Object, R extends @Nullable Object> R call(
      MessageCodec<Q> requestCodec, Q request, MessageCodec<R> replyCodec, Duration timeout) {
    return await(callAsync(requestCodec, request, replyCodec, timeout));
  }

  /// Sends a request that is written in place, and waits for the reply.
  ///
  /// @param <Q> the type of the request
  /// @param <R> the type of the reply
  /// @param writer writes the request to shared memory
  /// @param request the request
  /// @param maxLength an upper bound of the length of the request, in bytes
  /// @param reader reads the reply; must be quick, because it runs on the thread that receives
  ///   replies
  /// @param timeout how long to wait
  /// @return the reply
  /// @throws TransportException `TIMEOUT`, `REQUEST_FAILED`, `INTERRUPTED` (the thread stays
  ///   interrupted), and otherwise as {@link #callAsync(MessageSerializer, Object, long,
  ///   MessageDeserializer, Duration)}; exceptions of the reader pass through
  /// @throws CancellationException if the requester is closed meanwhile
  /// @throws IllegalStateException if the requester is closed
  public <Q extends @Nullable Object, R extends @Nullable Object> R call(
      MessageSerializer<? super Q> writer,
      Q request,
      long maxLength,
      MessageDeserializer<R> reader,
      Duration timeout) {
    return await(callAsync(writer, request, maxLength, reader, timeout));
  }

  private interface Sending {
    void send(long correlation, long deadline);
  }

  private <R extends @Nullable Object> CompletableFuture<R> callAsync(
      Sending sending, MessageDeserializer<R> reader, Duration timeout) {
    long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
    CompletableFuture<R> future = new CompletableFuture<>();
    long correlation = pending.begin(reader, future);
    try {
      requireOpen();
      sending.send(correlation, deadline);
    } catch (RuntimeException | Error e) {
      pending.forget(correlation);
      throw e;
    }
    pending.endBy(correlation, future, deadline, () -> noReply(timeout));
    return future;
  }

  private TransportException noReply(Duration timeout) {
    return new TransportException(
        Kind.TIMEOUT,
        "no reply from %s within %s: check that a responder is running and keeps up"
            .formatted(service.path(), DurationText.of(timeout)));
  }

  private static <R extends @Nullable Object> R await(CompletableFuture<R> reply) {
    try {
      return reply.get();
    } catch (InterruptedException e) {
      reply.cancel(false);
      Thread.currentThread().interrupt();
      throw new TransportException(Kind.INTERRUPTED, "interrupted while waiting for a reply", e);
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    }
  }

  private static RuntimeException unwrapped(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new CompletionException(cause);
    };
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

  /// Receives replies, and retries after transient failures.
  private void receiveSome() {
    try {
      subscriber.poll(pending::complete, BATCH, POLL);
      retries.succeeded();
    } catch (TransportException e) {
      if (closed || Retries.isFinal(e.kind())) {
        throw e;
      }
      boolean _ = Thread.interrupted(); // Only a reader can have interrupted this thread.
      retries.failed(e);
    }
  }

  private void endReceiving(Throwable cause) {
    if (!closed) {
      failure = cause;
      closed = true;
      pending.failAll(cause);
    }
  }

  private void requireOpen() {
    if (closed) {
      Throwable cause = failure;
      throw cause == null
          ? new IllegalStateException("the requester is closed")
          : new IllegalStateException(
              "receiving replies has failed, so the requester is closed: " + cause, cause);
    }
  }

  /// Leaves the service. Pending requests fail with a {@link CancellationException}. Closing a
  /// second time has no effect.
  ///
  /// @throws TransportException as {@link Channel#unlink()} and {@link Channel#close}; everything
  ///   is closed nevertheless
  @Override
  public void close() {
    closed = true;
    try (service) {
      withdraw(replies);
    } finally {
      pending.failAll(new CancellationException("the requester was closed"));
    }
  }

  /// Deletes a requester's channel and leaves it.
  private static void withdraw(Channel replies) {
    try (replies) {
      if (Files.exists(replies.path(), LinkOption.NOFOLLOW_LINKS)) {
        replies.unlink();
      }
    }
  }

  /// Deletes the reply channels of requesters that died, as far as possible. Leftovers that are
  /// damaged, of another version or of another user do not prevent joining.
  private static void deleteAbandoned(Path service, Access access) {
    Leftovers.delete(
        service,
        RequestFrame.repliesNames(service),
        ABANDONED_AFTER,
        leftover -> ChannelDirectory.unlinkIfUnread(leftover, access));
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "requester of " + service.path();
  }
}
