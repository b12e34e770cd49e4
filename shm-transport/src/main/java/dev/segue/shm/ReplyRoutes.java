// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.Cleanup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The open reply channels of a responder, one for each requester. For one thread at a time, except
/// for {@link #close()}.
final class ReplyRoutes implements AutoCloseable {

  /// How long to wait for room for a reply: the requester may be busy with earlier replies.
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final int MAX_ROUTES = 128;
  private static final long CHECK_INTERVAL_NANOS = 1_000_000_000;

  /// The reply channel of one requester.
  static final class Route implements AutoCloseable {
    final Channel channel;
    final Publisher publisher;

    /// Whether the last reply found no room in time; the next one does not wait.
    private boolean stalled;

    private Route(Channel channel, Publisher publisher) {
      this.channel = channel;
      this.publisher = publisher;
    }

    /// Claims room for a reply. Waits for it only once, since other requesters wait for their
    /// replies.
    @Nullable Claim tryClaim(long length) {
      Claim claim = stalled ? publisher.tryClaim(length) : publisher.tryClaim(length, PATIENCE);
      stalled = claim == null;
      return claim;
    }

    /// Whether the requester has left and its files are deleted, so that this route only takes up
    /// memory. The files are checked first, because that is quick and needs no lock.
    boolean isAbandoned() {
      return Files.notExists(channel.path(), LinkOption.NOFOLLOW_LINKS) && hasLeft();
    }

    boolean hasLeft() {
      try {
        return !channel.hasSubscriber();
      } catch (IOException e) {
        // `BUSY`: the requester still exists. Any other kind: its files are damaged, so it cannot
        // read replies.
        return TransportException.of(channel.path(), e).kind() != Kind.BUSY;
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (TransportException e) {
        // Everything is closed, but the requester was not notified: it has left and unlinked its
        // files, or they are damaged. This does not affect other requesters.
      }
    }
  }

  private final Path service;
  private final @Nullable String group;
  private final Map<Long, Route> routes = new ConcurrentHashMap<>();
  private long checkedAtNanos = System.nanoTime();
  private volatile boolean closed;

  /// @param service path of the service
  /// @param group the group that shares the service, or null
  ReplyRoutes(Path service, @Nullable String group) {
    this.service = service;
    this.group = group;
  }

  /// Returns the route to a requester, and opens it if necessary.
  ///
  /// @throws TransportException if the reply channel cannot be opened
  /// @throws IllegalStateException if these routes are closed
  Route to(long requester) {
    Route known = routes.get(requester);
    return known != null ? known : open(requester);
  }

  private Route open(long requester) {
    closeIf(Route::isAbandoned);
    if (routes.size() >= MAX_ROUTES) {
      closeIf(Route::hasLeft);
    }
    Channel replies = Channel.openAs(RequestFrame.replies(service, requester), group);
    try {
      Route route = new Route(replies, replies.addPublisher());
      routes.put(requester, route);
      if (closed) {
        // close() may have missed this route.
        throw new IllegalStateException("the responder of " + service + " is closed");
      }
      return route;
    } catch (RuntimeException | Error e) {
      routes.remove(requester);
      Cleanup.after(e, replies::close);
      throw e;
    }
  }

  /// Closes the route to a requester.
  void close(long requester) {
    Route route = routes.remove(requester);
    if (route != null) {
      route.close();
    }
  }

  /// Closes the routes to requesters that have left, at most once a second.
  void closeAbandoned() {
    long now = System.nanoTime();
    if (now - checkedAtNanos >= CHECK_INTERVAL_NANOS) {
      checkedAtNanos = now;
      closeIf(Route::isAbandoned);
    }
  }

  private void closeIf(Predicate<Route> condition) {
    for (Iterator<Route> all = routes.values().iterator(); all.hasNext(); ) {
      Route route = all.next();
      if (condition.test(route)) {
        all.remove();
        route.close();
      }
    }
  }

  /// Closes all routes. Any thread may call it, at any time.
  @Override
  public void close() {
    closed = true;
    try {
      Cleanup.each(routes.values(), Route::close);
    } finally {
      routes.clear();
    }
  }
}
