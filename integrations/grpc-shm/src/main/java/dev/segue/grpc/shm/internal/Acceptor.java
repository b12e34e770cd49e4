// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Channel;
import dev.segue.shm.MessageHandler;
import dev.segue.shm.Subscriber;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/// Accepts the connections of clients at a server's path.
public final class Acceptor {

  /// Takes over a new connection.
  public interface Listener {
    /// Called when a client has connected and received the settings. Runs on the acceptor's thread.
    void onConnection(Hello hello, Connection connection);

    /// Called when the acceptor has stopped: no more connections follow.
    void onStopped();
  }

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int ATTEMPTS = 5;
  private static final long START_NANOS = 100_000_000;
  private static final long RETRY_NANOS = 100_000_000;
  private static final long TIDY_NANOS = 10_000_000_000L;
  private static final long CHECK_NANOS = 2_000_000_000;

  private final Path path;
  private final ServerPath server;
  private final Settings settings;
  private final Executor helpers;
  private final Listener listener;
  private final Thread thread;
  private Channel queue;
  private Subscriber subscriber;
  private ServerDirectory directory;
  private volatile boolean stopped;

  /// Occupies the path, and starts to accept connections.
  ///
  /// @param server the server's path
  /// @param settings the settings to send to clients
  /// @param helpers runs tasks that wait for room
  /// @param listener takes over connections
  /// @throws IOException if another server is at the path, or the path cannot be used
  public Acceptor(ServerPath server, Settings settings, Executor helpers, Listener listener)
      throws IOException {
    this.server = server;
    this.path = server.path();
    this.settings = settings;
    this.helpers = helpers;
    this.listener = listener;
    try {
      queue = occupy();
      directory = ServerDirectory.of(path);
      subscriber = join(queue);
      ConnectionFiles.deleteAbandoned(server);
    } catch (TransportException e) {
      throw new IOException("cannot serve at " + path + ": " + server.serverError(e), e);
    }
    this.thread = Thread.ofPlatform().daemon().name("segue-grpc-shm-acceptor").unstarted(this::run);
  }

  /// Starts to accept connections.
  public void start() {
    thread.start();
  }

  private static Subscriber join(Channel queue) {
    try {
      return queue.addSubscriber();
    } catch (RuntimeException | Error e) {
      try (queue) {
        queue.unlink();
      }
      throw e;
    }
  }

  /// Creates the channel at the path, after deleting the channel of a server that died.
  private Channel occupy() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return Channel.create(path, server.shared(ConnectionFiles.ofServer()));
      } catch (TransportException e) {
        if (e.kind() != Kind.ALREADY_EXISTS || attempt == ATTEMPTS) {
          throw e;
        }
        deleteIfDead();
      }
    }
  }

  private void deleteIfDead() throws IOException {
    try (Channel other = server.open(path)) {
      if (ConnectionFiles.isServed(other)) {
        throw new IOException("another server is at " + path);
      }
      // A server may have just created the channel, and be about to join it.
      LockSupport.parkNanos(START_NANOS);
      if (!other.unlinkIfUnread()) {
        throw new IOException("another server is at " + path);
      }
    } catch (TransportException e) {
      if (e.kind() != Kind.NOT_FOUND) {
        throw e;
      }
    }
  }

  private void run() {
    try {
      acceptAll();
    } finally {
      listener.onStopped();
    }
  }

  private void acceptAll() {
    long tidied = System.nanoTime();
    long checked = tidied;
    MessageHandler handler = message -> accept(message.toArray(ValueLayout.JAVA_BYTE));
    while (!stopped) {
      try {
        int count = subscriber.poll(handler, 1, POLL);
        long now = System.nanoTime();
        if (count == 0 && now - tidied > TIDY_NANOS) {
          tidied = now;
          ConnectionFiles.deleteAbandoned(server);
        }
        if (now - checked > CHECK_NANOS) {
          checked = now;
          directory.requireFiles(queue);
        }
      } catch (TransportException e) {
        if (!stopped) {
          String what = "accepting connections at " + path + " failed";
          LOGGER.log(Level.WARNING, what + directory.describeMissing(), e);
          reopen();
        }
      } catch (IllegalStateException e) {
        if (!stopped) {
          throw e;
        }
      }
    }
  }

  /// Creates the channel again after its files were deleted or damaged.
  private void reopen() {
    boolean _ = Thread.interrupted();
    Level level = Level.WARNING;
    while (!stopped) {
      try {
        queue.close();
      } catch (RuntimeException e) {
        LOGGER.log(Level.DEBUG, "cannot close " + path, e);
      }
      try {
        synchronized (this) {
          if (!stopped) {
            unlinkDamaged();
            queue = occupy();
            directory = ServerDirectory.of(path);
            subscriber = join(queue);
          }
        }
        return;
      } catch (IOException | RuntimeException e) {
        LOGGER.log(level, "cannot serve at " + path + " again yet", e);
        level = Level.DEBUG; // logs the first of many attempts
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private void unlinkDamaged() throws IOException {
    try {
      queue.unlink();
    } catch (TransportException e) {
      // Some or all of its files no longer exist.
      directory.deleteRest();
    }
  }

  private void accept(byte[] message) {
    if (stopped) {
      return;
    }
    try {
      Hello hello = Hello.read(message);
      welcome(hello, join(hello.id()));
    } catch (TransportException | DamagedFrameException | IllegalArgumentException e) {
      // The client has died, given up, or damaged its files, which does not affect other clients.
      LOGGER.log(Level.DEBUG, "a client could not connect to " + path, e);
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.WARNING, "a client could not connect to " + path, e);
    }
  }

  private void welcome(Hello hello, Connection connection) {
    try {
      connection.sender().send(OutgoingRecord.of(settings.toFrame(), null));
      listener.onConnection(hello, connection);
    } catch (RuntimeException | Error e) {
      connection.close(e);
      throw e;
    }
  }

  private Connection join(long id) {
    Channel fromClient = server.open(ConnectionFiles.fromClient(path, id));
    try {
      Channel toClient = server.open(ConnectionFiles.fromServer(path, id));
      try {
        return new Connection(fromClient, toClient, helpers);
      } catch (RuntimeException | Error e) {
        toClient.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      fromClient.close();
      throw e;
    }
  }

  /// Stops accepting connections, and deletes the files at the path. A client that is just being
  /// accepted still gets its connection.
  public void stop() {
    Channel closing;
    synchronized (this) {
      if (stopped) {
        return;
      }
      stopped = true;
      closing = queue;
    }
    // Listed before the path is free: all these channels belong to this server, and none to the
    // next one.
    List<Path> channels = ConnectionFiles.list(server);
    try (closing) {
      closing.unlink();
    } catch (RuntimeException e) {
      // The path and the channels may belong to another server by now.
      LOGGER.log(Level.DEBUG, "cannot close " + path, e);
      return;
    }
    ConnectionFiles.deleteUnjoined(server, channels);
  }
}
