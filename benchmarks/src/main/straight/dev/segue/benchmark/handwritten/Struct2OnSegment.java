// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.DOUBLE;
import static dev.segue.benchmark.handwritten.Layouts.FLOAT;
import static dev.segue.benchmark.handwritten.Layouts.INT;
import static dev.segue.benchmark.handwritten.Layouts.LONG;

import dev.segue.workload.Struct2;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [Struct2] in a segment: two words with a bit for each absent value, then 416 bytes of eight-byte
/// values, then 208 bytes of four-byte values.
///
/// It is split into four parts, each small enough for the JIT.
public final class Struct2OnSegment implements Straight<MemorySegment, Struct2> {
  private static final int SIZE = 640;

  @Override
  public int write(MemorySegment memory, int offset, Struct2 struct) {
    Objects.checkFromIndexSize(offset, SIZE, memory.byteSize());
    long low = writeFirst(memory, offset, struct) | writeSecond(memory, offset, struct);
    long high = writeThird(memory, offset, struct) | writeFourth(memory, offset, struct);
    memory.set(LONG, offset, low);
    memory.set(LONG, offset + 8, high);
    return SIZE;
  }

  @Override
  public Struct2 read(MemorySegment memory, int offset) {
    Objects.checkFromIndexSize(offset, SIZE, memory.byteSize());
    long low = memory.get(LONG, offset);
    long high = memory.get(LONG, offset + 8);
    var struct = new Struct2();
    readFirst(memory, offset, struct);
    readSecond(memory, offset, struct);
    readThird(memory, offset, struct);
    readFourth(memory, offset, struct);
    if ((low | high) != 0) {
      clearEightByteValues(struct, low);
      clearFourByteValues(struct, high);
    }
    return struct;
  }

  private static long writeFirst(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 16, struct.f1) << 0; // and 25 more
    return absent;
  }

  private static long writeSecond(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 224, struct.f53) << 26; // and 25 more
    return absent;
  }

  private static long writeThird(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 432, struct.f0) << 0; // and 25 more
    return absent;
  }

  private static long writeFourth(MemorySegment memory, int offset, Struct2 struct) {
    long absent = 0;
    absent |= put(memory, offset + 536, struct.f52) << 26; // and 25 more
    return absent;
  }

  private static void readFirst(MemorySegment memory, int offset, Struct2 struct) {
    struct.f1 = memory.get(LONG, offset + 16); // and 25 more
  }

  private static void readSecond(MemorySegment memory, int offset, Struct2 struct) {
    struct.f53 = memory.get(LONG, offset + 224); // and 25 more
  }

  private static void readThird(MemorySegment memory, int offset, Struct2 struct) {
    struct.f0 = memory.get(INT, offset + 432); // and 25 more
  }

  private static void readFourth(MemorySegment memory, int offset, Struct2 struct) {
    struct.f52 = memory.get(INT, offset + 536); // and 25 more
  }

  private static void clearEightByteValues(Struct2 struct, long absent) {
    struct.f1 = keep(struct.f1, absent >>> 0); // and 51 more
  }

  private static void clearFourByteValues(Struct2 struct, long absent) {
    struct.f0 = keep(struct.f0, absent >>> 0); // and 51 more
  }

  private static <T> @Nullable T keep(@Nullable T value, long absent) {
    return (absent & 1) == 0 ? value : null;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Integer value) {
    memory.set(INT, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Long value) {
    memory.set(LONG, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Float value) {
    memory.set(FLOAT, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }

  private static long put(MemorySegment memory, int offset, @Nullable Double value) {
    memory.set(DOUBLE, offset, value == null ? 0 : value);
    return value == null ? 1 : 0;
  }
}
