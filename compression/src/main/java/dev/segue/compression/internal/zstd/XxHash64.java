// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// xxHash64 with seed 0, whose lower half is the checksum of zstd frames and seek tables. libzstd
/// does not export its own.
final class XxHash64 {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final long PRIME1 = 0x9E3779B185EBCA87L;
  private static final long PRIME2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME3 = 0x165667B19E3779F9L;
  private static final long PRIME4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME5 = 0x27D4EB2F165667C5L;
  private static final long PRIME1_PLUS_PRIME2 = 0x60EA27EEADC0B5D6L; // modulo 2^64
  private static final int STRIPE = 32;

  private XxHash64() {}

  /// Returns the hash of a range. Allocates nothing.
  static long of(MemorySegment content, long offset, long length) {
    long a = PRIME1_PLUS_PRIME2;
    long b = PRIME2;
    long c = 0;
    long d = -PRIME1;
    long end = offset + length;
    long position = offset;
    for (; end - position >= STRIPE; position += STRIPE) {
      a = round(a, content.get(LONG, position));
      b = round(b, content.get(LONG, position + 8));
      c = round(c, content.get(LONG, position + 16));
      d = round(d, content.get(LONG, position + 24));
    }
    long lanes = length < STRIPE ? PRIME5 : joined(a, b, c, d);
    return finish(lanes + length, content, position, end);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME2, 31) * PRIME1;
  }

  private static long joined(long a, long b, long c, long d) {
    long lanes =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(lanes, a), b), c), d);
  }

  private static long merge(long lanes, long lane) {
    return (lanes ^ round(0, lane)) * PRIME1 + PRIME4;
  }

  /// Adds the bytes after the last whole stripe.
  private static long finish(long joined, MemorySegment rest, long start, long end) {
    long hash = joined;
    long position = start;
    for (; end - position >= 8; position += 8) {
      hash ^= round(0, rest.get(LONG, position));
      hash = Long.rotateLeft(hash, 27) * PRIME1 + PRIME4;
    }
    if (end - position >= 4) {
      hash ^= (rest.get(INT, position) & 0xFFFFFFFFL) * PRIME1;
      hash = Long.rotateLeft(hash, 23) * PRIME2 + PRIME3;
      position += 4;
    }
    for (; position < end; position++) {
      hash ^= (rest.get(ValueLayout.JAVA_BYTE, position) & 0xFF) * PRIME5;
      hash = Long.rotateLeft(hash, 11) * PRIME1;
    }
    hash = (hash ^ hash >>> 33) * PRIME2;
    hash = (hash ^ hash >>> 29) * PRIME3;
    return hash ^ hash >>> 32;
  }
}
