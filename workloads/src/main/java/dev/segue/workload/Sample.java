// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One field of each common kind: primitives, their boxes, their arrays, a string, and a reference
/// to its own type.
///
/// The original is the `Sample` of [Kryo's benchmarks](https://github.com/EsotericSoftware/kryo),
/// with the names of boxed fields from Apache Fory's benchmark.
@SuppressWarnings("doclint:missing") // only the type of a field matters
public final class Sample implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  public int intValue;
  public long longValue;
  public float floatValue;
  public double doubleValue;
  public short shortValue;
  public char charValue;
  public boolean booleanValue;

  public @Nullable Integer intValueBoxed;
  public @Nullable Long longValueBoxed;
  public @Nullable Float floatValueBoxed;
  public @Nullable Double doubleValueBoxed;
  public @Nullable Short shortValueBoxed;
  public @Nullable Character charValueBoxed;
  public @Nullable Boolean booleanValueBoxed;

  public int @Nullable [] intArray;
  public long @Nullable [] longArray;
  public float @Nullable [] floatArray;
  public double @Nullable [] doubleArray;
  public short @Nullable [] shortArray;
  public char @Nullable [] charArray;
  public boolean @Nullable [] booleanArray;

  public @Nullable String string;
  public @Nullable Sample sample;

  /// Creates an empty object.
  public Sample() {}

  /// Creates the object that the benchmarks use.
  ///
  /// @param circular whether it refers to itself, or to nothing
  /// @return a new object, equal to all others that this method returns for the same argument
  public static Sample populated(boolean circular) {
    var sample = new Sample();
    sample.intValue = 123;
    sample.longValue = 1_230_000;
    sample.floatValue = 12.345f;
    sample.doubleValue = 1.234567;
    sample.shortValue = 12345;
    sample.charValue = '!';
    sample.booleanValue = true;

    sample.intValueBoxed = 321;
    sample.longValueBoxed = 3_210_000L;
    sample.floatValueBoxed = 54.321f;
    sample.doubleValueBoxed = 7.654321;
    sample.shortValueBoxed = 32100;
    sample.charValueBoxed = '$';
    sample.booleanValueBoxed = false;

    sample.intArray = new int[] {-1234, -123, -12, -1, 0, 1, 12, 123, 1234};
    sample.longArray = new long[] {-123_400, -12_300, -1_200, -100, 0, 100, 1_200, 12_300, 123_400};
    sample.floatArray = new float[] {-12.34f, -12.3f, -12, -1, 0, 1, 12, 12.3f, 12.34f};
    sample.doubleArray = new double[] {-1.234, -1.23, -12, -1, 0, 1, 12, 1.23, 1.234};
    sample.shortArray = new short[] {-1234, -123, -12, -1, 0, 1, 12, 123, 1234};
    sample.charArray = "asdfASDF".toCharArray();
    sample.booleanArray = new boolean[] {true, false, false, true};

    sample.string = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    sample.sample = circular ? sample : null;
    return sample;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Sample other
        && numbersEqual(other)
        && boxesEqual(other)
        && arraysEqual(other)
        && Objects.equals(string, other.string)
        && nextEqual(other);
  }

  private boolean numbersEqual(Sample other) {
    return intValue == other.intValue
        && longValue == other.longValue
        && Float.compare(floatValue, other.floatValue) == 0
        && Double.compare(doubleValue, other.doubleValue) == 0
        && shortValue == other.shortValue
        && charValue == other.charValue
        && booleanValue == other.booleanValue;
  }

  private boolean boxesEqual(Sample other) {
    return Objects.equals(intValueBoxed, other.intValueBoxed)
        && Objects.equals(longValueBoxed, other.longValueBoxed)
        && Objects.equals(floatValueBoxed, other.floatValueBoxed)
        && Objects.equals(doubleValueBoxed, other.doubleValueBoxed)
        && Objects.equals(shortValueBoxed, other.shortValueBoxed)
        && Objects.equals(charValueBoxed, other.charValueBoxed)
        && Objects.equals(booleanValueBoxed, other.booleanValueBoxed);
  }

  private boolean arraysEqual(Sample other) {
    return Arrays.equals(intArray, other.intArray)
        && Arrays.equals(longArray, other.longArray)
        && Arrays.equals(floatArray, other.floatArray)
        && Arrays.equals(doubleArray, other.doubleArray)
        && Arrays.equals(shortArray, other.shortArray)
        && Arrays.equals(charArray, other.charArray)
        && Arrays.equals(booleanArray, other.booleanArray);
  }

  /// Compares the next objects. An object that refers to itself equals only another such object, so
  /// that the comparison ends.
  private boolean nextEqual(Sample other) {
    if (refersToItself() || other.refersToItself()) {
      return refersToItself() && other.refersToItself();
    }
    return Objects.equals(sample, other.sample);
  }

  @SuppressWarnings("ReferenceEquality") // compares identities
  private boolean refersToItself() {
    return sample == this;
  }

  @Override
  public int hashCode() {
    int result = Objects.hash(intValue, longValue, floatValue, doubleValue, shortValue, charValue);
    result =
        31 * result
            + Objects.hash(
                booleanValue,
                intValueBoxed,
                longValueBoxed,
                floatValueBoxed,
                doubleValueBoxed,
                shortValueBoxed,
                charValueBoxed,
                booleanValueBoxed,
                string);
    result = 31 * result + Arrays.hashCode(intArray);
    result = 31 * result + Arrays.hashCode(longArray);
    result = 31 * result + Arrays.hashCode(floatArray);
    result = 31 * result + Arrays.hashCode(doubleArray);
    result = 31 * result + Arrays.hashCode(shortArray);
    result = 31 * result + Arrays.hashCode(charArray);
    return 31 * result + Arrays.hashCode(booleanArray);
  }

  @Override
  public String toString() {
    return "Sample[%d, %d, %s, %s, %d, %s, %b, "
            .formatted(
                intValue, longValue, floatValue, doubleValue, shortValue, charValue, booleanValue)
        + "%s, %s, %s, %s, %s, %s, %s, "
            .formatted(
                intValueBoxed,
                longValueBoxed,
                floatValueBoxed,
                doubleValueBoxed,
                shortValueBoxed,
                charValueBoxed,
                booleanValueBoxed)
        + Arrays.toString(intArray)
        + Arrays.toString(longArray)
        + Arrays.toString(floatArray)
        + Arrays.toString(doubleArray)
        + Arrays.toString(shortArray)
        + Arrays.toString(charArray)
        + Arrays.toString(booleanArray)
        + ", %s, %s]".formatted(string, refersToItself() ? "this" : sample);
  }
}
