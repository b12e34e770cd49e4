// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.MessageBody;
import dev.segue.grpc.shm.internal.OutgoingRecord;
import dev.segue.grpc.shm.internal.OutgoingRecord.Piece;
import dev.segue.grpc.shm.internal.Sender;
import io.grpc.Compressor;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What one side of a call sends: headers, messages, and an end.
///
/// A message is serialized into the lane if it can be sent now. Otherwise it is serialized to the
/// heap, where it waits for a connection, for credit, or for its turn to be written. Credit counts
/// the bytes of messages, and 16 for each; a message may be begun while any is left.
///
/// Any thread may use it.
///
/// @param <T> the type of the messages
final class Outbound<T> implements OutgoingRecord.Owner {

  /// How many bytes may wait while the call is still ready.
  static final int READY_BYTES = 32 * 1024;

  private static final byte[] NONE = {};

  private final Serialization<T> serialization;
  private final Tracers<?> tracers;
  private final Callbacks callbacks;
  private final Runnable onReady;
  private final Runnable onEnded;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  /// The bytes that wait here or in the sender's queue.
  private final AtomicLong pending = new AtomicLong();

  private volatile @Nullable Sender sender;
  private volatile int readyBytes = READY_BYTES;
  private volatile boolean ended;
  private long call;
  private long credit;
  private byte[] held = NONE;
  private boolean compressed = true;
  private int number;
  private boolean endSent;
  private boolean endReported;
  private boolean aborted;

  /// A message or the end of the call.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Waiting(byte[] bytes, int length, int flags, @Nullable LongFunction<byte[]> end) {}

  /// @param onReady a callback for when more should be sent
  /// @param onEnded called without a lock when the end was sent
  Outbound(
      Serialization<T> serialization,
      Tracers<?> tracers,
      Callbacks callbacks,
      Runnable onReady,
      Runnable onEnded) {
    this.serialization = serialization;
    this.tracers = tracers;
    this.callbacks = callbacks;
    this.onReady = onReady;
    this.onEnded = onEnded;
  }

  static int cost(int length) {
    return Math.min(length, Integer.MAX_VALUE - Frames.HEADER_LENGTH) + Frames.HEADER_LENGTH;
  }

  /// Connects the call, so that what is waiting is sent.
  ///
  /// @param newCall the number of the call
  /// @param headers frames to send first; may be empty
  /// @param hold whether to send them only with the first message, or the end
  void attach(Sender newSender, long newCall, int initialCredit, byte[] headers, boolean hold) {
    synchronized (this) {
      if (aborted) {
        return;
      }
      call = newCall;
      credit = initialCredit;
      sender = newSender;
      putHeaders(newSender, headers, hold);
      sendWaiting(newSender);
      if (isReady()) {
        callbacks.add(onReady);
      }
    }
    flush();
  }

  /// Sends headers of a call that is connected.
  void headers(byte[] headers, boolean hold) {
    synchronized (this) {
      Sender known = sender;
      if (aborted || known == null) {
        return;
      }
      putHeaders(known, headers, hold);
    }
    flush();
  }

  private void putHeaders(Sender to, byte[] headers, boolean hold) {
    if (hold) {
      held = headers;
    } else if (headers.length > 0) {
      write(to, OutgoingRecord.of(headers, this));
    }
  }

  /// Sets how messages are compressed, or null.
  synchronized void setCompressor(@Nullable Compressor compressor) {
    serialization.setCompressor(compressor);
  }

  /// Sets whether the messages to come are compressed, if there is a compressor.
  synchronized void setCompressed(boolean enabled) {
    compressed = enabled;
  }

  void setReadyBytes(int bytes) {
    readyBytes = bytes;
  }

  /// Whether the caller should send more now.
  boolean isReady() {
    return !ended && sender != null && pending.get() < readyBytes;
  }

  /// Sends a message.
  ///
  /// @throws RuntimeException if it cannot be serialized, or is too long
  void message(T message) {
    try {
      synchronized (this) {
        if (!ended) {
          int current = number++;
          tracers.outboundMessage(current);
          send(message, current);
        }
      }
    } finally {
      flush();
    }
  }

