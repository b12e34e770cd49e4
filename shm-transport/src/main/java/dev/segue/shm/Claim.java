// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Space for one message in a publisher's lane, to be written in place and then committed.
///
/// ```java
/// try (Claim claim = publisher.tryClaim(16)) { // null when the lane is full
///   if (claim != null) {
///     claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), sequence);
///     claim.commit(8); // a claim that is not committed is aborted on leaving the block
///   }
/// }
/// ```
///
/// A publisher has one claim at a time, and returns this same object for each. Only the thread that
/// made a claim may use it; to other threads it is not open. They may write to its {@link
/// #segment()}, however, if their writes happen before the commit. When a process dies before it
/// commits a claim, no subscriber ever sees it.
public final class Claim implements AutoCloseable {

  private final Claims claims;

  Claim(Claims claims) {
    this.claims = claims;
  }

  /// The memory of the whole lane, for code that avoids the possible allocation of a view. The
  /// message begins at {@link #offset()} and must not extend beyond the claimed length: the memory
  /// around it holds other messages, and nothing protects them.
  ///
  /// @return the same segment for every claim in the same lane
  /// @throws IllegalStateException when the claim is not open, or another thread made it
  public MemorySegment memory() {
    requireOpen();
    return claims.memory();
  }

  /// The position of the claimed space in {@link #memory()}.
  ///
  /// @return the offset in bytes, a multiple of 8
  /// @throws IllegalStateException when the claim is not open, or another thread made it
  public long offset() {
    requireOpen();
    return claims.offset();
  }

  /// The claimed space: exactly as long as was claimed, aligned to 8 bytes, with arbitrary content.
  /// It must not be used after the claim has ended: from then on the space belongs to the
  /// subscriber.
  ///
  /// @return a new view of the claimed space
  /// @throws IllegalStateException when the claim is not open, or another thread made it
  public MemorySegment segment() {
    requireOpen();
    return claims.claimed();
  }

  /// Publishes the whole claimed space as the message.
  ///
  /// @throws IllegalStateException as {@link #commit(long)}
  /// @throws TransportException as {@link #commit(long)}
  public void commit() {
    claims.commit(requireOpen());
  }

  /// Publishes the first bytes of the claimed space as the message.
  ///
  /// @param length the message's length in bytes
  /// @throws IndexOutOfBoundsException when the length is negative or more than was claimed; the
  ///   claim stays open
  /// @throws IllegalStateException when the claim is not open, another thread made it, or the
  ///   publisher is closed
  /// @throws TransportException `FENCED` when the channel has gone on without this publisher; the
  ///   message may or may not have arrived
  public void commit(long length) {
    Objects.checkFromIndexSize(0, length, requireOpen());
    claims.commit(length);
  }

  /// Gives up the claim, as if it had never been made.
  ///
  /// @throws IllegalStateException when the claim is not open, or another thread made it
  public void abort() {
    requireOpen();
    claims.abort();
  }

  /// Aborts the claim if it is open; otherwise has no effect. As all claims of a publisher are the
  /// same object, this aborts the publisher's open claim, whichever `tryClaim` returned it.
  @Override
  public void close() {
    if (claims.claimedLength() >= 0) {
      claims.abort();
    }
  }

  private long requireOpen() {
    long length = claims.claimedLength();
    if (length < 0) {
      throw new IllegalStateException(
          "the claim is not open: it was committed or aborted, or another thread made it");
    }
    return length;
  }
}
