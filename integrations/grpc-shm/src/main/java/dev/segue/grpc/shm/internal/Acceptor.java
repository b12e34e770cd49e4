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
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/// Accepts the connections of clients at a server's path.
public final class Acceptor {

  /// Takes over a new connection.
  public interface Listener {
    /// A client has connected, and got the settings. Runs on the acceptor's thread.
    void onConnection(Hello hello, Connection connection);
  }

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int ATTEMPTS = 5;
  private static final long START_NANOS = 100_000_000;
  private static final long RETRY_NANOS = 100_000_000;
  private static final long TIDY_NANOS = 10_000_000_000L;

  private final Path path;
  private final Settings settings;
  private final Executor helpers;
  private final Listener listener;
  private final Thread thread;
  private Channel queue;
  private Subscriber subscriber;
  private volatile boolean stopped;

  /// Occupies the path, and starts to accept connections.
  ///
  /// @param path the server's path
  /// @param settings what to tell clients
  /// @param helpers runs tasks that wait for room
  /// @param listener takes over connections
  /// @throws IOException if another server is at that path, or it cannot be used
  public Acceptor(Path path, Settings settings, Executor helpers, Listener listener)
      throws IOException {
    this.path = path;
    this.settings = settings;
    this.helpers = helpers;
    this.listener = listener;
    try {
      queue = occupy();
      subscriber = join(queue);
      ConnectionFiles.deleteAbandoned(path);
    } catch (TransportException e) {
      throw new IOException("cannot serve at " + path + ": " + e.getMessage(), e);
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

  /// Creates the channel at the path, and deletes one that a server left when it died.
  private Channel occupy() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return Channel.create(path, ConnectionFiles.ofServer());
      } catch (TransportException e) {
        if (e.kind() != Kind.ALREADY_EXISTS || attempt == ATTEMPTS) {
          throw e;
        }
        deleteIfDead();
      }
    }
  }

  private void deleteIfDead() throws IOException {
    try (Channel other = Channel.open(path)) {
      if (ConnectionFiles.isServed(other)) {
        throw new IOException("another server is at " + path);
      }
      // A server that has just created it may be about to join it.
      LockSupport.parkNanos(START_NANOS);
      if (ConnectionFiles.isServed(other)) {
        throw new IOException("another server is at " + path);
      }
      other.unlink();
    } catch (TransportException e) {
      if (e.kind() != Kind.NOT_FOUND) {
        throw e;
      }
    }
  }

  private void run() {
    long tidied = System.nanoTime();
    MessageHandler handler = message -> accept(message.toArray(ValueLayout.JAVA_BYTE));
    while (!stopped) {
      try {
        int count = subscriber.poll(handler, 1, POLL);
        if (count == 0 && System.nanoTime() - tidied > TIDY_NANOS) {
          tidied = System.nanoTime();
          ConnectionFiles.deleteAbandoned(path);
        }
      } catch (TransportException e) {
        if (!stopped) {
          LOGGER.log(Level.WARNING, "accepting connections at " + path + " failed", e);
          reopen();
        }
      } catch (IllegalStateException e) {
        if (!stopped) {
          throw e;
        }
      }
    }
  }

  /// Begins again, after the files were deleted or damaged.
  private void reopen() {
    boolean _ = Thread.interrupted();
    while (!stopped) {
      try {
        queue.close();
      } catch (RuntimeException e) {
        LOGGER.log(Level.DEBUG, "closing " + path, e);
      }
      try {
        synchronized (this) {
          if (!stopped) {
            unlinkDamaged();
            queue = occupy();
            subscriber = join(queue);
          }
        }
        return;
      } catch (IOException | RuntimeException e) {
        LOGGER.log(Level.DEBUG, "serving at " + path + " again", e);
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private void unlinkDamaged() {
    try {
      queue.unlink();
    } catch (TransportException e) {
      // It does not exist any more.
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
      // The client has died or given up, or is damaged. That does not affect others.
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
      connection.close();
      throw e;
    }
  }

  private Connection join(long id) {
    Channel fromClient = Channel.open(ConnectionFiles.fromClient(path, id));
    try {
      Channel toClient = Channel.open(ConnectionFiles.fromServer(path, id));
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

  /// Stops accepting connections, and deletes the files at the path.
  public void stop() {
    Channel closing;
    synchronized (this) {
      if (stopped) {
        return;
      }
      stopped = true;
      closing = queue;
    }
    try (closing) {
      closing.unlink();
    } catch (RuntimeException e) {
      LOGGER.log(Level.DEBUG, "closing " + path, e);
    }
    ConnectionFiles.deleteUnjoined(path, Duration.ZERO);
  }
}
