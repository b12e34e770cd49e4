// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.lane.LaneCounters;
import dev.segue.shm.internal.membership.LaneRef;
import java.util.Objects;
import java.util.OptionalLong;

/// A snapshot of one lane of a channel: its publisher, its subscriber and its counters.
///
/// The counters are read while the lane is in use, so they may be a few messages apart. Immutable;
/// two snapshots are equal when all their values are.
///
/// @see Channel#lanes()
public final class LaneStatus {

  private final LaneRef lane;
  private final long messages;
  private final long bytes;
  private final long delivered;
  private final long refused;
  private final long dropped;

  private LaneStatus(LaneRef lane, LaneCounters counters) {
    this.lane = lane;
    this.messages = counters.messages();
    this.bytes = counters.bytes();
    this.delivered = counters.delivered();
    this.refused = counters.refused();
    this.dropped = counters.dropped();
  }

  static LaneStatus of(LaneRef lane, LaneCounters counters) {
    return new LaneStatus(lane, counters);
  }

  /// The id of the lane, which is never used again in its channel.
  ///
  /// @return the id
  public long id() {
    return lane.id();
  }

  /// The id of the publisher that writes to the lane; see {@link MemberStatus#id()}.
  ///
  /// @return the id, or empty when that publisher has left, died or been fenced
  public OptionalLong publisherId() {
    return lane.orphaned() ? OptionalLong.empty() : OptionalLong.of(lane.producer());
  }

  /// Whether the publisher of the lane was fenced. It may still be alive and not have noticed.
  ///
  /// @return true if it was fenced; then {@link #publisherId()} is empty
  public boolean isPublisherFenced() {
    return lane.fenced();
  }

  /// The id of the subscriber that reads the lane; see {@link MemberStatus#id()}.
  ///
  /// @return the id, or empty while no subscriber reads the lane
  public OptionalLong subscriberId() {
    return lane.consumer() > 0 ? OptionalLong.of(lane.consumer()) : OptionalLong.empty();
  }

  /// The number of messages published to the lane since it was created.
  ///
  /// @return messages
  public long messages() {
    return messages;
  }

  /// The total length of the messages published to the lane since it was created.
  ///
  /// @return bytes
  public long bytes() {
    return bytes;
  }

  /// The number of messages that a subscriber has handled and released.
  ///
  /// @return messages
  public long delivered() {
    return delivered;
  }

  /// The number of claims refused because the lane was full.
  ///
  /// @return claims
  public long refused() {
    return refused;
  }

  /// The number of messages that a broadcast did not write to the lane because it was full.
  ///
  /// @return messages
  public long dropped() {
    return dropped;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LaneStatus that
        && id() == that.id()
        && publisherId().equals(that.publisherId())
        && isPublisherFenced() == that.isPublisherFenced()
        && subscriberId().equals(that.subscriberId())
        && messages == that.messages
        && bytes == that.bytes
        && delivered == that.delivered
        && refused == that.refused
        && dropped == that.dropped;
  }

  @Override
  public int hashCode() {
    return Objects.hash(id(), publisherId(), subscriberId(), messages, delivered);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "lane %d, %s -> %s: %d messages, %d bytes, %d delivered, %d refused, %d dropped"
        .formatted(
            id(),
            isPublisherFenced() ? "fenced" : inWords(publisherId()),
            inWords(subscriberId()),
            messages,
            bytes,
            delivered,
            refused,
            dropped);
  }

  private static String inWords(OptionalLong member) {
    return member.isPresent() ? Long.toString(member.getAsLong()) : "-";
  }
}
