// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/// Adds `BigInteger`, `BigDecimal`, and types that hold numbers or bits.
@SuppressWarnings("NullAway") // a missing part fails where it is used
final class NumberTypes {

  private NumberTypes() {}

  static void addFrequent(Catalog catalog) {
    catalog.scalarCodec(131, BigInteger.class, new BigIntegerCodec());
    catalog.scalarCodec(132, BigDecimal.class, new BigDecimalCodec());
  }

  static void addTo(Catalog catalog) {
    catalog.parts(
        133,
        MathContext.class,
        2,
        context -> new Object[] {context.getPrecision(), context.getRoundingMode()},
        parts -> new MathContext((int) parts[0], (RoundingMode) parts[1]));
    catalog.bytes(134, BitSet.class, NumberTypes::bytes, BitSet::valueOf);
    addOptionals(catalog);
    addAtomics(catalog);
  }

  /// Returns at least one byte: an empty set is mutable and may be referenced, and a back reference
  /// needs a position.
  private static byte[] bytes(BitSet bits) {
    return bits.isEmpty() ? new byte[1] : bits.toByteArray();
  }

  private static void addOptionals(Catalog catalog) {
    catalog.fixed(
        136,
        OptionalInt.class,
        5,
        (optional, buffer, at) -> {
          buffer.putNumber(at, 1, optional.isPresent() ? 1 : 0);
          buffer.putInt(at + 1, optional.orElse(0));
        },
        (buffer, at) ->
            buffer.getNumber(at, 1) == 0
                ? OptionalInt.empty()
                : OptionalInt.of(buffer.getInt(at + 1)));
    catalog.fixed(
        137,
        OptionalLong.class,
        9,
        (optional, buffer, at) -> {
          buffer.putNumber(at, 1, optional.isPresent() ? 1 : 0);
          buffer.putLong(at + 1, optional.orElse(0));
        },
        (buffer, at) ->
            buffer.getNumber(at, 1) == 0
                ? OptionalLong.empty()
                : OptionalLong.of(buffer.getLong(at + 1)));
    catalog.fixed(
        138,
        OptionalDouble.class,
        9,
        (optional, buffer, at) -> {
          buffer.putNumber(at, 1, optional.isPresent() ? 1 : 0);
          buffer.putLong(at + 1, Double.doubleToRawLongBits(optional.orElse(0)));
        },
        (buffer, at) ->
            buffer.getNumber(at, 1) == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Double.longBitsToDouble(buffer.getLong(at + 1))));
  }

  private static void addAtomics(Catalog catalog) {
    catalog.bytes(
        139,
        AtomicIntegerArray.class,
        array -> {
          byte[] bytes = new byte[Math.multiplyExact(array.length(), Integer.BYTES)];
          ByteBuffer buffer = littleEndian(bytes);
          for (int i = 0; i < array.length(); i++) {
            buffer.putInt(array.get(i));
          }
          return bytes;
        },
        bytes -> {
          int[] values = new int[count(bytes, Integer.BYTES)];
          littleEndian(bytes).asIntBuffer().get(values);
          return new AtomicIntegerArray(values);
        });
    catalog.bytes(
        140,
        AtomicLongArray.class,
        array -> {
          byte[] bytes = new byte[Math.multiplyExact(array.length(), Long.BYTES)];
          ByteBuffer buffer = littleEndian(bytes);
          for (int i = 0; i < array.length(); i++) {
            buffer.putLong(array.get(i));
          }
          return bytes;
        },
        bytes -> {
          long[] values = new long[count(bytes, Long.BYTES)];
          littleEndian(bytes).asLongBuffer().get(values);
          return new AtomicLongArray(values);
        });
    catalog.mutable(
        141,
        LongAdder.class,
        8,
        (adder, buffer, at) -> buffer.putLong(at, adder.sum()),
        (buffer, at) -> {
          LongAdder adder = new LongAdder();
          adder.add(buffer.getLong(at));
          return adder;
        });
    catalog.mutable(
        142,
        DoubleAdder.class,
        8,
        (adder, buffer, at) -> buffer.putLong(at, Double.doubleToRawLongBits(adder.sum())),
        (buffer, at) -> {
          DoubleAdder adder = new DoubleAdder();
          adder.add(Double.longBitsToDouble(buffer.getLong(at)));
          return adder;
        });
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int count(byte[] bytes, int widthBytes) {
    if (bytes.length % widthBytes != 0) {
      throw new IllegalArgumentException(bytes.length + " bytes");
    }
    return bytes.length / widthBytes;
  }
}