  private void send(T message, int current) {
    Sender known = sender;
    boolean compressing = compressed && serialization.hasCompressor();
    try (InputStream stream = serialization.streamUnlessDirect(message)) {
      if (known != null && credit > 0 && waiting.isEmpty() && !compressing) {
        MessageBody body = serialization.body(message, stream, mostInOneRecord(known));
        int length = body == null ? -1 : known.trySend(held, call, body);
        if (length >= 0) {
          held = NONE;
          credit -= cost(length);
          tracers.outboundMessageSent(current, length, length);
          return;
        }
      }
      Serialization.Serialized heap = serialization.toHeap(message, stream, compressing);
      put(new Waiting(heap.bytes(), heap.length(), heap.flags(), null));
      tracers.outboundMessageSent(current, heap.length(), heap.size());
    } catch (IOException e) {
      throw Serialization.failed(e);
    }
  }

  private void put(Waiting entry) {
    pending.addAndGet(entry.length);
    waiting.add(entry);
    Sender known = sender;
    if (known != null) {
      sendWaiting(known);
    }
  }

  private void sendWaiting(Sender to) {
    Waiting next;
    while ((next = waiting.peek()) != null && (next.end != null || credit > 0)) {
      waiting.remove();
      if (next.end != null) {
        write(to, OutgoingRecord.of(takeHeldBefore(next.end.apply(call)), this));
        endSent = true;
      } else {
        credit -= cost(next.length);
        writePieces(to, next);
      }
      written(next.length);
    }
  }

  private byte[] takeHeldBefore(byte[] frame) {
    byte[] before = held;
    held = NONE;
    if (before.length == 0) {
      return frame;
    }
    byte[] both = Arrays.copyOf(before, before.length + frame.length);
    System.arraycopy(frame, 0, both, before.length, frame.length);
    return both;
  }

  private static int mostInOneRecord(Sender to) {
    return (int) Math.min(Integer.MAX_VALUE, to.maxRecordLength() / 2);
  }

  private void writePieces(Sender to, Waiting message) {
    byte[] before = held;
    held = NONE;
    int most = mostInOneRecord(to);
    if (before.length > 0 && before.length + Frames.frameLength(message.length) > most) {
      write(to, OutgoingRecord.of(before, this));
      before = NONE;
    }
    int piece = message.length <= most - Frames.HEADER_LENGTH ? message.length : most / 2;
    int from = 0;
    do {
      int length = Math.min(piece, message.length - from);
      boolean last = from + length == message.length;
      int flags = last ? message.flags : message.flags | Frames.MORE;
      write(
          to,
          OutgoingRecord.message(
              before, call, flags, message.length, new Piece(message.bytes, from, length), this));
      before = NONE;
      from += length;
    } while (from < message.length);
  }

  private void write(Sender to, OutgoingRecord message) {
    pending.addAndGet(message.byteSize());
    if (to.send(message)) {
      written(message.byteSize());
    }
  }

  private void written(long bytes) {
    long before = pending.getAndAdd(-bytes);
    if (before >= readyBytes && before - bytes < readyBytes && !ended) {
      callbacks.add(onReady);
    }
  }

  @Override
  public void onWritten(long bytes) {
    written(bytes);
    callbacks.drain();
  }

  /// Sends the last frame, after all messages.
  ///
  /// @param frame creates the frame, for the number of the call
  void end(LongFunction<byte[]> frame) {
    synchronized (this) {
      if (!ended) {
        ended = true;
        put(new Waiting(NONE, 0, 0, frame));
      }
    }
    flush();
  }

  /// Adds credit.
  ///
  /// @throws DamagedFrameException if the peer cannot have sent this
  void credit(int bytes) {
    if (bytes <= 0) {
      throw new DamagedFrameException("a credit of " + bytes + " bytes");
    }
    synchronized (this) {
      credit += bytes;
      Sender known = sender;
      if (known != null) {
        sendWaiting(known);
      }
    }
    flush();
  }

  /// Drops everything that is not sent, and sends a frame without regard to credit.
  ///
  /// @param frame creates the frame, for the number of the call; or null to send nothing
  /// @param afterEnd whether it is sent although the end was sent
  void abort(@Nullable LongFunction<byte[]> frame, boolean afterEnd) {
    synchronized (this) {
      ended = true;
      waiting.clear();
      held = NONE;
      Sender known = sender;
      if (frame != null && known != null && (afterEnd || !endSent)) {
        boolean _ = known.send(OutgoingRecord.of(frame.apply(call), null));
      }
      aborted = true;
      endSent = true;
      endReported = true;
    }
    flush();
  }

  private void flush() {
    Sender known = sender;
    if (known != null) {
      known.flush();
    }
    boolean report;
    synchronized (this) {
      report = endSent && !endReported;
      endReported |= report;
    }
    if (report) {
      onEnded.run();
    }
    callbacks.drain();
  }
}
