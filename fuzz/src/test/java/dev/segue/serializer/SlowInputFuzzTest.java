// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches for bytes that take long to read if they are repeated: the elements of a list, a set
/// and an immutable set. Prints each input that takes longer than all previous ones.
class SlowInputFuzzTest {

  private static final int BYTES = 1 << 18;
  private static final Serializer SERIALIZER = SlowInputs.builder().build();

  private static long slowest;

  static Stream<byte[]> seeds() {
    return Stream.of("c22021", "d10000", "04160120", "0417c120", "1400", "4161")
        .map(HexFormat.of()::parseHex);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    if (input.length == 0) {
      return;
    }
    for (int type : SlowInputs.LISTS) {
      byte[] payload = SlowInputs.repeated(type, input, BYTES);
      long before = SlowInputs.cpu();
      String outcome = FuzzTargets.outcome(() -> SERIALIZER.fromBytesOrNull(payload, Object.class));
      long time = SlowInputs.cpu() - before;
      if (time > slowest) {
        slowest = time;
        String hex = HexFormat.of().formatHex(input);
        System.out.printf("%,d us, type %d, %s: %s%n", time / 1000, type, outcome, hex);
      }
    }
  }
}
