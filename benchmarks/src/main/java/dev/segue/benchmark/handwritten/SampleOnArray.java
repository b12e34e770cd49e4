// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Views.CHAR;
import static dev.segue.benchmark.handwritten.Views.DOUBLE;
import static dev.segue.benchmark.handwritten.Views.FLOAT;
import static dev.segue.benchmark.handwritten.Views.INT;
import static dev.segue.benchmark.handwritten.Views.LONG;
import static dev.segue.benchmark.handwritten.Views.SHORT;

import dev.segue.workload.Sample;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [Sample] in a byte array: a block of flags and numbers, then the arrays, the string and the next
/// sample.
///
/// A primitive array consists of its length and elements; a length of -1 means null.
public final class SampleOnArray implements Straight<byte[], Sample> {
  private static final int FIXED = 60;

  private final TextOnArray text = new TextOnArray();

  /// The reader's position.
  private int position;

  @Override
  public int write(byte[] memory, int offset, Sample sample) {
    return writeSample(memory, offset, sample) - offset;
  }

  private int writeSample(byte[] memory, int offset, @Nullable Sample sample) {
    if (sample == null) {
      memory[offset] = (byte) 0;
      return offset + 1;
    }
    writeNumbers(memory, offset, sample);
    int at = NumbersOnArray.write(memory, offset + FIXED, sample.intArray);
    at = NumbersOnArray.write(memory, at, sample.longArray);
    at = NumbersOnArray.write(memory, at, sample.floatArray);
    at = NumbersOnArray.write(memory, at, sample.doubleArray);
    at = NumbersOnArray.write(memory, at, sample.shortArray);
    at = NumbersOnArray.write(memory, at, sample.charArray);
    at = NumbersOnArray.write(memory, at, sample.booleanArray);
    at = text.write(memory, at, sample.string);
    return writeSample(memory, at, sample.sample);
  }

  private static void writeNumbers(byte[] memory, int offset, Sample sample) {
    INT.set(memory, offset + 20, sample.intValue);
    LONG.set(memory, offset + 4, sample.longValue);
    FLOAT.set(memory, offset + 24, sample.floatValue);
    DOUBLE.set(memory, offset + 12, sample.doubleValue);
    SHORT.set(memory, offset + 28, sample.shortValue);
    CHAR.set(memory, offset + 30, sample.charValue);
    int absent = 0;
    Integer intValue = sample.intValueBoxed;
    INT.set(memory, offset + 48, intValue == null ? 0 : intValue);
    absent |= intValue == null ? 1 : 0;
    Long longValue = sample.longValueBoxed;
    LONG.set(memory, offset + 32, longValue == null ? 0L : longValue);
    absent |= longValue == null ? 2 : 0;
    Float floatValue = sample.floatValueBoxed;
    FLOAT.set(memory, offset + 52, floatValue == null ? 0f : floatValue);
    absent |= floatValue == null ? 4 : 0;
    Double doubleValue = sample.doubleValueBoxed;
    DOUBLE.set(memory, offset + 40, doubleValue == null ? 0.0 : doubleValue);
    absent |= doubleValue == null ? 8 : 0;
    Short shortValue = sample.shortValueBoxed;
    SHORT.set(memory, offset + 56, shortValue == null ? (short) 0 : (short) shortValue);
    absent |= shortValue == null ? 16 : 0;
    Character charValue = sample.charValueBoxed;
    CHAR.set(memory, offset + 58, charValue == null ? (char) 0 : (char) charValue);
    absent |= charValue == null ? 32 : 0;
    Boolean booleanValue = sample.booleanValueBoxed;
    absent |= booleanValue == null ? 64 : 0;
    memory[offset] = (byte) 1;
    memory[offset + 1] = (byte) absent;
    memory[offset + 2] = (byte) (sample.booleanValue ? 1 : 0);
    memory[offset + 3] = (byte) (booleanValue != null && booleanValue ? 1 : 0);
  }

  @Override
  public Sample read(byte[] memory, int offset) {
    position = offset;
    return Objects.requireNonNull(readSample(memory));
  }

  private @Nullable Sample readSample(byte[] memory) {
    int offset = position;
    if (memory[offset] == 0) {
      position = offset + 1;
      return null;
    }
    var sample = new Sample();
    readNumbers(memory, offset, sample);
    int at = offset + FIXED;
    sample.intArray = NumbersOnArray.readInts(memory, at);
    at = NumbersOnArray.end(memory, at, Integer.BYTES);
    sample.longArray = NumbersOnArray.readLongs(memory, at);
    at = NumbersOnArray.end(memory, at, Long.BYTES);
    sample.floatArray = NumbersOnArray.readFloats(memory, at);
    at = NumbersOnArray.end(memory, at, Float.BYTES);
    sample.doubleArray = NumbersOnArray.readDoubles(memory, at);
    at = NumbersOnArray.end(memory, at, Double.BYTES);
    sample.shortArray = NumbersOnArray.readShorts(memory, at);
    at = NumbersOnArray.end(memory, at, Short.BYTES);
    sample.charArray = NumbersOnArray.readChars(memory, at);
    at = NumbersOnArray.end(memory, at, Character.BYTES);
    sample.booleanArray = NumbersOnArray.readBooleans(memory, at);
    at = NumbersOnArray.end(memory, at, 1);
    sample.string = text.read(memory, at);
    position = TextOnArray.end(memory, at);
    sample.sample = readSample(memory);
    return sample;
  }

  private static void readNumbers(byte[] memory, int offset, Sample sample) {
    int absent = memory[offset + 1];
    sample.intValue = (int) INT.get(memory, offset + 20);
    sample.longValue = (long) LONG.get(memory, offset + 4);
    sample.floatValue = (float) FLOAT.get(memory, offset + 24);
    sample.doubleValue = (double) DOUBLE.get(memory, offset + 12);
    sample.shortValue = (short) SHORT.get(memory, offset + 28);
    sample.charValue = (char) CHAR.get(memory, offset + 30);
    sample.booleanValue = memory[offset + 2] != 0;
    if ((absent & 1) == 0) {
      sample.intValueBoxed = (int) INT.get(memory, offset + 48);
    }
    if ((absent & 2) == 0) {
      sample.longValueBoxed = (long) LONG.get(memory, offset + 32);
    }
    if ((absent & 4) == 0) {
      sample.floatValueBoxed = (float) FLOAT.get(memory, offset + 52);
    }
    if ((absent & 8) == 0) {
      sample.doubleValueBoxed = (double) DOUBLE.get(memory, offset + 40);
    }
    if ((absent & 16) == 0) {
      sample.shortValueBoxed = (short) SHORT.get(memory, offset + 56);
    }
    if ((absent & 32) == 0) {
      sample.charValueBoxed = (char) CHAR.get(memory, offset + 58);
    }
    if ((absent & 64) == 0) {
      sample.booleanValueBoxed = memory[offset + 3] != 0;
    }
  }
}
