// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.PublicFields;
import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Arrays of five primitive types, all of the same length: the arrays of Fory's own benchmark.
public final class PrimitiveArrays implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  /// One byte each.
  public boolean[] booleans = {};

  /// One byte each.
  public byte[] bytes = {};

  /// Four bytes each.
  public int[] ints = {};

  /// Eight bytes each.
  public long[] longs = {};

  /// Eight bytes each.
  public double[] doubles = {};

  /// Creates an object with empty arrays, for deserialization.
  public PrimitiveArrays() {}

  /// Fills the arrays.
  ///
  /// @param length of each array
  /// @param random generates their values
  PrimitiveArrays(int length, Random random) {
    booleans = new boolean[length];
    bytes = new byte[length];
    random.nextBytes(bytes);
    ints = random.ints(length).toArray();
    longs = random.longs(length).toArray();
    doubles = random.doubles(length).toArray();
    for (int i = 0; i < length; i++) {
      booleans[i] = random.nextBoolean();
    }
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return PublicFields.areEqual(this, object);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(longs);
  }
}
