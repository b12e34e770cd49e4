// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// xxHash32 with seed 0, the checksum of LZ4 frames, for content that arrives in portions.
final class XxHash32 {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int PRIME1 = 0x9E3779B1;
  private static final int PRIME2 = 0x85EBCA77;
  private static final int PRIME3 = 0xC2B2AE3D;
  private static final int PRIME4 = 0x27D4EB2F;
  private static final int PRIME5 = 0x165667B1;
  private static final int PRIME1_PLUS_PRIME2 = 0x24234428; // modulo 2^32
  private static final int STRIPE = 16;

  private final MemorySegment pending = MemorySegment.ofArray(new byte[STRIPE]);
  private int pendingLength;
  private long total;
  private int lane1 = PRIME1_PLUS_PRIME2;
  private int lane2 = PRIME2;
  private int lane3;
  private int lane4 = -PRIME1;

  /// Returns the hash of a range. Allocates nothing.
  static int of(MemorySegment content, long offset, long length) {
    int a = PRIME1_PLUS_PRIME2;
    int b = PRIME2;
    int c = 0;
    int d = -PRIME1;
    long end = offset + length;
    long position = offset;
    for (; end - position >= STRIPE; position += STRIPE) {
      a = round(a, content.get(INT, position));
      b = round(b, content.get(INT, position + 4));
      c = round(c, content.get(INT, position + 8));
      d = round(d, content.get(INT, position + 12));
    }
    return finish(joined(length, a, b, c, d), content, position, end);
  }

  private static int joined(long length, int a, int b, int c, int d) {
    int lanes =
        length < STRIPE
            ? PRIME5
            : Integer.rotateLeft(a, 1)
                + Integer.rotateLeft(b, 7)
                + Integer.rotateLeft(c, 12)
                + Integer.rotateLeft(d, 18);
    return lanes + (int) length;
  }

  /// Adds the bytes after the last whole stripe.
  private static int finish(int joined, MemorySegment rest, long start, long end) {
    int hash = joined;
    long position = start;
    for (; end - position >= 4; position += 4) {
      hash = Integer.rotateLeft(hash + rest.get(INT, position) * PRIME3, 17) * PRIME4;
    }
    for (; position < end; position++) {
      int value = rest.get(ValueLayout.JAVA_BYTE, position) & 0xFF;
      hash = Integer.rotateLeft(hash + value * PRIME5, 11) * PRIME1;
    }
    hash = (hash ^ hash >>> 15) * PRIME2;
    hash = (hash ^ hash >>> 13) * PRIME3;
    return hash ^ hash >>> 16;
  }

  /// Adds the next portion.
  void update(MemorySegment content, long offset, long length) {
    total += length;
    long position = offset;
    long end = offset + length;
    if (pendingLength > 0) {
      long missing = Math.min(STRIPE - pendingLength, length);
      MemorySegment.copy(content, offset, pending, pendingLength, missing);
      pendingLength += (int) missing;
      position += missing;
      if (pendingLength < STRIPE) {
        return;
      }
      stripes(pending, 0, STRIPE);
    }
    long whole = (end - position) / STRIPE * STRIPE;
    stripes(content, position, position + whole);
    position += whole;
    pendingLength = (int) (end - position);
    MemorySegment.copy(content, position, pending, 0, pendingLength);
  }

  private void stripes(MemorySegment content, long from, long to) {
    int a = lane1;
    int b = lane2;
    int c = lane3;
    int d = lane4;
    for (long position = from; position < to; position += STRIPE) {
      a = round(a, content.get(INT, position));
      b = round(b, content.get(INT, position + 4));
      c = round(c, content.get(INT, position + 8));
      d = round(d, content.get(INT, position + 12));
    }
    lane1 = a;
    lane2 = b;
    lane3 = c;
    lane4 = d;
  }

  private static int round(int lane, int input) {
    return Integer.rotateLeft(lane + input * PRIME2, 13) * PRIME1;
  }

  /// Returns the hash of all portions.
  int value() {
    return finish(joined(total, lane1, lane2, lane3, lane4), pending, 0, pendingLength);
  }
}
