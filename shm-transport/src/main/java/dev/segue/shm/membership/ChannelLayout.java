// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import dev.segue.shm.lane.LaneLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// The bytes of a channel's control file, in the byte order of the host.
///
/// ```text
///      0  long  magic
///      8  int   version                      of this layout and of the lanes'
///     12  int   length of this header
///     16  long  greatest message length
/// ```
final class ChannelLayout {

  private static final long MAGIC = 0x4e_41_48_43_55_47_45_53L; // "SEGUCHAN" in little-endian order
  static final int VERSION = 1;
  static final int FILE_LENGTH = 4096;

  static final int VERSION_OFFSET = 8;
  private static final int HEADER_LENGTH_OFFSET = 12;
  private static final int MAX_MESSAGE_LENGTH_OFFSET = 16;
  static final int HEADER_LENGTH = 24;

  private ChannelLayout() {}

  static ByteBuffer header(long maxMessageLength) {
    return ByteBuffer.allocate(HEADER_LENGTH)
        .order(ByteOrder.nativeOrder())
        .putLong(0, MAGIC)
        .putInt(VERSION_OFFSET, VERSION)
        .putInt(HEADER_LENGTH_OFFSET, HEADER_LENGTH)
        .putLong(MAX_MESSAGE_LENGTH_OFFSET, maxMessageLength);
  }

  /// Judges a header, and reads from it what lanes the channel has.
  static long maxMessageLength(Path file, ByteBuffer header) throws ForeignChannelException {
    header.order(ByteOrder.nativeOrder());
    if (header.remaining() < HEADER_LENGTH || header.getLong(0) != MAGIC) {
      throw new ForeignChannelException(file + " is not the control file of a channel");
    }
    int version = header.getInt(VERSION_OFFSET);
    if (version != VERSION) {
      throw new ForeignChannelException(
          file
              + " is of channel version "
              + version
              + ", and this library's is "
              + VERSION
              + ": use the same version on both sides, or unlink the channel");
    }
    long maxMessageLength = header.getLong(MAX_MESSAGE_LENGTH_OFFSET);
    if (header.getInt(HEADER_LENGTH_OFFSET) != HEADER_LENGTH
        || maxMessageLength < 0
        || maxMessageLength > LaneLayout.MAX_CAPACITY) {
      throw new ForeignChannelException(file + " has a damaged header");
    }
    return maxMessageLength;
  }
}
