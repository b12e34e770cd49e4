// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

/// The limits for the cost of reading one payload.
///
/// @param maxAllocationBytes the maximum estimated allocation in bytes, [#UNBOUNDED], or
///   [#BY_LENGTH]
/// @param maxCollidingKeys the maximum number of colliding keys in one hashed container, or
///   [#ANY_NUMBER]
/// @param keyWork the [work][Session#work] on keys that is allowed for a payload of any length, or
///   [#UNBOUNDED]
public record Limits(long maxAllocationBytes, int maxCollidingKeys, long keyWork) {

  public static final long UNBOUNDED = Long.MAX_VALUE;

  /// Allocations are bounded by the length of the payload. The format itself bounds nearly all of
  /// them; only the others are counted.
  public static final long BY_LENGTH = 0;

  /// The number of bytes that a payload may allocate for each of its own bytes.
  public static final int ALLOCATION_FACTOR = 64;

  /// The number of bytes that any payload may allocate.
  public static final long ALLOCATION_FLOOR = 16 << 20;

  /// Any number of keys may collide.
  public static final int ANY_NUMBER = Integer.MAX_VALUE;

  static final int MOST_CONVERTED = 256;

  static final int MOST_COMPARED = 4096;

  /// A unit of work takes about a nanosecond.
  public static final long KEY_WORK = 1L << 28;

  /// The key work that is allowed for an untrusted payload of any length.
  public static final long STRICT_KEY_WORK = 1L << 24;

  /// The additional work for each byte of a payload.
  private static final int KEY_WORK_FACTOR = 256;

  /// The work of comparing two small keys, to convert a limit on keys to a limit on work.
  private static final int COMPARISON = 32;

  /// With a higher limit on colliding keys, work is not counted.
  private static final int MOST_COUNTED = 1 << 24;

  public static final Limits DEFAULTS = new Limits(BY_LENGTH, ANY_NUMBER, KEY_WORK);

  /// The limits for a user-defined number of colliding keys. The work of that many keys is allowed
  /// as well.
  public Limits withCollidingKeys(int most) {
    long work =
        most > MOST_COUNTED ? UNBOUNDED : Math.max(keyWork, (long) most * most / 2 * COMPARISON);
    return new Limits(maxAllocationBytes, most, work);
  }

  /// Whether all allocations are counted.
  boolean isBounded() {
    return maxAllocationBytes != UNBOUNDED && maxAllocationBytes != BY_LENGTH;
  }

  /// Whether allocations are bounded by the length of the payload.
  boolean isByLength() {
    return maxAllocationBytes == BY_LENGTH;
  }

  /// The allocation in bytes that is allowed for a payload.
  long allocation(long payloadBytes) {
    return isByLength() ? ALLOCATION_FLOOR + ALLOCATION_FACTOR * payloadBytes : maxAllocationBytes;
  }

  /// The work on keys that is allowed for a payload.
  long keyWork(long payloadBytes) {
    return keyWork == UNBOUNDED ? UNBOUNDED : keyWork + KEY_WORK_FACTOR * payloadBytes;
  }
}
