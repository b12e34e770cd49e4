// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32C;

/// A message of the soak test: publisher, sequence, checksum of the rest, and the rest, whose
/// length follows from the sequence.
final class SoakMessage {

  static final int MAX_LENGTH = 6000;
  private static final int HEADER = 3 * Long.BYTES;

  private SoakMessage() {}

  static long length(long sequence) {
    long random = (sequence * 0x9E3779B97F4A7C15L) >>> 40;
    return HEADER + random % (sequence % 50 == 0 ? MAX_LENGTH - HEADER : 200);
  }

  static void write(MemorySegment message, long publisher, long sequence) {
    for (long i = HEADER; i < message.byteSize(); i++) {
      message.set(ValueLayout.JAVA_BYTE, i, (byte) (publisher + sequence * 31 + i));
    }
    message.set(ValueLayout.JAVA_LONG, 0, publisher);
    message.set(ValueLayout.JAVA_LONG, 8, sequence);
    message.set(ValueLayout.JAVA_LONG, 16, checksum(message));
  }

  static long publisher(MemorySegment message) {
    return message.get(ValueLayout.JAVA_LONG, 0);
  }

  static long sequence(MemorySegment message) {
    return message.get(ValueLayout.JAVA_LONG, 8);
  }

  static boolean isWhole(MemorySegment message) {
    return message.byteSize() >= HEADER
        && message.byteSize() == length(sequence(message))
        && message.get(ValueLayout.JAVA_LONG, 16) == checksum(message);
  }

  private static long checksum(MemorySegment message) {
    CRC32C crc = new CRC32C();
    crc.update(message.asSlice(0, 16).asByteBuffer());
    crc.update(message.asSlice(HEADER).asByteBuffer());
    return crc.getValue();
  }
}
