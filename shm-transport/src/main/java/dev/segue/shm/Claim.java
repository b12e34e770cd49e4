// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Room in a lane for one message, written in place and then committed or aborted.
///
/// It belongs to its publisher, which has one claim at a time and hands out this same object for
/// each. It is for the thread that made it: for all others it is not open. Other threads may write
/// to its {@link #segment()}, if they have done so before it is committed. A claim that is never
/// committed, because the process died, was never there.
public final class Claim {

  private final Publisher publisher;

  Claim(Publisher publisher) {
    this.publisher = publisher;
  }

  /// The memory of the whole lane, for those who do without a view of their own (a view may have to
  /// be allocated). The message goes to {@link #offset()} and after, no further than was claimed:
  /// around it are other messages, and nothing but the writer's care protects them.
  ///
  /// @return the same segment for every claim in the same lane
  /// @throws IllegalStateException when the claim is not open any more, or of another thread
  public MemorySegment memory() {
    requireOpen();
    return publisher.claimMemory();
  }

  /// Where in {@link #memory()} the claimed bytes begin.
  ///
  /// @return the offset, a multiple of 8
  /// @throws IllegalStateException when the claim is not open any more, or of another thread
  public long offset() {
    requireOpen();
    return publisher.claimOffset();
  }

  /// The memory to write the message to: exactly as long as was claimed, aligned to 8 bytes, with
  /// arbitrary content. It must not be used after {@link #commit} or {@link #abort}: then it is the
  /// subscriber's.
  ///
  /// @return a new view of the claimed bytes
  /// @throws IllegalStateException when the claim is not open any more, or of another thread
  public MemorySegment segment() {
    requireOpen();
    return publisher.claimed();
  }

  /// Publishes the message.
  ///
  /// @param length its true length in bytes, from the start of the segment
  /// @throws IndexOutOfBoundsException when that is more than was claimed; the claim stays open
  /// @throws IllegalStateException when the claim is not open any more, or of another thread, or
  ///   the publisher is closed
  /// @throws ShmException `FENCED` when the others have gone on without this publisher, and it
  ///   cannot be known whether the message arrived
  public void commit(long length) {
    Objects.checkFromIndexSize(0, length, requireOpen());
    publisher.commit(length);
  }

  /// Gives the room back, as if it had not been claimed.
  ///
  /// @throws IllegalStateException when the claim is not open any more, or of another thread
  public void abort() {
    requireOpen();
    publisher.abort();
  }

  private long requireOpen() {
    long length = publisher.claimedLength();
    if (length < 0) {
      throw new IllegalStateException(
          "the claim was committed or aborted already, or another thread made it");
    }
    return length;
  }
}
