// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Channel;
import dev.segue.shm.RawMessageHandler;
import dev.segue.shm.Subscriber;
import dev.segue.shm.TransportException;
import io.grpc.Status;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A connection between a client and a server: a pair of lanes, one for each direction.
///
/// One thread at a time reads, in {@link #read}; no thread reads while the connection is idle. Any
/// thread may send and close.
public final class Connection {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int BATCH = 64;

  /// The number of consecutive unsuccessful waits after which a connection is idle.
  private static final int IDLE_POLLS = 10;

  private final Channel inbound;
  private final Channel outbound;
  private final Subscriber subscriber;
  private final Sender sender;
  private @Nullable ConnectedServer server;
  private volatile @Nullable Throwable failure;
  private volatile boolean closing;

  /// Joins both lanes. Closes neither if this fails.
  ///
  /// @param inbound the pair that this process reads
  /// @param outbound the pair that this process writes
  /// @param helpers runs tasks that wait for room
  Connection(Channel inbound, Channel outbound, Executor helpers) {
    this.inbound = inbound;
    this.outbound = outbound;
    this.subscriber = inbound.addSubscriber();
    this.sender = new Sender(outbound.addPublisher(), helpers, this::senderEnded);
  }

  private void senderEnded(@Nullable Throwable reason) {
    if (reason != null) {
      failure = reason;
    }
    subscriber.wakeUp();
  }

  /// The sender of this end's frames.
  public Sender sender() {
    return sender;
  }

  /// Reads until the connection ends: it is closed, the peer has left or died, or a frame is
  /// damaged. Then closes the connection, and passes the reason to `onEnd`.
  ///
  /// Returns when the connection becomes idle. When there is something to read again, another
  /// thread continues.
  ///
  /// @param threads provides and names the threads that continue
  public void read(FrameHandler handler, ReaderThreads threads, Consumer<ConnectionEnd> onEnd) {
    new Reader(handler, threads, onEnd).run();
  }

  /// The work of the reading threads of a connection, which take turns.
  private final class Reader implements Runnable {
    private final RawMessageHandler records;
    private final ReaderThreads threads;
    private final Consumer<ConnectionEnd> onEnd;

    Reader(FrameHandler handler, ReaderThreads threads, Consumer<ConnectionEnd> onEnd) {
      this.records = records(handler);
      this.threads = threads;
      this.onEnd = onEnd;
    }

    @Override
    public void run() {
      Throwable reason = null;
      try {
        if (isIdleAfterReading()) {
          return;
        }
        reason = failure;
      } catch (IllegalStateException e) {
        reason = closing ? failure : e;
      } catch (RuntimeException | Error e) {
        reason = e;
      }
      end(reason);
    }

    private void end(@Nullable Throwable reason) {
      ConnectionEnd end = endOf(reason); // Before the server's channel is closed.
      try {
        close(reason);
      } catch (RuntimeException | Error e) {
        end = reason == null ? new ConnectionEnd.Failed(e) : end;
      }
      onEnd.accept(end);
    }

    private ConnectionEnd endOf(@Nullable Throwable reason) {
      if (reason != null) {
        return new ConnectionEnd.Failed(reason);
      }
      return closing ? new ConnectionEnd.Closed() : new ConnectionEnd.PeerLeft(isServerAlive());
    }

    /// Reads until the connection is idle or ends.
    ///
    /// @return whether the connection is idle: another thread may be reading by now
    private boolean isIdleAfterReading() {
      while (isQuietAfterReading()) {
        if (subscriber.whenReady(() -> threads.execute(this))) {
          wakeIfEnding();
          return true;
        }
      }
      return false;
    }

    /// Reads until nothing has arrived for a while, or the connection ends.
    ///
    /// @return whether the connection continues
    private boolean isQuietAfterReading() {
      int waits = 0;
      while (waits < IDLE_POLLS && !isEnding()) {
        if (pollRecords(records, BATCH, POLL) > 0) {
          waits = 0;
        } else if (isPeerGone(records)) {
          return false;
        } else {
          waits++;
        }
      }
      return !isEnding();
    }
  }

  private boolean isEnding() {
    return closing || failure != null;
  }

