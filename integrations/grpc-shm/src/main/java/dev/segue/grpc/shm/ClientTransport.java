// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.Connection;
import dev.segue.grpc.shm.internal.ConnectionEnd;
import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.FrameHandler;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.IncomingFrame;
import dev.segue.grpc.shm.internal.OutgoingRecord;
import dev.segue.grpc.shm.internal.ReaderThreads;
import dev.segue.grpc.shm.internal.Sender;
import dev.segue.grpc.shm.internal.Settings;
import io.grpc.Attributes;
import io.grpc.Status;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A client's end of a connection, and the calls in it.
final class ClientTransport implements FrameHandler {

  private final ShmChannel channel;
  private final Connection connection;
  private final Settings settings;
  private final Attributes attributes;
  private final ConcurrentHashMap<Long, ClientStream<?, ?>> calls = new ConcurrentHashMap<>();

  // Guarded by this.
  private long lastCall;
  private boolean draining;
  private boolean ended;
  private @Nullable Status closeStatus;
  private boolean answered;

  ClientTransport(
      ShmChannel channel, Connection connection, Settings settings, Attributes attributes) {
    this.channel = channel;
    this.connection = connection;
    this.settings = settings;
    this.attributes = attributes;
  }

  Attributes attributes() {
    return attributes;
  }

  /// The server's address. Filters may have replaced the address in the attributes.
  ShmSocketAddress remote() {
    return new ShmSocketAddress(channel.path(), settings.processId());
  }

  Settings settings() {
    return settings;
  }

  Sender sender() {
    return connection.sender();
  }

  /// Adds a call.
  ///
  /// @return its number, or 0 if the connection accepts no more calls
  long add(ClientStream<?, ?> call) {
    synchronized (this) {
      if (draining || ended || lastCall == Frames.MAX_CALL) {
        return 0;
      }
      lastCall++;
      calls.put(lastCall, call);
      return lastCall;
    }
  }

  /// Removes a call that has ended.
  void remove(long id) {
    boolean idle;
    synchronized (this) {
      idle = calls.remove(id) != null && draining && !ended && calls.isEmpty();
    }
    if (idle) {
      close();
    }
  }

  /// Accepts no more calls, and closes the connection after the last call has ended.
  void drain() {
    boolean idle;
    synchronized (this) {
      idle = !draining && !ended && calls.isEmpty();
      draining = true;
    }
    if (idle) {
      close();
    }
  }

  /// Ends all calls, and closes the connection.
  void drainNow(Status status) {
    List<ClientStream<?, ?>> open;
    synchronized (this) {
      draining = true;
      open = new ArrayList<>(calls.values());
    }
    ApplicationCode.forEach(open, "ending a call", call -> call.cancel(status));
    close();
  }

  private void close() {
    send(Frames.close(Status.Code.UNAVAILABLE, "the client has closed the connection", 0));
    connection.stop();
  }

  void send(byte[] frame) {
    sender().send(OutgoingRecord.of(frame, null));
    sender().flush();
  }

  /// Reads until the connection ends or is idle, as {@link Connection#read} does.
  ///
  /// @param onEnd called after all calls of the connection have ended
  void read(ReaderThreads threads, Runnable onEnd) {
    connection.read(
        this,
        threads,
        end -> {
          try {
            end(end);
          } finally {
            onEnd.run();
          }
        });
  }

  private void end(ConnectionEnd end) {
    Status status;
    boolean all;
    List<ClientStream<?, ?>> open;
    synchronized (this) {
      ended = true;
      status = closeStatus != null ? closeStatus : statusOf(end);
      all = answered;
      open = new ArrayList<>(calls.values());
      calls.clear();
    }
    // Must happen before the calls look for another connection.
    channel.draining(this);
    ApplicationCode.forEach(open, "ending a call", call -> call.transportEnded(status, all));
  }

  /// Says why the connection has ended: only a server that does not live any more "has ended".
  private Status statusOf(ConnectionEnd end) {
    String server = "the server at " + channel.path();
    return switch (end) {
      case ConnectionEnd.Closed _ ->
          Status.UNAVAILABLE.withDescription("the client has closed the connection");
      case ConnectionEnd.PeerLeft(boolean alive) ->
          Status.UNAVAILABLE.withDescription(
              alive
                  ? server + " has closed the connection without a reason: see its log"
                  : server + " has ended");
      case ConnectionEnd.Failed(DamagedFrameException failure) ->
          Status.INTERNAL
              .withDescription("the server has sent an invalid frame: " + failure.getMessage())
              .withCause(failure);
      case ConnectionEnd.Failed failed ->
          Status.UNAVAILABLE
              .withDescription("the connection to " + server + " has failed: " + failed.text())
              .withCause(failed.failure());
    };
  }

  @Override
  public void onFrame(IncomingFrame frame, MemorySegment memory, long offset) {
    switch (frame.type()) {
      case Frames.RESPONSE, Frames.MESSAGE, Frames.STATUS, Frames.CREDIT -> {
        if (frame.type() == Frames.STATUS && frame.has(Frames.REFUSED)) {
          stopCalls();
        }
        ClientStream<?, ?> call = calls.get(frame.call());
        if (call != null) {
          call.onFrame(frame, memory, offset);
        }
      }
      case Frames.GO_AWAY -> stopCalls();
      case Frames.CLOSE -> {
        Status status = CallFrames.readClose(frame.value(), frame.copyBody(memory, offset));
        synchronized (this) {
          draining = true;
          closeStatus = status;
          answered = frame.has(Frames.ANSWERED);
        }
        channel.draining(this);
        connection.stop();
      }
      default -> throw new DamagedFrameException("a frame of type " + frame.type());
    }
  }

  private void stopCalls() {
    drain();
    channel.draining(this);
  }
}
