// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads [SlowInputs] of 8 KiB, or of `-Dsegue.slow.bytes=1048576`, and prints the slowest.
class SlowInputsTest {

  private static final SlowInputs INPUTS =
      new SlowInputs(Integer.getInteger("segue.slow.bytes", 1 << 13));

  @ParameterizedTest
  @ValueSource(strings = {"default", "interpreted", "references", "untrusted"})
  void eachGivesAValueOrAnError(String name) throws Exception {
    SerializerBuilder builder = SlowInputs.builder();
    switch (name) {
      case "interpreted" -> builder.execution(Execution.INTERPRETED);
      case "references" -> builder.references(true);
      case "untrusted" -> builder.untrusted();
      default -> {}
    }
    INPUTS.report(name, builder.build());
  }
}
