// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.shm.internal.DamagedFrameException;
import dev.segue.grpc.shm.internal.Frames;
import dev.segue.grpc.shm.internal.OutgoingRecord;
import dev.segue.grpc.shm.internal.OutgoingRecord.Piece;
import dev.segue.grpc.shm.internal.Sender;
import dev.segue.grpc.shm.internal.Sender.Sent;
import io.grpc.Compressor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// The sending half of a call: headers, messages, and the end.
///
/// A message is serialized by the thread that sends it, without a lock. Then its bytes are copied
/// to the lane, or wait for a connection, for credit, or for their turn. A message costs credit:
/// its bytes, and 16 more. It may be started while any credit is left.
///
/// A client keeps what it has sent until the server has started the call, so that it can send
/// everything again on another connection.
///
/// One thread at a time sends messages and the end. Any thread may call the other methods.
///
/// @param <T> the type of the messages
final class Outbound<T> {

  /// How many bytes may wait while the call is still ready.
  static final int READY_BYTES = 32 * 1024;

  /// A call that has sent more bytes than this is not retried. The limit is the same as gRPC's.
  private static final int MOST_KEPT_BYTES = 1024 * 1024;

  private static final byte[] NONE = {};

  private final Serialization<T> serialization;
  private final Tracers<?> tracers;
  private final Callbacks callbacks;
  private final Runnable onReady;
  private final Runnable onEnded;

  private volatile Attempt attempt = new Attempt(null, 0, 0);
  private volatile int readyBytes = READY_BYTES;
  private volatile boolean ended;

  /// Only the thread that sends messages uses these.
  private int number;

  // Guarded by this.
  private ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private @Nullable ArrayDeque<Waiting> sent;
  private long sentBytes;
  private List<SerializedMessage> again = List.of();
  private boolean endReported;
  private boolean aborted;

  /// A message or the end of the call, waiting to be sent.
  private record Waiting(@Nullable SerializedMessage message, @Nullable LongFunction<byte[]> end) {
    int length() {
      return message == null ? 0 : message.length();
    }
  }

  /// One attempt of the call: in one connection, or before it has a connection.
  private final class Attempt implements OutgoingRecord.Owner {
    private final @Nullable Sender sender;
    private final long call;

    /// The bytes that wait here or in the sender's queue.
    private final AtomicLong pending = new AtomicLong();

    /// Whether anything of the call is in the lane.
    private volatile boolean begun;

    /// Whether the end of the call is in the lane.
    private volatile boolean endWritten;

    // Guarded by the call.
    private long credit;
    private byte[] held = NONE;
    private boolean endSent;

    Attempt(@Nullable Sender sender, long call, long credit) {
      this.sender = sender;
      this.call = call;
      this.credit = credit;
    }

    /// Whether this can be sent now.
    boolean allows(Waiting next) {
      return next.message == null || credit > 0;
    }

    /// @return whether the call has become ready
    @SuppressWarnings("ReferenceEquality") // an attempt is itself
    boolean written(long bytes) {
      long before = pending.getAndAdd(-bytes);
      boolean becomesReady = before >= readyBytes && before - bytes < readyBytes;
      if (becomesReady && !ended && attempt == this) {
        callbacks.add(onReady);
        return true;
      }
      return false;
    }

    @Override
    public void beforeCommit() {
      begun = true;
    }

    @Override
    public void onWritten(long bytes) {
      if (written(bytes)) {
        callbacks.drainElsewhere();
      }
    }
  }

  /// The owner of the records of a long message. Each retains the message until it is in the lane.
  private final class Pieces implements OutgoingRecord.Owner {
    private final Attempt attempt;
    private final SerializedMessage message;

    Pieces(Attempt attempt, SerializedMessage message) {
      this.attempt = attempt;
      this.message = message;
    }

    @Override
    public void beforeCommit() {
      attempt.beforeCommit();
    }

    @Override
    public void onWritten(long bytes) {
      message.release();
      attempt.onWritten(bytes);
    }
  }

  /// The owner of the last record in a connection.
  private final class End implements OutgoingRecord.Owner {
    private final Attempt attempt;

    End(Attempt attempt) {
      this.attempt = attempt;
    }

    @Override
    public void beforeCommit() {
      attempt.begun = true;
    }

    @Override
    public void afterCommit() {
      attempt.endWritten = true;
    }

    @Override
    public void onWritten(long bytes) {
      // This thread belongs to another call, or all calls depend on it.
      Executors.elsewhere(Outbound.this::reportEnd);
    }
  }

