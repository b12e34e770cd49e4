// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.membership.MembershipException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// The layout of a channel's control file, in the byte order of the host.
///
/// ```text
///      0  long  magic
///      8  int   version                      of this layout and of the lanes'
///     12  int   length of this header
///     16  long  greatest message length
///     24  int   delivery                     1: pair, 2: queue, 3: broadcast
///     28  int   policy for slow subscribers
///     32  long  time after which a silent member is fenced, in ns; 0: never
///     40  int   number of member entries (M)
///     44  int   number of lane entries (L)
///     48  long  nonce                        a random number that no other channel has
///    ...
///    128  long  generation                   odd during a change of the tables
///    136  long  place                        0: the files are at their path; 1: unlinked; 2: lost
///    256  long  last id                      of a member or a lane
///   4096  M member entries of 128 bytes
///     +0  long  id                           0: free; ids are never used twice
///     +8  long  role                         1: publisher, 2: subscriber, 3: being fenced
///    +16  long  process id                   for diagnostics
///    +24  long  heartbeat                    grows while the process runs; see Heartbeats
///    +64  int   signal                       1: asleep, must be woken
///    +68  int   may sleep                    1: raise the signal after each commit, or release
///    +72  long  waits                        how often the member went to sleep
///    ...  L lane entries of 64 bytes
///     +0  long  id                           0: free; also names the file
///     +8  long  producer                     a member's id; 0: gone; -1: fenced
///    +16  long  consumer                     a member's id; 0: none
///    +24  long  draining                     1: the producer must not write to it any more
///    +32  long  opened by producer           id of a producer that has mapped the file; only
///    +40  long  opened by consumer           stored after unlinking
/// ```
final class ChannelLayout {

  private static final long MAGIC = 0x4e_41_48_43_55_47_45_53L; // "SEGUCHAN" in little-endian order
  static final int VERSION = 3;

  private static final int VERSION_OFFSET = 8;
  private static final int HEADER_LENGTH_OFFSET = 12;
  private static final int MAX_MESSAGE_LENGTH_OFFSET = 16;
  private static final int DELIVERY_OFFSET = 24;
  private static final int SLOW_POLICY_OFFSET = 28;
  private static final int PEER_TIMEOUT_OFFSET = 32;
  private static final int MEMBERS_OFFSET = 40;
  private static final int LANES_OFFSET = 44;
  private static final int NONCE_OFFSET = 48;
  static final int HEADER_LENGTH = 56;

  static final long GENERATION = 128;
  static final long PLACE = 136;
  static final long NEXT_ID = 256;

  static final long TABLES = 4096;
  private static final long MEMBER_LENGTH = 128;
  private static final long LANE_LENGTH = 64;

  static final long MEMBER_ID = 0;
  static final long MEMBER_ROLE = 8;
  static final long MEMBER_PID = 16;
  static final long MEMBER_HEARTBEAT = 24;
  static final long MEMBER_SIGNAL = 64;
  static final long MEMBER_MAY_SLEEP = 68;
  static final long MEMBER_WAITS = 72;
  static final long LANE_ID = 0;
  static final long LANE_PRODUCER = 8;
  static final long LANE_CONSUMER = 16;
  static final long LANE_DRAINING = 24;
  static final long LANE_OPENED_BY_PRODUCER = 32;
  static final long LANE_OPENED_BY_CONSUMER = 40;

  private ChannelLayout() {}

  static long fileLength(ChannelSettings settings) {
    return lane(settings, settings.lanes());
  }

  static long member(int slot) {
    return TABLES + slot * MEMBER_LENGTH;
  }

  static long lane(ChannelSettings settings, int slot) {
    return TABLES + settings.members() * MEMBER_LENGTH + slot * LANE_LENGTH;
  }

  static ByteBuffer header(ChannelSettings settings, long nonce) {
    return ByteBuffer.allocate(HEADER_LENGTH)
        .order(ByteOrder.nativeOrder())
        .putLong(0, MAGIC)
        .putInt(VERSION_OFFSET, VERSION)
        .putInt(HEADER_LENGTH_OFFSET, HEADER_LENGTH)
        .putLong(MAX_MESSAGE_LENGTH_OFFSET, settings.maxMessageLength())
        .putInt(DELIVERY_OFFSET, settings.delivery().code)
        .putInt(SLOW_POLICY_OFFSET, settings.slowPolicy())
        .putLong(PEER_TIMEOUT_OFFSET, settings.peerTimeoutNanos())
        .putInt(MEMBERS_OFFSET, settings.members())
        .putInt(LANES_OFFSET, settings.lanes())
        .putLong(NONCE_OFFSET, nonce);
  }

  /// Validates a header and returns the settings in it.
  static ChannelSettings settings(Path file, ByteBuffer header) throws MembershipException {
    header.order(ByteOrder.nativeOrder());
    if (header.remaining() < VERSION_OFFSET + Integer.BYTES || header.getLong(0) != MAGIC) {
      throw foreign(file, "is not the control file of a channel");
    }
    int version = header.getInt(VERSION_OFFSET);
    if (version != VERSION) {
      throw foreign(
          file,
          "has channel version %d, but this library has version %d: use the same version on both sides, or unlink the channel"
              .formatted(version, VERSION));
    }
    if (header.remaining() < HEADER_LENGTH
        || header.getInt(HEADER_LENGTH_OFFSET) != HEADER_LENGTH) {
      throw foreign(file, "has a damaged header");
    }
    ChannelSettings settings =
        new ChannelSettings(
            header.getLong(MAX_MESSAGE_LENGTH_OFFSET),
            Delivery.of(header.getInt(DELIVERY_OFFSET)),
            header.getInt(SLOW_POLICY_OFFSET),
            header.getLong(PEER_TIMEOUT_OFFSET),
            header.getInt(MEMBERS_OFFSET));
    if (settings.maxMessageLength() < 0
        || settings.maxMessageLength() > LaneLayout.MAX_CAPACITY
        || settings.peerTimeoutNanos() < 0
        || settings.members() < 2
        || settings.members() > ChannelSettings.MAX_MEMBERS
        || settings.lanes() != header.getInt(LANES_OFFSET)) {
      throw foreign(file, "has a damaged header");
    }
    return settings;
  }

  /// Whether a header is complete and belongs to a channel of this version.
  static boolean isCurrent(ByteBuffer header) {
    header.order(ByteOrder.nativeOrder());
    return header.remaining() == HEADER_LENGTH
        && header.getLong(0) == MAGIC
        && header.getInt(VERSION_OFFSET) == VERSION;
  }

  /// Whether the start of a control file, up to the first table, belongs to a channel of this
  /// version that was unlinked or is being unlinked.
  static boolean isUnlinked(ByteBuffer start) {
    return start.remaining() == TABLES
        && isCurrent(start.slice(0, HEADER_LENGTH))
        && start.order(ByteOrder.nativeOrder()).getLong((int) PLACE) == Table.UNLINKED;
  }

  /// The nonce in a complete header.
  static long nonce(ByteBuffer header) {
    return header.order(ByteOrder.nativeOrder()).getLong(NONCE_OFFSET);
  }

  private static MembershipException foreign(Path file, String what) {
    return new MembershipException(Reason.FOREIGN, file + " " + what);
  }
}
