// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.provider.MethodSource;

/// Passes arbitrary bytes to the inspection of payloads.
class InspectFuzzTest {

  private static final Serializer CONSISTENT = FuzzTargets.builder().build();
  private static final Serializer COMPATIBLE =
      FuzzTargets.builder().schemaMode(SchemaMode.COMPATIBLE).build();

  static Stream<byte[]> seeds() throws Exception {
    return Stream.concat(FuzzTargets.seeds(CONSISTENT), FuzzTargets.seeds(COMPATIBLE));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "20m")
  void inspect(byte[] input) {
    MemorySegment bytes = MemorySegment.ofArray(input);
    if (input.length > 0) {
      Assertions.assertFalse(CONSISTENT.inspect(bytes, 0).isEmpty());
      Assertions.assertFalse(COMPATIBLE.inspect(bytes, 0).isEmpty());
    }
  }
}