  /// @param onReady a callback for when more should be sent
  /// @param onEnded called without a lock when the end is in the lane
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

  /// Starts to keep everything that is sent, until {@link #forget} or until it is too much.
  synchronized void remember() {
    sent = new ArrayDeque<>();
  }

  /// Stops keeping what was sent: the call will not be retried.
  synchronized void forget() {
    ArrayDeque<Waiting> known = sent;
    sent = null;
    if (known != null) {
      for (Waiting entry : known) {
        if (entry.message != null) {
          entry.message.release();
        }
      }
    }
  }

  /// Leaves the connection, and prepares to send everything again.
  ///
  /// @return false if this is impossible because not everything was kept, or the call has ended
  synchronized boolean detach() {
    ArrayDeque<Waiting> known = sent;
    if (aborted || known == null) {
      return false;
    }
    known.addAll(waiting);
    waiting = known;
    remember();
    sentBytes = 0;
    Attempt next = new Attempt(null, 0, 0);
    List<SerializedMessage> messages = new ArrayList<>();
    for (Waiting entry : waiting) {
      if (entry.message != null) {
        messages.add(entry.message);
        next.pending.addAndGet(entry.message.length());
      }
    }
    again = messages;
    attempt = next;
    return true;
  }

  /// Reports the retried messages to the tracers.
  void traceAgain() {
    List<SerializedMessage> messages;
    synchronized (this) {
      messages = again;
      again = List.of();
    }
    for (int i = 0; i < messages.size(); i++) {
      SerializedMessage message = messages.get(i);
      tracers.outboundMessage(i);
      tracers.outboundMessageSent(i, message.length(), message.size());
    }
  }

  /// Whether the peer may have seen anything of the call.
  boolean hasBegun() {
    return attempt.begun;
  }

  /// Whether the end of the call is in the lane.
  boolean isEndWritten() {
    return attempt.endWritten;
  }

  /// Connects the call, and sends what is waiting.
  ///
  /// @param call the number of the call
  /// @param headers frames to send first; may be empty
  /// @param hold whether to send them only together with the first message or the end
  void attach(Sender sender, long call, int initialCredit, byte[] headers, boolean hold) {
    synchronized (this) {
      if (aborted) {
        return;
      }
      Attempt begun = new Attempt(sender, call, initialCredit);
      begun.pending.set(attempt.pending.get());
      attempt = begun;
      putHeaders(begun, sender, headers, hold);
      sendWaiting(begun);
      if (isReady()) {
        callbacks.add(onReady);
      }
    }
    flush();
  }

  /// Sends the headers of a connected call.
  void headers(byte[] headers, boolean hold) {
    synchronized (this) {
      Attempt known = attempt;
      if (aborted || known.sender == null) {
        return;
      }
      putHeaders(known, known.sender, headers, hold);
    }
    flush();
  }

  private void putHeaders(Attempt to, Sender sender, byte[] headers, boolean hold) {
    if (hold) {
      to.held = headers;
    } else if (headers.length > 0) {
      boolean _ = write(to, sender, OutgoingRecord.of(headers, to));
    }
  }

  /// Sets the compressor of messages, or null for none.
  void setCompressor(@Nullable Compressor compressor) {
    serialization.setCompressor(compressor);
  }

  /// Sets whether subsequent messages are compressed, if there is a compressor.
  void setCompressed(boolean enabled) {
    serialization.setCompressed(enabled);
  }

  void setReadyBytes(int bytes) {
    readyBytes = bytes;
  }

  /// Whether the caller should send more now.
  boolean isReady() {
    Attempt known = attempt;
    return !ended && known.sender != null && known.pending.get() < readyBytes;
  }

  /// Sends a message.
  ///
  /// @throws RuntimeException if it cannot be serialized, or is too long
  void message(T message) {
    if (ended) {
      serialization.release(message);
      return;
    }
    int current = number++;
    tracers.outboundMessage(current);
    SerializedMessage bytes = serialization.serialize(message);
    int length = bytes.length();
    int size = bytes.size();
    synchronized (this) {
      if (!ended) {
        put(new Waiting(bytes, null));
      }
    }
    try {
      tracers.outboundMessageSent(current, length, size);
    } finally {
      flush();
    }
  }

  private void put(Waiting entry) {
    Attempt known = attempt;
    if (known.sender != null && waiting.isEmpty() && known.allows(entry)) {
      transmit(known, known.sender, entry);
    } else {
      known.pending.addAndGet(entry.length());
      waiting.add(entry);
      if (entry.message != null) {
        entry.message.keep();
      }
    }
  }

