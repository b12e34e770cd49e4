// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.ShmException.Kind;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The answering side of request and reply. One thread at a time; several responders of the same
/// service share its requests. Threads may take turns; a poll that overlaps one of another thread
/// throws `IllegalStateException` and has no effect. Any thread may call {@link #close()} at any
/// time.
///
/// A request is answered in place: it is read in its lane, and the reply written in the
/// requester's. What the responder had been given and not finished when its process died goes to
/// another one: a request may be seen twice then, and its requester gets one reply.
public final class Responder implements AutoCloseable {

  private static final long LEAST_CAPACITY = 1 << 16;

  /// For a requester that is at work, but not right now.
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final int MOST_ROUTES = 128;

  /// How often those who left are looked for while nobody asks; and after how many polls the clock
  /// is, so that who spins need not read it each time.
  private static final long LOOK_NANOS = 1_000_000_000;

  private static final int SPINS_PER_LOOK = 256;

  /// Where the replies to a requester go.
  private static final class Route implements AutoCloseable {
    final Channel channel;
    final Publisher publisher;

    /// It has not read for all the time that it was given: no more is wasted on it until it reads.
    boolean stalled;

    Route(Channel channel, Publisher publisher) {
      this.channel = channel;
      this.publisher = publisher;
    }

    @Override
    public void close() {
      channel.close();
    }
  }

  private final Channel service;
  private final Subscriber subscriber;
  private final long maxReplyLength;
  private final Map<Long, Route> routes = new ConcurrentHashMap<>(); // Closing may come in between.
  private final Confinement use;
  private long undeliverable;
  private long lookedAtNanos = System.nanoTime();
  private int spins;

  private Responder(Channel service, long maxReplyLength) {
    this.service = service;
    this.subscriber = service.subscriber();
    this.maxReplyLength = maxReplyLength;
    this.use = new Confinement("the responder of " + service.file());
  }

  /// Joins a service, or starts it.
  ///
  /// @param service where it is, or shall be; it stays until its channel is unlinked
  /// @param maxRequestLength the longest request, in bytes
  /// @param maxReplyLength the longest reply that the handler is given room for; a requester may be
  ///   content with less
  /// @return the responder, to be closed
  /// @throws ShmException what {@link Channel#openOrCreate} and {@link Channel#subscriber} throw
  public static Responder open(Path service, long maxRequestLength, long maxReplyLength) {
    Channel channel =
        Channel.openOrCreate(
            service,
            ChannelConfig.defaults()
                .withTopology(Topology.QUEUE)
                .withCapacityBytes(
                    Math.max(LEAST_CAPACITY, RequestFrame.LENGTH + maxRequestLength)));
    try {
      return new Responder(channel, maxReplyLength);
    } catch (RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /// Answers the requests that are there, or that come in that time.
  ///
  /// @param handler what answers; when it throws, the requester is told, and an `Error` passes
  ///   through after that
  /// @param limit how many at most
  /// @param timeout how long to wait for the first of them; zero: not at all
  /// @return how many there were
  /// @throws ShmException as {@link Subscriber#pollBlocking}
  /// @throws IllegalStateException when the responder is closed, the handler polls it, or another
  ///   thread is using it
  public int poll(RequestHandler handler, int limit, Duration timeout) {
    if (!use.enter()) {
      throw new IllegalStateException("poll from inside a handler");
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
            : subscriber.pollBlocking(answering, limit, timeout);
    if (count == 0 && (!timeout.isZero() || ++spins % SPINS_PER_LOOK == 0)) {
      tidy();
    }
    return count;
  }

  private void tidy() {
    long now = System.nanoTime();
    if (now - lookedAtNanos >= LOOK_NANOS) {
      lookedAtNanos = now;
      forgetIf(Responder::isDeserted);
    }
  }

  /// How many replies had nowhere to go: their requester has left, or has not read for too long, or
  /// its files are damaged.
  ///
  /// @return since this responder was opened
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
      Route route = route(requester);
      long room = Math.min(maxReplyLength, route.channel.maxMessageLength() - RequestFrame.LENGTH);
      // No room even for a frame: nobody makes such files who wants replies.
      Claim claim = room < 0 ? null : claim(route, RequestFrame.LENGTH + room);
      if (claim == null) {
        undeliverable++;
        return;
      }
      reply(handler, request, route.publisher, claim);
    } catch (ShmException e) {
      // The requester has left, or its lane is damaged: its loss alone.
      undeliverable++;
      forget(requester);
    }
  }

  private static void reply(
      RequestHandler handler, MemorySegment request, Publisher publisher, Claim claim) {
    try {
      reply(handler, request, claim);
    } catch (InternalError e) {
      // Of the reply's memory, or the handler's own, or the request's, which the poll looks at.
      throw publisher.told(e);
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
      } catch (ShmException | InternalError lost) {
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
    } catch (RuntimeException | Error unspeakable) {
      // The handler's class of exception fails itself: its name has to do.
      return e.getClass().getName().getBytes(StandardCharsets.UTF_8);
    }
  }

  /// Waits for room, but not twice: other requesters wait for their answers.
  private static @Nullable Claim claim(Route route, long length) {
    Claim claim =
        route.stalled
            ? route.publisher.tryClaim(length)
            : route.publisher.claimBlocking(length, PATIENCE);
    route.stalled = claim == null;
    return claim;
  }

  private Route route(long requester) {
    Route known = routes.get(requester);
    if (known != null) {
      return known;
    }
    forgetIf(Responder::isDeserted);
    if (routes.size() >= MOST_ROUTES) {
      forgetIf(Responder::hasLeft);
    }
    Channel replies = Channel.open(RequestFrame.replies(service.file(), requester));
    try {
      Route route = new Route(replies, replies.publisher());
      routes.put(requester, route);
      return route;
    } catch (RuntimeException | Error e) {
      replies.close();
      throw e;
    }
  }

  private void forget(long requester) {
    Route route = routes.remove(requester);
    if (route != null) {
      closeRoute(route);
    }
  }

  private void forgetIf(Predicate<Route> gone) {
    for (Iterator<Route> all = routes.values().iterator(); all.hasNext(); ) {
      Route route = all.next();
      if (gone.test(route)) {
        all.remove();
        closeRoute(route);
      }
    }
  }

  /// Whether a requester has left and its files are deleted, so that they only take up memory. The
  /// files are looked for first: that is quick, and waits for nobody.
  private static boolean isDeserted(Route route) {
    return Files.notExists(route.channel.file(), LinkOption.NOFOLLOW_LINKS) && hasLeft(route);
  }

  private static boolean hasLeft(Route route) {
    try {
      return route.channel.members().stream().allMatch(MemberStatus::publisher);
    } catch (ShmException e) {
      // Who is only busy is still there. Of damaged files nobody reads a reply.
      return e.kind() != Kind.BUSY;
    }
  }

  private static void closeRoute(Route route) {
    try {
      route.close();
    } catch (ShmException e) {
      // All is closed, only the requester was not told: it has left and unlinked its files, or they
      // are damaged. The other requesters have no part in that.
    }
  }

  /// Leaves the service. Requests that it has not answered are for another responder.
  @Override
  public void close() {
    try (service) {
      routes.values().forEach(Responder::closeRoute);
      routes.clear();
    }
  }
}
