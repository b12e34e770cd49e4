// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.BYTE;
import static dev.segue.benchmark.handwritten.Layouts.CHAR;
import static dev.segue.benchmark.handwritten.Layouts.DOUBLE;
import static dev.segue.benchmark.handwritten.Layouts.FLOAT;
import static dev.segue.benchmark.handwritten.Layouts.INT;
import static dev.segue.benchmark.handwritten.Layouts.LONG;
import static dev.segue.benchmark.handwritten.Layouts.SHORT;

import dev.segue.workload.Sample;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [Sample] in a segment: a block of flags and numbers, then the arrays, the string and the next
/// sample.
///
/// A primitive array consists of its length and elements; a length of -1 means null.
public final class SampleOnSegment implements Straight<MemorySegment, Sample> {
  private static final int FIXED = 60;

  private final TextOnSegment text = new TextOnSegment();

  /// The reader's position.
  private int position;

  @Override
  public int write(MemorySegment memory, int offset, Sample sample) {
    return writeSample(memory, offset, sample) - offset;
  }

  private int writeSample(MemorySegment memory, int offset, @Nullable Sample sample) {
    if (sample == null) {
      memory.set(BYTE, offset, (byte) 0);
      return offset + 1;
    }
    writeNumbers(memory, offset, sample);
    int at = NumbersOnSegment.write(memory, offset + FIXED, sample.intArray);
    at = NumbersOnSegment.write(memory, at, sample.longArray);
    at = NumbersOnSegment.write(memory, at, sample.floatArray);
    at = NumbersOnSegment.write(memory, at, sample.doubleArray);
    at = NumbersOnSegment.write(memory, at, sample.shortArray);
    at = NumbersOnSegment.write(memory, at, sample.charArray);
    at = NumbersOnSegment.write(memory, at, sample.booleanArray);
    at = text.write(memory, at, sample.string);
    return writeSample(memory, at, sample.sample);
  }

  private static void writeNumbers(MemorySegment memory, int offset, Sample sample) {
    memory.set(INT, offset + 20, sample.intValue);
    memory.set(LONG, offset + 4, sample.longValue);
    memory.set(FLOAT, offset + 24, sample.floatValue);
    memory.set(DOUBLE, offset + 12, sample.doubleValue);
    memory.set(SHORT, offset + 28, sample.shortValue);
    memory.set(CHAR, offset + 30, sample.charValue);
    int absent = 0;
    Integer intValue = sample.intValueBoxed;
    memory.set(INT, offset + 48, intValue == null ? 0 : intValue);
    absent |= intValue == null ? 1 : 0;
    Long longValue = sample.longValueBoxed;
    memory.set(LONG, offset + 32, longValue == null ? 0L : longValue);
    absent |= longValue == null ? 2 : 0;
    Float floatValue = sample.floatValueBoxed;
    memory.set(FLOAT, offset + 52, floatValue == null ? 0f : floatValue);
    absent |= floatValue == null ? 4 : 0;
    Double doubleValue = sample.doubleValueBoxed;
    memory.set(DOUBLE, offset + 40, doubleValue == null ? 0.0 : doubleValue);
    absent |= doubleValue == null ? 8 : 0;
    Short shortValue = sample.shortValueBoxed;
    memory.set(SHORT, offset + 56, shortValue == null ? (short) 0 : (short) shortValue);
    absent |= shortValue == null ? 16 : 0;
    Character charValue = sample.charValueBoxed;
    memory.set(CHAR, offset + 58, charValue == null ? (char) 0 : (char) charValue);
    absent |= charValue == null ? 32 : 0;
    Boolean booleanValue = sample.booleanValueBoxed;
    absent |= booleanValue == null ? 64 : 0;
    memory.set(BYTE, offset, (byte) 1);
    memory.set(BYTE, offset + 1, (byte) absent);
    memory.set(BYTE, offset + 2, (byte) (sample.booleanValue ? 1 : 0));
    memory.set(BYTE, offset + 3, (byte) (booleanValue != null && booleanValue ? 1 : 0));
  }

  @Override
  public Sample read(MemorySegment memory, int offset) {
    position = offset;
    return Objects.requireNonNull(readSample(memory));
  }

  private @Nullable Sample readSample(MemorySegment memory) {
    int offset = position;
    if (memory.get(BYTE, offset) == 0) {
      position = offset + 1;
      return null;
    }
    var sample = new Sample();
    readNumbers(memory, offset, sample);
    int at = offset + FIXED;
    sample.intArray = NumbersOnSegment.readInts(memory, at);
    at = NumbersOnSegment.end(memory, at, Integer.BYTES);
    sample.longArray = NumbersOnSegment.readLongs(memory, at);
    at = NumbersOnSegment.end(memory, at, Long.BYTES);
    sample.floatArray = NumbersOnSegment.readFloats(memory, at);
    at = NumbersOnSegment.end(memory, at, Float.BYTES);
    sample.doubleArray = NumbersOnSegment.readDoubles(memory, at);
    at = NumbersOnSegment.end(memory, at, Double.BYTES);
    sample.shortArray = NumbersOnSegment.readShorts(memory, at);
    at = NumbersOnSegment.end(memory, at, Short.BYTES);
    sample.charArray = NumbersOnSegment.readChars(memory, at);
    at = NumbersOnSegment.end(memory, at, Character.BYTES);
    sample.booleanArray = NumbersOnSegment.readBooleans(memory, at);
    at = NumbersOnSegment.end(memory, at, 1);
    sample.string = text.read(memory, at);
    position = TextOnSegment.end(memory, at);
    sample.sample = readSample(memory);
    return sample;
  }

  private static void readNumbers(MemorySegment memory, int offset, Sample sample) {
    int absent = memory.get(BYTE, offset + 1);
    sample.intValue = memory.get(INT, offset + 20);
    sample.longValue = memory.get(LONG, offset + 4);
    sample.floatValue = memory.get(FLOAT, offset + 24);
    sample.doubleValue = memory.get(DOUBLE, offset + 12);
    sample.shortValue = memory.get(SHORT, offset + 28);
    sample.charValue = memory.get(CHAR, offset + 30);
    sample.booleanValue = memory.get(BYTE, offset + 2) != 0;
    if ((absent & 1) == 0) {
      sample.intValueBoxed = memory.get(INT, offset + 48);
    }
    if ((absent & 2) == 0) {
      sample.longValueBoxed = memory.get(LONG, offset + 32);
    }
    if ((absent & 4) == 0) {
      sample.floatValueBoxed = memory.get(FLOAT, offset + 52);
    }
    if ((absent & 8) == 0) {
      sample.doubleValueBoxed = memory.get(DOUBLE, offset + 40);
    }
    if ((absent & 16) == 0) {
      sample.shortValueBoxed = memory.get(SHORT, offset + 56);
    }
    if ((absent & 32) == 0) {
      sample.charValueBoxed = memory.get(CHAR, offset + 58);
    }
    if ((absent & 64) == 0) {
      sample.booleanValueBoxed = memory.get(BYTE, offset + 3) != 0;
    }
  }
}
