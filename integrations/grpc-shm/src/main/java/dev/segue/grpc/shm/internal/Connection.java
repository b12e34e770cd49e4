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
  private @Nullable Channel server;
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
  /// damaged. Then closes the connection, and passes the reason to `onEnd`: a failure, or null if
  /// this process has closed the connection or the peer is gone.
  ///
  /// Returns when the connection becomes idle. When there is something to read again, another
  /// thread continues.
  ///
  /// @param threads provides and names the threads that continue
  public void read(
      FrameHandler handler, ReaderThreads threads, Consumer<@Nullable Throwable> onEnd) {
    new Reader(handler, threads, onEnd).run();
  }

  /// The work of the reading threads of a connection, which take turns.
  private final class Reader implements Runnable {
    private final RawMessageHandler records;
    private final ReaderThreads threads;
    private final Consumer<@Nullable Throwable> onEnd;

    Reader(FrameHandler handler, ReaderThreads threads, Consumer<@Nullable Throwable> onEnd) {
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
      } catch (DamagedFrameException e) {
        sayWhy(e);
        reason = e;
      } catch (IllegalStateException e) {
        reason = closing ? failure : e;
      } catch (RuntimeException | Error e) {
        reason = e;
      }
      end(reason);
    }

    private void end(@Nullable Throwable reason) {
      Throwable first = reason;
      try {
        close();
      } catch (RuntimeException | Error e) {
        first = reason == null ? e : reason;
      }
      onEnd.accept(first);
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
        if (pollRecords(records, POLL) > 0) {
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

  /// Informs the peer which of its frames was invalid, if there is room.
  private void sayWhy(DamagedFrameException e) {
    try {
      sender.send(
          OutgoingRecord.of(
              Frames.close(Status.Code.INTERNAL, "an invalid frame: " + e.getMessage(), 0), null));
      sender.flush();
    } catch (RuntimeException | Error failed) {
      LOGGER.log(Level.DEBUG, "cannot report an invalid frame", failed);
    }
  }

  private static RawMessageHandler records(FrameHandler handler) {
    IncomingFrame frame = new IncomingFrame();
    return (memory, offset, length) -> frame.readAll(memory.asReadOnly(), offset, length, handler);
  }

  /// Reads once, with a time limit. For the handshake.
  ///
  /// @return the number of records
  int poll(FrameHandler handler, Duration timeout) {
    return pollRecords(records(handler), timeout);
  }

  private int pollRecords(RawMessageHandler records, Duration timeout) {
    try {
      return subscriber.poll(records, BATCH, timeout);
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

  /// Sets the channel at the server's path, to be closed with the connection. If the server has
  /// died by that time, its files are deleted.
  void setServer(Channel newServer) {
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
    closing = true;
    // An interrupt that a callback has left would close file channels.
    boolean interrupted = Thread.interrupted();
    try {
      closeAll();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void closeAll() {
    sender.end();
    close(outbound);
    close(inbound);
    Channel known = server;
    if (known != null) {
      ConnectionFiles.unlinkIfDead(known);
      close(known);
    }
  }

  private static void close(Channel channel) {
    try {
      channel.close();
    } catch (RuntimeException e) {
      LOGGER.log(Level.DEBUG, "cannot close a connection", e);
    }
  }
}
