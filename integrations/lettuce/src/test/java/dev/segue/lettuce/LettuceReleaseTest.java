// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LettuceReleaseTest {
  @ParameterizedTest
  @ValueSource(strings = {"5.3.7.RELEASE", "6.7.1.RELEASE", "6.0.0.RELEASE/1a2b3c4"})
  void olderReleasesAreRefused(String name) {
    var release = LettuceRelease.of(name);
    var e = assertThrows(IllegalStateException.class, release::requireSupported);
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("needs Lettuce 6.8 or later, but finds " + name), message);
  }

  @ParameterizedTest
  @CsvSource({
    "6.8.1.RELEASE, true",
    "6.8.2.RELEASE, false",
    "6.10.0.RELEASE, false",
    "7.2.0.RELEASE, true",
    "7.2.1.RELEASE, false",
    "7.3.0.RELEASE/1a2b3c4, false",
    "7.10.0.RELEASE, false",
    "8.0.0, false",
    "unknown, true",
    ", true",
  })
  void laterAndUnknownReleasesAreAccepted(String name, boolean losesReplies) {
    var release = LettuceRelease.of(name);
    release.requireSupported();
    assertEquals(losesReplies, release.losesReplies());
  }

  @Test
  void loadedReleaseIsRecognized() {
    assertNotNull(LettuceRelease.LOADED.name());
  }
}
