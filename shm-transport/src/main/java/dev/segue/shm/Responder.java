// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.Cleanup;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The server side of request/reply over shared memory: receives the requests of a service and
/// answers them.
///
/// ```java
/// try (var responder = Responder.open(path, orders, receipts)) {
///   responder.serve(order -> book.execute(order));
/// }
/// ```
///
/// A service is a channel at a path. Several responders, in one process or in many, can serve it
/// and share its requests. If a responder dies, another one gets the requests that the first had
/// received but not finished: such a request may be handled twice, but its requester gets one
/// reply. Requests are read and replies are written directly in shared memory.
///
/// A responder is for one thread at a time. Threads may take turns; a call that overlaps a call of
/// another thread throws `IllegalStateException` and has no effect. Any thread may call {@link
/// #close()} at any time.
///
/// This class handles requests and replies as bytes. To handle them as values, open a {@link
/// TypedResponder} with two codecs.
///
/// @see Requester
public final class Responder implements AutoCloseable {

  private static final int SERVE_BATCH = 64;
  private static final Duration SERVE_POLL = Duration.ofMillis(200);

  /// The number of polls without a request between two reads of the clock: a spinning thread need
  /// not read it each time.
  private static final int SPINS_PER_CHECK = 256;

  private final Channel service;
  private final Subscriber subscriber;
  private final long maxReplyLength;
  private final ReplyRoutes routes;
  private final Confinement use;
  private long undeliverable;
  private int spins;
  private volatile boolean closed;

  private Responder(Channel service, long maxReplyLength) {
    this.service = service;
    this.subscriber = service.addSubscriber();
    this.maxReplyLength = maxReplyLength;
    this.routes = new ReplyRoutes(service.path(), service.access().group());
    this.use = new Confinement("the responder of " + service.path());
  }

  /// Joins a service, or starts it with default settings.
  ///
  /// @param service path of the service, which exists until its channel is unlinked
  /// @param maxRequestLength an upper bound of the length of a request, in bytes
  /// @param maxReplyLength an upper bound of the length of a reply, in bytes; requesters may have
  ///   room for less
  /// @return the responder, to be closed
  /// @throws TransportException as {@link Channel#openOrCreate(Path, ChannelConfig)} and {@link
  ///   Channel#addSubscriber}
  /// @throws IllegalArgumentException if a length is negative, or longer than a lane can be
  public static Responder open(Path service, long maxRequestLength, long maxReplyLength) {
    return open(service, defaults(), maxRequestLength, maxReplyLength);
  }

  /// Joins a service, or starts it with the given settings, such as more members or another
  /// timeout.
  ///
  /// @param service path of the service, which exists until its channel is unlinked
  /// @param config the settings of the channel if it has to be created. Its topology is always
  ///   `QUEUE`, and its lane capacity is raised if requests need more
  /// @param maxRequestLength an upper bound of the length of a request, in bytes
  /// @param maxReplyLength an upper bound of the length of a reply, in bytes; requesters may have
  ///   room for less
  /// @return the responder, to be closed
  /// @throws TransportException as {@link Channel#openOrCreate(Path, ChannelConfig)} and {@link
  ///   Channel#addSubscriber}
  /// @throws IllegalArgumentException if a length is negative, or longer than a lane can be
  public static Responder open(
      Path service, ChannelConfig config, long maxRequestLength, long maxReplyLength) {
    long requestCapacity = RequestFrame.capacity(maxRequestLength);
    long _ = RequestFrame.capacity(maxReplyLength); // Only a check: each requester has its own.
    Channel channel =
        Channel.openOrCreate(
            service,
            config
                .withTopology(Topology.QUEUE)
                .withLaneCapacity(Math.max(config.laneCapacity(), requestCapacity)));
    try {
      return new Responder(channel, maxReplyLength);
    } catch (RuntimeException | Error e) {
      Cleanup.after(e, channel::close);
      throw e;
    }
  }

  /// Joins a service of values, or starts it with default settings.
  ///
  /// @param <Q> the type of the requests
  /// @param <R> the type of the replies
  /// @param service path of the service, which exists until its channel is unlinked
  /// @param requestCodec the codec of the requests
  /// @param replyCodec the codec of the replies
  /// @return the responder, to be closed
  /// @throws TransportException as {@link #open(Path, long, long)}
  public static <Q extends @Nullable Object, R extends @Nullable Object> TypedResponder<Q, R> open(
      Path service, MessageCodec<Q> requestCodec, MessageCodec<R> replyCodec) {
    return open(service, defaults(), requestCodec, replyCodec);
  }

  /// Joins a service of values, or starts it with the given settings.
  ///
  /// @param <Q> the type of the requests
  /// @param <R> the type of the replies
  /// @param service path of the service, which exists until its channel is unlinked
  /// @param config the settings of the channel if it has to be created. Its topology is always
  ///   `QUEUE`, and its lane capacity is raised if requests need more
  /// @param requestCodec the codec of the requests
  /// @param replyCodec the codec of the replies
  /// @return the responder, to be closed
  /// @throws TransportException as {@link #open(Path, long, long)}
  public static <Q extends @Nullable Object, R extends @Nullable Object> TypedResponder<Q, R> open(
      Path service,
      ChannelConfig config,
      MessageCodec<Q> requestCodec,
      MessageCodec<R> replyCodec) {
    long maxRequest = CodecMemory.maxMessageLength(requestCodec);
    long maxReply = CodecMemory.maxMessageLength(replyCodec);
    return new TypedResponder<>(
        open(service, config, maxRequest, maxReply), requestCodec, replyCodec);
  }

