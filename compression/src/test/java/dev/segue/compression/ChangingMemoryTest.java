// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.ChildJvm;
import dev.segue.compression.testing.Soak;
import java.util.List;
import org.junit.jupiter.api.Test;

/// If another thread changes source and destination during a call, the content is unspecified, but
/// nothing worse happens.
class ChangingMemoryTest {

  /// The duration of the race: `-Dsegue.race.seconds=3600` for an hour.
  private static final String SECONDS =
      System.getProperty("segue.race.seconds", Soak.IS_ON ? "60" : "1");

  @Test
  void codecsNeverCrashOrWritePastTheDestination() {
    String printed = ChildJvm.run(ChangingMemoryRace.class, List.of(SECONDS));
    assertTrue(printed.contains("survived"), printed);
  }
}
