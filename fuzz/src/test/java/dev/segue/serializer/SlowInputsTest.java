// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reads [SlowInputs] of 8 KiB, or of `-Dsegue.slow.bytes=1048576`, and prints the slowest. What
/// each allocates is bounded by its length (docs/adr/0150), garbage included. With `references`,
/// most of that is from the walk through nested keys.
class SlowInputsTest {

  private static final SlowInputs INPUTS =
      new SlowInputs(Integer.getInteger("segue.slow.bytes", 1 << 13));

  @ParameterizedTest
  @CsvSource({"default,400", "interpreted,400", "references,6500", "untrusted,400"})
  void eachGivesAValueOrAnErrorWithinItsMemory(String name, int mostPerByte) throws Exception {
    SerializerBuilder builder = SlowInputs.builder();
    switch (name) {
      case "interpreted" -> builder.execution(Execution.INTERPRETED);
      case "references" -> builder.references(true);
      case "untrusted" -> builder.untrusted();
      default -> {}
    }
    assertEquals(List.of(), INPUTS.report(name, builder.build(), mostPerByte));
  }
}
