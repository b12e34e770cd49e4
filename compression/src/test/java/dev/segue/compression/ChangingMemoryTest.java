// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.ChildJvm;
import dev.segue.compression.testing.Soak;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Source and destination that another thread changes during a call: unspecified content, and
/// nothing worse.
class ChangingMemoryTest {

  /// How long the race takes: `-Dsegue.race.seconds=3600` for an hour.
  private static final String SECONDS =
      System.getProperty("segue.race.seconds", Soak.IS_ON ? "60" : "1");

  @Test
  void neverCrashesACodecNorIsAnythingWrittenPastTheDestination() {
    String printed = ChildJvm.run(ChangingMemoryRace.class, List.of(SECONDS));
    assertTrue(printed.contains("survived"), printed);
  }
}