  private static ChannelConfig defaults() {
    return ChannelConfig.defaults().withLaneCapacity(RequestFrame.LEAST_CAPACITY);
  }

  /// Answers requests until this responder is closed, by another thread or by the handler.
  /// Transient failures, such as a lack of file descriptors for the lane of a new requester, are
  /// logged and retried.
  ///
  /// @param handler answers a request; when it throws, the requester gets the text of the
  ///   exception, and an `Error` is then thrown here
  /// @throws TransportException `FENCED`, `CORRUPT` or `NOT_FOUND`; `INTERRUPTED` if the thread is
  ///   interrupted (it stays interrupted)
  /// @throws IllegalStateException if another thread is using the responder, or the handler calls
  ///   this method
  public void serve(RequestHandler handler) {
    Retries retries = new Retries("answering requests");
    while (!closed) {
      try {
        int _ = poll(handler, SERVE_BATCH, SERVE_POLL);
        retries.succeeded();
      } catch (TransportException e) {
        if (closed) {
          return;
        }
        if (Retries.isFinal(e.kind()) || e.kind() == Kind.INTERRUPTED) {
          throw e;
        }
        retries.failed(e);
      } catch (IllegalStateException e) {
        if (!closed) {
          throw e;
        }
      }
    }
  }

  /// Answers the available requests, and waits for a request if there is none.
  ///
  /// @param handler answers a request; when it throws, the requester gets the text of the
  ///   exception, and an `Error` is then thrown here
  /// @param limit the largest number of requests to answer
  /// @param timeout how long to wait for the first request; zero: do not wait
  /// @return the number of requests
  /// @throws TransportException as {@link Subscriber#poll}
  /// @throws IllegalStateException if the responder is closed, the handler polls it, or another
  ///   thread is using it
  public int poll(RequestHandler handler, int limit, Duration timeout) {
    if (!use.enter()) {
      throw new IllegalStateException("a handler must not poll the responder that calls it");
    }
    try {
      return pollOnce(handler, limit, timeout);
    } finally {
      use.exit();
    }
  }

  private int pollOnce(RequestHandler handler, int limit, Duration timeout) {
    MessageHandler answering = request -> answer(handler, request);
    int count =
        timeout.isZero()
            ? subscriber.poll(answering, limit)
            : subscriber.poll(answering, limit, timeout);
    if (count == 0 && (!timeout.isZero() || ++spins % SPINS_PER_CHECK == 0)) {
      routes.closeAbandoned();
    }
    return count;
  }

  /// The number of replies that could not be delivered, because their requester has left, has not
  /// read for too long, or has damaged files.
  ///
  /// @return replies since this responder was opened
  public long undeliverable() {
    return undeliverable;
  }

  private void answer(RequestHandler handler, MemorySegment request) {
    if (!RequestFrame.isFrame(request)) {
      undeliverable++;
      return;
    }
    long requester = RequestFrame.second(request);
    try {
      ReplyRoutes.Route route = routes.to(requester);
      long room = Math.min(maxReplyLength, route.channel.maxMessageLength() - RequestFrame.LENGTH);
      // A lane with negative room cannot hold a frame; no requester creates such a channel.
      Claim claim = room < 0 ? null : route.tryClaim(RequestFrame.LENGTH + room);
      if (claim == null) {
        undeliverable++;
        return;
      }
      reply(handler, request, route.publisher, claim);
    } catch (TransportException e) {
      // The requester has left, or its lane is damaged. Only its own replies are lost.
      undeliverable++;
      routes.close(requester);
    }
  }

  private static void reply(
      RequestHandler handler, MemorySegment request, Publisher publisher, Claim claim) {
    try {
      reply(handler, request, claim);
    } catch (InternalError e) {
      // Thrown for the reply's memory, for the request's memory (which the poll checks), or by the
      // handler.
      throw publisher.translate(e);
    } finally {
      publisher.end();
    }
  }

  private static void reply(RequestHandler handler, MemorySegment request, Claim claim) {
    long correlation = RequestFrame.correlation(request);
    MemorySegment reply = claim.segment();
    MemorySegment payload = RequestFrame.payload(reply);
    long length;
    try {
      length = handler.onRequest(RequestFrame.payload(request), payload);
      Objects.checkFromIndexSize(0, length, payload.byteSize());
    } catch (RuntimeException e) {
      replyFailed(e, correlation, claim, reply);
      return;
    } catch (Error e) {
      try {
        replyFailed(e, correlation, claim, reply);
      } catch (TransportException | InternalError lost) {
        e.addSuppressed(lost);
      }
      throw e;
    }
    RequestFrame.write(reply, correlation, RequestFrame.DONE);
    claim.commit(RequestFrame.LENGTH + length);
  }

  private static void replyFailed(Throwable e, long correlation, Claim claim, MemorySegment reply) {
    MemorySegment payload = RequestFrame.payload(reply);
    byte[] text = text(e);
    long length = Math.min(text.length, payload.byteSize());
    MemorySegment.copy(MemorySegment.ofArray(text), 0, payload, 0, length);
    RequestFrame.write(reply, correlation, RequestFrame.FAILED);
    claim.commit(RequestFrame.LENGTH + length);
  }

  private static byte[] text(Throwable e) {
    try {
      return e.toString().getBytes(StandardCharsets.UTF_8);
    } catch (RuntimeException | Error withoutText) {
      // The exception's own toString() fails, so its class name is used.
      return e.getClass().getName().getBytes(StandardCharsets.UTF_8);
    }
  }

  /// Leaves the service. Other responders get the requests that were not answered. Closing a second
  /// time has no effect.
  @Override
  public void close() {
    closed = true;
    try (service) {
      routes.close();
    }
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "responder of " + service.path();
  }
}
