// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.ShmException.Kind;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The answering side of request and reply. One thread at a time; several responders of the same
/// service share its requests.
///
/// A request is answered in place: it is read in its lane, and the reply written in the
/// requester's. What the responder had been given and not finished when its process died goes to
/// another one: a request may be seen twice then, and its requester gets one reply.
public final class Responder implements AutoCloseable {

  private static final long LEAST_CAPACITY = 1 << 16;

  /// For a requester that is at work, but not right now.
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final int MOST_ROUTES = 128;

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
  private final Map<Long, Route> routes = new HashMap<>();
  private long undeliverable;

  private Responder(Channel service, long maxReplyLength) {
    this.service = service;
    this.subscriber = service.subscriber();
    this.maxReplyLength = maxReplyLength;
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
  /// @param handler what answers
  /// @param limit how many at most
  /// @param timeout how long to wait for the first of them; zero: not at all
  /// @return how many there were
  /// @throws ShmException as {@link Subscriber#pollBlocking}
  /// @throws IllegalStateException when the responder is closed
  public int poll(RequestHandler handler, int limit, Duration timeout) {
    MessageHandler answering = request -> answer(handler, request);
    return timeout.isZero()
        ? subscriber.poll(answering, limit)
        : subscriber.pollBlocking(answering, limit, timeout);
  }

  /// How many replies had nowhere to go: their requester has left, or has not read for too long.
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
      Claim claim = claim(route, RequestFrame.LENGTH + room);
      if (claim == null) {
        undeliverable++;
        return;
      }
      claim.commit(reply(handler, request, claim.segment()));
    } catch (ShmException e) {
      // The requester has left, or its lane is damaged: its loss alone.
      undeliverable++;
      forget(requester);
    }
  }

  private static long reply(RequestHandler handler, MemorySegment request, MemorySegment reply) {
    long correlation = RequestFrame.correlation(request);
    MemorySegment payload = RequestFrame.payload(reply);
    try {
      long length = handler.onRequest(RequestFrame.payload(request), payload);
      Objects.checkFromIndexSize(0, length, payload.byteSize());
      RequestFrame.write(reply, correlation, RequestFrame.DONE);
      return RequestFrame.LENGTH + length;
    } catch (RuntimeException e) {
      byte[] text = e.toString().getBytes(StandardCharsets.UTF_8);
      long length = Math.min(text.length, payload.byteSize());
      MemorySegment.copy(MemorySegment.ofArray(text), 0, payload, 0, length);
      RequestFrame.write(reply, correlation, RequestFrame.FAILED);
      return RequestFrame.LENGTH + length;
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
    if (routes.size() >= MOST_ROUTES) {
      forgetThoseWhoLeft();
    }
    Channel replies = Channel.open(RequestFrame.replies(service.file(), requester));
    try {
      Route route = new Route(replies, replies.publisher());
      routes.put(requester, route);
      return route;
    } catch (ShmException e) {
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

  private void forgetThoseWhoLeft() {
    for (Iterator<Route> all = routes.values().iterator(); all.hasNext(); ) {
      Route route = all.next();
      if (route.channel.members().stream().allMatch(MemberStatus::publisher)) {
        all.remove();
        closeRoute(route);
      }
    }
  }

  private static void closeRoute(Route route) {
    try {
      route.close();
    } catch (ShmException e) {
      // Unlinked by the requester that left, so there is nobody to take leave of.
      if (e.kind() != Kind.NOT_FOUND) {
        throw e;
      }
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
