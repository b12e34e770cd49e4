// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Claim;
import dev.segue.shm.Publisher;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends the records of any number of threads through one publisher. No caller waits, neither for
/// another one nor for room.
///
/// The holder of the lock writes; others append to a queue, which the holder empties in its {@link
/// #flush}. When there is no room, a helper thread waits for it, and everything is appended to the
/// queue until it has written the rest.
public final class Sender {

  private static final Duration ROOM_POLL = Duration.ofMillis(50);

  /// The bytes of records without an owner that may wait.
  private static final long MAX_ANSWERS = 16 * 1024 * 1024;

  private final Publisher publisher;
  private final Executor helpers;
  private final Consumer<Throwable> onFailure;
  private final ReentrantLock lock = new ReentrantLock();
  private final ConcurrentLinkedQueue<OutgoingRecord> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean waiting = new AtomicBoolean();

  /// The bytes in the queue that have no owner.
  private final AtomicLong answers = new AtomicLong();

  private volatile boolean ended;
  private volatile boolean peerGone;

  Sender(Publisher publisher, Executor helpers, Consumer<Throwable> onFailure) {
    this.publisher = publisher;
    this.helpers = helpers;
    this.onFailure = onFailure;
  }

  /// The length of the longest record.
  public long maxRecordLength() {
    return publisher.maxMessageLength();
  }

  /// Serializes a message into the lane, if no other thread is writing and there is room.
  ///
  /// @param frames complete frames before the message; may be empty
  /// @return the length of the message, or -1 if nothing was done
  /// @throws IOException if the message's stream fails; nothing was sent
  /// @throws RuntimeException if serializing fails; nothing was sent
  public int trySend(byte[] frames, long call, MessageBody message) throws IOException {
    if (ended || !queue.isEmpty() || lock.isHeldByCurrentThread() || !lock.tryLock()) {
      return -1;
    }
    try {
      return queue.isEmpty() ? serialize(frames, call, message) : -1;
    } finally {
      lock.unlock();
    }
  }

  private int serialize(byte[] frames, long call, MessageBody message) throws IOException {
    int max = message.maxLength();
    long header = frames.length;
    long body = header + Frames.HEADER_LENGTH;
    long claimed = header + Frames.frameLength(max);
    if (claimed > maxRecordLength()) {
      return -1;
    }
    try (Claim claim = tryClaim(claimed)) {
      if (claim == null) {
        return -1;
      }
      int length = message.write(claim.memory().asSlice(claim.offset() + body, max));
      if (length < 0) {
        return -1;
      }
      long offset = claim.offset();
      MemorySegment memory = claim.memory();
      MemorySegment.copy(frames, 0, memory, ValueLayout.JAVA_BYTE, offset, frames.length);
      int type = Frames.typeAndFlags(Frames.MESSAGE, 0);
      Frames.putHeader(memory, offset + header, call, type, length, length);
      commit(claim, header + Frames.frameLength(length));
      return length;
    }
  }

  /// Claims room, if there is any, and if the connection has not ended since the caller looked: the
  /// lane may be unmapped then.
  private @Nullable Claim tryClaim(long length) {
    try {
      return ended ? null : publisher.tryClaim(length);
    } catch (RuntimeException e) {
      fail(e);
      return null;
    }
  }

