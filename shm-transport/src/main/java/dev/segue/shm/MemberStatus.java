// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.membership.Registry;

/// A snapshot of one member of a channel: a publisher or a subscriber that is alive.
///
/// Immutable; two snapshots are equal when all their values are.
///
/// @see Channel#members()
public final class MemberStatus {

  private final Registry.Member member;
  private final MemberRole role;

  private MemberStatus(Registry.Member member, MemberRole role) {
    this.member = member;
    this.role = role;
  }

  static MemberStatus of(Registry.Member member) {
    return new MemberStatus(
        member,
        switch (member.role()) {
          case PUBLISHER -> MemberRole.PUBLISHER;
          case SUBSCRIBER -> MemberRole.SUBSCRIBER;
        });
  }

  /// The id of the member, which is never used again in its channel.
  ///
  /// @return the id
  public long id() {
    return member.id();
  }

  /// What the member does.
  ///
  /// @return the role
  public MemberRole role() {
    return role;
  }

  /// The id of the member's process, as that process sees it: in another container the same process
  /// may have another id.
  ///
  /// @return the process id
  public long processId() {
    return member.processId();
  }

  /// The number of times the member went to sleep: a subscriber because there were no messages, a
  /// publisher because the lane was full.
  ///
  /// @return sleeps since it joined
  public long waits() {
    return member.waits();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemberStatus that && member.equals(that.member);
  }

  @Override
  public int hashCode() {
    return member.hashCode();
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "member %d: %s, process %d, %d waits"
        .formatted(id(), member.role().inWords(), processId(), waits());
  }
}
