// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The maximum length of a heap segment that is passed to native code directly, while no garbage
/// collection can start.
class HeapAccessLimitTest {

  private static final int CHECKSUM = 201;

  private static long limit(int level, Map<Integer, Integer> parameters) {
    return new CompressSettings(level, parameters, null).heapAccessLimit;
  }

  @Test
  void isSmallerForSlowerLevels() {
    assertEquals(limit(1, Map.of()), limit(4, Map.of()));
    assertEquals(limit(5, Map.of()), limit(9, Map.of()));
    assertEquals(-1, limit(10, Map.of()));
    assertEquals(limit(3, Map.of()), limit(3, Map.of(CHECKSUM, 1)));
  }

  /// `ZSTD_c_windowLog` to `ZSTD_c_strategy`, and the parameters of long-distance matching.
  @ParameterizedTest
  @ValueSource(ints = {101, 102, 103, 104, 105, 106, 107, 160, 161, 162, 163, 164})
  void isZeroWithExplicitSearchParameters(int parameter) {
    assertEquals(-1, limit(1, Map.of(parameter, 9)));
    assertEquals(limit(1, Map.of()), limit(1, Map.of(parameter, 0)));
  }
}