  private void commit(Claim claim, long length) {
    try {
      claim.commit(length);
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  /// Sends a record, now or as soon as it is its turn and there is room.
  ///
  /// @return whether it needs no more attention: it was written, or the connection has ended.
  ///   Otherwise its owner is notified
  /// @throws IllegalArgumentException if it is longer than {@link #maxRecordLength}
  public boolean send(OutgoingRecord message) {
    if (message.byteSize() > maxRecordLength()) {
      throw new IllegalArgumentException(
          "a record of %d bytes, where the longest is %d"
              .formatted(message.byteSize(), maxRecordLength()));
    }
    if (ended) {
      return true;
    }
    if (queue.isEmpty() && !lock.isHeldByCurrentThread() && lock.tryLock()) {
      try {
        if (queue.isEmpty() && write(message)) {
          return true;
        }
      } finally {
        lock.unlock();
      }
    }
    append(message);
    return false;
  }

  /// Appends to the queue. What applications send is bounded by their calls, and what this side has
  /// to answer by this method: a peer that asks and does not read loses the connection.
  void append(OutgoingRecord message) {
    if (message.owner() == null && answers.addAndGet(message.byteSize()) > MAX_ANSWERS) {
      fail(new IllegalStateException("the peer does not read the answers to its frames"));
    } else {
      queue.add(message);
    }
  }

  private boolean write(OutgoingRecord message) {
    try (Claim claim = tryClaim(message.byteSize())) {
      if (claim == null) {
        return ended;
      }
      message.write(claim.memory(), claim.offset());
      commit(claim, message.byteSize());
      return true;
    }
  }

  /// Writes what other threads have appended meanwhile, unless another thread is doing that. Must
  /// be called after sending, without a lock: it notifies the owners of other records.
  public void flush() {
    // Each thread that appends tries to get the lock after that, and each holder looks into the
    // queue after it has released the lock: no record is forgotten.
    while (!queue.isEmpty() && !lock.isHeldByCurrentThread() && lock.tryLock()) {
      List<OutgoingRecord> done = new ArrayList<>();
      boolean all;
      try {
        all = writeQueued(done);
      } finally {
        lock.unlock();
      }
      notifyOwners(done);
      if (!all) {
        awaitRoom();
        return;
      }
    }
  }

  private boolean writeQueued(List<OutgoingRecord> done) {
    OutgoingRecord next;
    while ((next = queue.peek()) != null) {
      if (!write(next)) {
        return false;
      }
      queue.remove();
      done.add(next);
    }
    return true;
  }

  private void notifyOwners(List<OutgoingRecord> done) {
    for (OutgoingRecord message : done) {
      OutgoingRecord.Owner owner = message.owner();
      if (owner == null) {
        answers.addAndGet(-message.byteSize());
      } else {
        owner.onWritten(message.byteSize());
      }
    }
  }

  private void awaitRoom() {
    if (waiting.compareAndSet(false, true)) {
      try {
        helpers.execute(this::writeWithRoom);
      } catch (RuntimeException | Error e) {
        waiting.set(false);
        fail(e);
      }
    }
  }

  /// Waits for room and writes, until the queue is empty.
  private void writeWithRoom() {
    try {
      while (!queue.isEmpty() && !ended) {
        List<OutgoingRecord> done = new ArrayList<>();
        lock.lock();
        try {
          OutgoingRecord next = queue.peek();
          if (next != null && !ended && writeWithin(next)) {
            queue.remove();
            done.add(next);
            writeQueued(done);
          }
        } finally {
          lock.unlock();
        }
        notifyOwners(done);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      waiting.set(false);
    }
    flush();
  }

  private boolean writeWithin(OutgoingRecord message) {
    try (Claim claim = publisher.tryClaim(message.byteSize(), ROOM_POLL)) {
      if (claim == null) {
        checkPeer();
        return false;
      }
      message.write(claim.memory(), claim.offset());
      commit(claim, message.byteSize());
      return true;
    }
  }

  /// Whether the peer has left or died. Returns false if that cannot be determined now.
  boolean isPeerGone() {
    if (!peerGone && !lock.isHeldByCurrentThread() && lock.tryLock()) {
      try {
        checkPeer();
      } finally {
        lock.unlock();
      }
      flush();
    }
    return peerGone;
  }

  private void checkPeer() {
    if (!ended && publisher.subscriberCount() == 0) {
      peerGone = true;
      ended = true;
    }
  }

  private void fail(Throwable e) {
    if (!ended) {
      ended = true;
      onFailure.accept(e);
    }
  }

  /// Writes what is in the queue and fits, and drops the rest and all later records. Afterwards no
  /// thread is using the lane, so it can be unmapped.
  void end() {
    lock.lock();
    try {
      int left = queue.size();
      OutgoingRecord next;
      while (!ended && left-- > 0 && (next = queue.poll()) != null && write(next)) {
        // Continue.
      }
    } finally {
      ended = true;
      queue.clear();
      lock.unlock();
    }
  }
}
