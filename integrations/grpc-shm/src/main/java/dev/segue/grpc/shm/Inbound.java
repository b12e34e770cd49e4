// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.IncomingFrame;
import io.grpc.Decompressor;
import io.grpc.Status;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// The receiving half of a call: messages, which are delivered when the application has asked for
/// them, and the end.
///
/// Only the connection's thread passes frames to it. Any thread may call the other methods.
///
/// @param <T> the type of the messages
final class Inbound<T> {

  /// How many bytes a peer may send before the application has asked for them.
  static final int CREDIT = 256 * 1024;

  private final Parser<T> parser;
  private final Tracers<?> tracers;
  private final Callbacks callbacks;
  private final Consumer<ReceivedMessage<T>> listener;
  private final IntConsumer returnCredit;

  // Guarded by this.
  private final ArrayDeque<ReceivedMessage<T>> ready = new ArrayDeque<>();
  private int demand;
  private final Credit credit = new Credit(CREDIT);
  private @Nullable Runnable end;
  private boolean closed;

  // Only the connection's thread uses these.
  private int number;
  private @Nullable Assembly assembly;

  /// @param listener gets the messages, in callbacks
  /// @param returnCredit grants the peer more bytes
  Inbound(
      Parser<T> parser,
      Tracers<?> tracers,
      Callbacks callbacks,
      Consumer<ReceivedMessage<T>> listener,
      IntConsumer returnCredit) {
    this.parser = parser;
    this.tracers = tracers;
    this.callbacks = callbacks;
    this.listener = listener;
    this.returnCredit = returnCredit;
  }

  /// Sets how messages are decompressed.
  void setDecompressor(Decompressor decompressor) {
    parser.setDecompressor(decompressor);
  }

  /// Asks for more messages.
  void request(int count) {
    int given;
    Runnable reached;
    synchronized (this) {
      demand = (int) Math.min(Integer.MAX_VALUE, (long) demand + count);
      reached = deliverReady();
      given = takeCredit();
    }
    finishWith(reached, given);
  }

  /// @return the action to run if the end is reached, or null
  private @Nullable Runnable deliverReady() {
    while (demand > 0 && !ready.isEmpty()) {
      deliver(ready.remove());
    }
    if (!ready.isEmpty() || end == null || closed) {
      return null;
    }
    closed = true;
    return end;
  }

  private void finishWith(@Nullable Runnable reached, int given) {
    if (reached != null) {
      reached.run();
    }
    if (given > 0) {
      returnCredit.accept(given);
    }
    callbacks.drain();
  }

  private void deliver(ReceivedMessage<T> message) {
    owe(message);
    callbacks.add(() -> listener.accept(message));
  }

  private void owe(ReceivedMessage<T> message) {
    if (demand != Integer.MAX_VALUE) {
      demand--;
    }
    credit.owe(message.wireLength());
  }

  private int takeCredit() {
    return end != null || closed ? 0 : credit.giveBack();
  }

  /// Receives a message or a piece of one.
  ///
  /// @throws io.grpc.StatusRuntimeException if the message is too long, or compressed in an unknown
  ///   way
  /// @throws DamagedFrameException if no correct peer can have sent this
  void frame(IncomingFrame frame, MemorySegment memory, long offset) {
    Assembly partial = assembly;
    boolean more = frame.has(Frames.MORE);
    if (partial == null) {
      begin(frame);
      if (!more) {
        requireComplete(frame.length(), frame.value());
        receive(frame, memory.asSlice(offset, frame.length()));
        return;
      }
      partial = new Assembly(frame.value());
      assembly = partial;
    }
    partial.add(frame, memory, offset);
    if (!more) {
      assembly = null;
      requireComplete(partial.length(), partial.total());
      receive(parser.onHeap(partial.bytes(), partial.length(), frame.has(Frames.COMPRESSED)));
    }
  }