  /// Wakes a reader if the end of the connection was requested while the connection became idle. (A
  /// later request wakes the idle connection itself.)
  private void wakeIfEnding() {
    if (isEnding()) {
      subscriber.wakeUp();
    }
  }

  private boolean isServerAlive() {
    ConnectedServer known = server;
    try {
      return known != null && known.isAlive();
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.DEBUG, "cannot determine whether a server is alive", e);
      return true;
    }
  }

  /// The frame that informs the peer that this end has failed, and why.
  private static @Nullable OutgoingRecord farewell(Throwable failure) {
    try {
      String text = ConnectionEnd.describe(failure);
      return OutgoingRecord.of(
          failure instanceof DamagedFrameException
              ? Frames.close(Status.Code.INTERNAL, "an invalid frame: " + text, 0)
              : Frames.close(
                  Status.Code.UNAVAILABLE,
                  "the peer's end of the connection has failed: " + text,
                  0),
          null);
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.DEBUG, "cannot report why a connection has failed", e);
      return null;
    }
  }

  private static RawMessageHandler records(FrameHandler handler) {
    IncomingFrame frame = new IncomingFrame();
    return (memory, offset, length) -> frame.readAll(memory.asReadOnly(), offset, length, handler);
  }

  /// Reads one record, with a time limit. For the handshake, which leaves the next records to
  /// {@link #read}: one of them may say why the server closes the connection.
  ///
  /// @return the number of records
  int pollOne(FrameHandler handler, Duration timeout) {
    return pollRecords(records(handler), 1, timeout);
  }

  private int pollRecords(RawMessageHandler records, int limit, Duration timeout) {
    try {
      return subscriber.poll(records, limit, timeout);
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.INTERRUPTED) {
        throw e;
      }
      // Ignored: a callback on a direct executor has interrupted this thread.
      boolean _ = Thread.interrupted();
      return 1;
    }
  }

  /// Whether the peer is gone and all its frames have been read.
  private boolean isPeerGone(RawMessageHandler records) {
    return sender.isPeerGone() && subscriber.poll(records, BATCH) == 0;
  }

  /// Sends a last frame, and ends the connection once this frame and all earlier ones are in the
  /// lane. Frames are read until then, because otherwise the peer might never make room.
  public void stopAfter(byte[] frame) {
    OutgoingRecord last = OutgoingRecord.of(frame, _ -> stop());
    if (sender.send(last) == Sender.Sent.WRITTEN) {
      stop();
    }
    sender.flush();
  }

  /// Makes {@link #read} end the connection within a tenth of a second, or as soon as the peer
  /// sends something.
  public void stop() {
    closing = true;
    subscriber.wakeUp();
  }

  /// Sets the server, whose channel is to be closed with the connection. If the server has died by
  /// that time, its files are deleted.
  void setServer(ConnectedServer newServer) {
    server = newServer;
  }

  /// Deletes the files of both lanes, which stay mapped.
  void unlink() {
    unlink(inbound);
    unlink(outbound);
  }

  private static void unlink(Channel channel) {
    try {
      channel.unlink();
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.NOT_FOUND) {
        throw e;
      }
    }
  }

  /// Leaves both lanes and closes them. The peer can still read frames that were sent.
  public void close() {
    close(null);
  }

  /// Closes the connection as {@link #close()} does, and informs the peer why, if there is room.
  ///
  /// @param failure what has failed; null: nothing, or the peer knows
  public void close(@Nullable Throwable failure) {
    closing = true;
    // An interrupt that a callback has left would close file channels.
    boolean interrupted = Thread.interrupted();
    try {
      closeAll(failure);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void closeAll(@Nullable Throwable failure) {
    sender.end(failure == null ? null : farewell(failure));
    leave(outbound);
    leave(inbound);
    ConnectedServer known = server;
    if (known != null) {
      ConnectionFiles.unlinkIfDead(known.channel());
      leave(known.channel());
    }
  }

  private static void leave(Channel channel) {
    try {
      channel.close();
    } catch (RuntimeException e) {
      LOGGER.log(Level.DEBUG, "cannot close a connection", e);
    }
  }
}
