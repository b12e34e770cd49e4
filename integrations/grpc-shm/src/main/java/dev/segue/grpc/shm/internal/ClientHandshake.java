// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Connects a client to a server. Each object is for one attempt.
public final class ClientHandshake {

  /// As long as gRPC gives a connection attempt at least.
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private static final Duration POLL = Duration.ofMillis(20);
  private static final long CROWDED_PARK_NANOS = 2_000_000;

  private final ServerPath server;
  private final long laneCapacity;
  private final Executor helpers;
  private final BooleanSupplier cancelled;
  private final long deadline = System.nanoTime() + PATIENCE_NANOS;
  private @Nullable Settings settings;
  private boolean found;

  /// Prepares an attempt.
  ///
  /// @param server the server's path
  /// @param laneCapacity the capacity of each lane
  /// @param helpers runs tasks that wait for room
  /// @param cancelled returns whether to give up
  public ClientHandshake(
      ServerPath server, long laneCapacity, Executor helpers, BooleanSupplier cancelled) {
    this.server = server;
    this.laneCapacity = laneCapacity;
    this.helpers = helpers;
    this.cancelled = cancelled;
  }

  /// Connects.
  ///
  /// @param hello creates the hello for the server, given the number of a connection
  /// @throws TransportException `NOT_FOUND` if there is no server; `TIMEOUT` if it does not answer;
  ///   otherwise as `Channel.create`
  public Connection connect(LongFunction<Hello> hello) {
    Channel queue = server.open(server.path());
    try (Publisher announcer = join(queue)) {
      Connection connection = connect(announcer, hello);
      connection.setServer(new ConnectedServer(server, queue, settings().processId()));
      return connection;
    } catch (RuntimeException | Error e) {
      queue.close();
      throw e;
    }
  }

  private Connection connect(Publisher announcer, LongFunction<Hello> hello) {
    requireServer(announcer);
    found = true;
    ConnectionFiles.deleteAbandoned(server);
    long id = ThreadLocalRandom.current().nextLong();
    Channel toServer = Channel.create(ConnectionFiles.fromClient(server.path(), id), lanes());
    try {
      return connect(toServer, id, announcer, hello.apply(id));
    } catch (RuntimeException | Error e) {
      withdraw(toServer);
      throw e;
    }
  }

  private ChannelConfig lanes() {
    return server.shared(ConnectionFiles.ofConnection(laneCapacity));
  }

  private Publisher join(Channel queue) {
    while (true) {
      try {
        return queue.addPublisher();
      } catch (TransportException e) {
        // The lane is full because other clients are connecting.
        if (e.kind() != Kind.LIMIT_EXCEEDED || System.nanoTime() - deadline > 0) {
          throw e;
        }
        LockSupport.parkNanos(CROWDED_PARK_NANOS);
      }
    }
  }

  private Connection connect(Channel toServer, long id, Publisher announcer, Hello hello) {
    Channel fromServer = Channel.create(ConnectionFiles.fromServer(server.path(), id), lanes());
    try {
      Connection connection = new Connection(fromServer, toServer, helpers);
      MemorySegment announcement = MemorySegment.ofArray(hello.toBytes());
      while (!announcer.offer(announcement, POLL)) {
        check(announcer);
      }
      while (settings == null) {
        check(announcer);
        int _ = connection.pollOne(this::onFrame, POLL);
      }
      connection.unlink();
      return connection;
    } catch (RuntimeException | Error e) {
      withdraw(fromServer);
      throw e;
    }
  }

  /// Whether an attempt failed because the server ended in the meantime. The next server may
  /// already exist.
  public boolean hasServerEnded(Throwable failure) {
    return found && failure instanceof TransportException e && e.kind() == Kind.NOT_FOUND;
  }

  /// The server's settings, after the connection was made.
  public Settings settings() {
    Settings known = settings;
    if (known == null) {
      throw new IllegalStateException("not connected");
    }
    return known;
  }

  private void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
    if (frame.type() != Frames.SETTINGS || settings != null) {
      throw new DamagedFrameException("a frame of type " + frame.type() + " in the first record");
    }
    settings = Settings.read(frame.copyBody(memory, offset));
  }

  private void check(Publisher announcer) {
    requireServer(announcer);
    if (cancelled.getAsBoolean()) {
      throw new TransportException(Kind.TIMEOUT, "the channel was shut down");
    }
    if (System.nanoTime() - deadline > 0) {
      throw new TransportException(
          Kind.TIMEOUT, "the server at " + server.path() + " does not answer");
    }
  }

  private void requireServer(Publisher announcer) {
    if (!announcer.isConnected()) {
      throw new TransportException(
          Kind.NOT_FOUND, "the server at " + server.path() + " has ended: start it");
    }
  }

  private static void withdraw(Channel channel) {
    try (channel) {
      channel.unlink();
    } catch (TransportException e) {
      // The channel was unlinked, or cannot be deleted now: the next client or server deletes it.
    }
  }
}