  private void sendWaiting(Attempt to) {
    Sender sender = to.sender;
    Waiting next;
    while (sender != null && (next = waiting.peek()) != null && to.allows(next)) {
      waiting.remove();
      int length = next.length();
      transmit(to, sender, next);
      boolean _ = to.written(length);
    }
  }

  private void transmit(Attempt to, Sender sender, Waiting entry) {
    SerializedMessage message = entry.message;
    if (message != null) {
      to.credit -= cost(message.length());
      writePieces(to, sender, message);
    } else if (entry.end != null) {
      writeEnd(to, sender, entry.end);
    }
    keepOrRelease(entry);
  }

  private void keepOrRelease(Waiting entry) {
    ArrayDeque<Waiting> known = sent;
    if (known != null) {
      known.add(entry);
      sentBytes += entry.length();
      if (sentBytes > MOST_KEPT_BYTES) {
        forget();
      } else if (entry.message != null) {
        entry.message.keep();
      }
    } else if (entry.message != null) {
      entry.message.release();
    }
  }

  private void writeEnd(Attempt to, Sender sender, LongFunction<byte[]> frame) {
    byte[] bytes = takeHeldBefore(to, frame.apply(to.call));
    to.endSent = true;
    sender.send(OutgoingRecord.of(bytes, new End(to)));
  }

  private byte[] takeHeldBefore(Attempt to, byte[] frame) {
    byte[] before = to.held;
    to.held = NONE;
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

  private void writePieces(Attempt to, Sender sender, SerializedMessage message) {
    byte[] before = to.held;
    to.held = NONE;
    int most = mostInOneRecord(sender);
    int total = message.length();
    if (before.length > 0 && before.length + Frames.frameLength(total) > most) {
      boolean _ = write(to, sender, OutgoingRecord.of(before, to));
      before = NONE;
    }
    int piece = total <= most - Frames.HEADER_LENGTH ? total : most / 2;
    int from = 0;
    boolean isLong = message.isLong();
    OutgoingRecord.Owner owner = isLong ? new Pieces(to, message) : to;
    do {
      int length = Math.min(piece, total - from);
      boolean last = from + length == total;
      int flags = last ? message.flags() : message.flags() | Frames.MORE;
      Piece part = new Piece(message.bytes(), from, length);
      if (isLong) {
        message.retain(); // before another thread can write the record
      }
      OutgoingRecord next = OutgoingRecord.message(before, to.call, flags, total, part, owner);
      boolean written = write(to, sender, next);
      if (!isLong && !written) {
        message.disown();
      } else if (isLong && written) {
        message.release();
      }
      before = NONE;
      from += length;
    } while (from < total);
  }

  /// @return whether the record is in the lane
  private boolean write(Attempt to, Sender sender, OutgoingRecord message) {
    if (sender.send(message) == Sent.WRITTEN) {
      return true;
    }
    to.pending.addAndGet(message.byteSize());
    return false;
  }

  /// Sends the last frame, after all messages.
  ///
  /// @param frame creates the frame, for the number of the call
  void end(LongFunction<byte[]> frame) {
    synchronized (this) {
      if (!ended) {
        ended = true;
        put(new Waiting(null, frame));
      }
    }
    flush();
  }

  /// Adds credit.
  ///
  /// @throws DamagedFrameException if no correct peer can have sent this
  void credit(int bytes) {
    if (bytes <= 0) {
      throw new DamagedFrameException("a credit of " + bytes + " bytes");
    }
    synchronized (this) {
      Attempt known = attempt;
      known.credit += bytes;
      sendWaiting(known);
    }
    flush();
  }

  /// Drops everything that was not sent yet, and sends a frame, which needs no credit.
  ///
  /// @param frame creates the frame, for the number of the call; or null to send nothing
  /// @param afterEnd whether to send it even if the end was sent
  void abort(@Nullable LongFunction<byte[]> frame, boolean afterEnd) {
    synchronized (this) {
      Attempt known = attempt;
      ended = true;
      waiting.clear();
      known.held = NONE;
      if (frame != null && known.sender != null && (afterEnd || !known.endSent)) {
        known.sender.send(OutgoingRecord.of(frame.apply(known.call), null));
      }
      aborted = true;
      endReported = true;
      forget();
    }
    flush();
  }

  private void flush() {
    Attempt known = attempt;
    if (known.sender != null) {
      known.sender.flush();
    }
    if (known.endWritten) {
      reportEnd();
    }
    callbacks.drain();
  }

  private void reportEnd() {
    synchronized (this) {
      if (endReported) {
        return;
      }
      endReported = true;
    }
    onEnded.run();
  }
}
