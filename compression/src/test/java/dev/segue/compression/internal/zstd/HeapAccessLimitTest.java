// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How long a heap segment may be that goes to native code as it is, while no garbage collection
/// can begin.
class HeapAccessLimitTest {

  private static final int CHECKSUM = 201;

  private static long limit(int level, Map<Integer, Integer> parameters) {
    return new CompressSettings(level, parameters, null).heapAccessLimit;
  }

  @Test
  void isLessTheSlowerTheLevel() {
    assertEquals(limit(1, Map.of()), limit(4, Map.of()));
    assertEquals(limit(5, Map.of()), limit(9, Map.of()));
    assertEquals(-1, limit(10, Map.of()));
    assertEquals(limit(3, Map.of()), limit(3, Map.of(CHECKSUM, 1)));
  }

  /// `ZSTD_c_windowLog` to `ZSTD_c_strategy`, and those of long-distance matching.
  @ParameterizedTest
  @ValueSource(ints = {101, 102, 103, 104, 105, 106, 107, 160, 161, 162, 163, 164})
  void isNothingWhereTheSearchIsNotTheLevels(int parameter) {
    assertEquals(-1, limit(1, Map.of(parameter, 9)));
    assertEquals(limit(1, Map.of()), limit(1, Map.of(parameter, 0)));
  }
}
