// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Passes arbitrary bytes to readers in consistent mode, with and without references.
class ConsistentReadFuzzTest {

  private static final Serializer COMPILED = FuzzTargets.builder().build();
  private static final Serializer INTERPRETED =
      FuzzTargets.builder().execution(Execution.INTERPRETED).build();
  private static final Serializer TRACKING = FuzzTargets.builder().references(true).build();
  private static final Serializer TRACKING_INTERPRETED =
      FuzzTargets.builder().references(true).execution(Execution.INTERPRETED).build();

  static Stream<byte[]> seeds() throws Exception {
    return Stream.concat(FuzzTargets.seeds(COMPILED), FuzzTargets.seeds(TRACKING));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    FuzzTargets.read(input, COMPILED, INTERPRETED);
    FuzzTargets.read(input, TRACKING, TRACKING_INTERPRETED);
  }
}