  private void begin(IncomingFrame frame) {
    int total = frame.value();
    if (total < 0) {
      throw new DamagedFrameException("a message of " + total + " bytes");
    }
    synchronized (this) {
      if (end != null) {
        throw new DamagedFrameException("a message after the last one");
      }
      if (!credit.use(total)) {
        throw new DamagedFrameException("a message without credit for it");
      }
    }
    parser.requireAcceptable(total, frame.has(Frames.COMPRESSED));
    tracers.inboundMessage(number);
  }

  private static void requireComplete(int length, int total) {
    if (length != total) {
      throw new DamagedFrameException("%d bytes of a message of %d bytes".formatted(length, total));
    }
  }

  private void receive(IncomingFrame frame, MemorySegment message) {
    boolean compressed = frame.has(Frames.COMPRESSED);
    if (!compressed && (parser.isDirect() || callbacks.isDirect()) && isWanted()) {
      if (callbacks.tryBegin()) {
        receiveNow(parser.inLane(message));
        return;
      }
      if (parser.isDirect()) {
        receive(parser.parsed(message));
        return;
      }
    }
    int length = frame.length();
    byte[] bytes = LargeArrays.take(length);
    MemorySegment.copy(message, ValueLayout.JAVA_BYTE, 0, bytes, 0, length);
    receive(parser.onHeap(bytes, length, compressed));
  }

  private synchronized boolean isWanted() {
    return demand > 0 && ready.isEmpty() && !closed;
  }

  /// Delivers a message from the lane on this thread, in a callback that has already started. The
  /// callback parses it, so that no parsed message is dropped if the call ends at this moment.
  private void receiveNow(ReceivedMessage<T> message) {
    try {
      traceRead(message);
      int given;
      synchronized (this) {
        if (closed) {
          return;
        }
        owe(message);
        given = takeCredit();
      }
      finishWith(null, given);
      Callbacks.runOne(() -> listener.accept(message));
    } finally {
      callbacks.end();
    }
  }

  private void receive(ReceivedMessage<T> message) {
    traceRead(message);
    int given;
    Runnable reached;
    synchronized (this) {
      if (closed) {
        return;
      }
      ready.add(message);
      reached = deliverReady();
      given = takeCredit();
    }
    finishWith(reached, given);
  }

  private void traceRead(ReceivedMessage<T> message) {
    int length = message.wireLength();
    tracers.inboundMessageRead(number, length, message.isCompressed() ? -1 : length);
    number++;
  }

  /// Receives the end.
  ///
  /// @param action called without a lock, after the callbacks of all messages were added
  void end(Runnable action) {
    Runnable reached = null;
    synchronized (this) {
      if (end == null) {
        end = action;
        reached = deliverReady();
      }
    }
    finishWith(reached, 0);
  }

  /// Drops all messages that were not delivered.
  synchronized void close() {
    closed = true;
    ready.clear();
  }

  /// A message whose pieces are arriving. Its memory grows with the pieces, regardless of the
  /// announced length.
  private static final class Assembly {
    private static final int GROWTH = 4;

    private final int total;
    private byte[] bytes = new byte[0];
    private int length;

    Assembly(int total) {
      this.total = total;
    }

    void add(IncomingFrame frame, MemorySegment memory, long offset) {
      int piece = frame.length();
      if (frame.value() != total || piece > total - length) {
        throw new DamagedFrameException("a piece that does not belong to its message");
      }
      if (piece > bytes.length - length) {
        byte[] before = bytes;
        bytes = LargeArrays.take((int) Math.min(total, GROWTH * ((long) length + piece)));
        System.arraycopy(before, 0, bytes, 0, length);
        LargeArrays.giveBack(before);
      }
      MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, length, piece);
      length += piece;
    }

    int total() {
      return total;
    }

    int length() {
      return length;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  static Status tooLong(int most, int length) {
    return Status.RESOURCE_EXHAUSTED.withDescription(
        "gRPC message exceeds maximum size %d: %d".formatted(most, length));
  }
}
