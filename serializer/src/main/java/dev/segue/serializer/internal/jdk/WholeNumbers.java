// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.math.BigInteger;

/// Writes and reads integers of any size in two's complement, most significant byte first, in as
/// few bytes as possible: the bytes of [BigInteger#toByteArray], without an array for the size of a
/// `long`.
final class WholeNumbers {

  private WholeNumbers() {}

  static long write(BigInteger value, PayloadBuffer buffer, long position, long limit) {
    if (value.bitLength() < Long.SIZE) {
      return write(value.longValue(), buffer, position, limit);
    }
    byte[] bytes = value.toByteArray();
    long end = Slots.reserve(position, bytes.length, limit);
    buffer.putArray(bytes, position);
    return end;
  }

  static long write(long value, PayloadBuffer buffer, long position, long limit) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value ^ (value >> (Long.SIZE - 1)));
    int bytes = bits / Byte.SIZE + 1;
    long end = Slots.reserve(position, bytes, limit);
    long rest = value;
    for (long at = end - 1; at >= position; at--) {
      buffer.putNumber(at, 1, (int) rest);
      rest >>= Byte.SIZE;
    }
    return end;
  }

  /// Whether the number at a position fits into a `long`.
  static boolean isLong(long position, long end) {
    return end > position && end - position <= Long.BYTES;
  }

  /// Charges the allocation of a number that is about to be read.
  static void charge(PayloadBuffer buffer, long position, long end) {
    int length = Sequences.elements(end - position, Byte.BYTES, position);
    buffer.charge(length, Byte.BYTES, position);
  }

  static long readLong(PayloadBuffer buffer, long position, long end) {
    long value = (byte) buffer.getNumber(position, 1);
    for (long at = position + 1; at < end; at++) {
      value = value << Byte.SIZE | buffer.getNumber(at, 1);
    }
    return value;
  }

  /// Reads a number that was [charged][#charge].
  ///
  /// @param type the type of the value that the number is part of
  static BigInteger read(PayloadBuffer buffer, long position, long end, Class<?> type) {
    if (isLong(position, end)) {
      return BigInteger.valueOf(readLong(buffer, position, end));
    }
    byte[] bytes = new byte[(int) (end - position)];
    buffer.getArray(bytes, position);
    try {
      return new BigInteger(bytes);
    } catch (NumberFormatException | ArithmeticException e) {
      throw Failures.corrupt(e, type, position);
    }
  }
}
