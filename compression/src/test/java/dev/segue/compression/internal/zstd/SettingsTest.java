// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The conditions under which a configured context can be used for other settings.
class SettingsTest {

  private static final int WINDOW_LOG = 101;
  private static final int CHECKSUM = 201;
  private static final int WINDOW_LOG_MAX = 100;

  private final DigestedDictionary dictionary =
      new DigestedDictionary(MemorySegment.ofArray(new byte[100]));
  private final DigestedDictionary sameContent =
      new DigestedDictionary(MemorySegment.ofArray(new byte[100]));

  @AfterEach
  void close() {
    dictionary.close();
    sameContent.close();
  }

  @Test
  void compressionSettingsAreSameByAllParametersAndDictionary() {
    CompressSettings settings = new CompressSettings(3, Map.of(CHECKSUM, 1), dictionary);
    assertTrue(settings.isSameAs(settings));
    assertTrue(settings.isSameAs(new CompressSettings(3, Map.of(CHECKSUM, 1), dictionary)));
    assertFalse(settings.isSameAs(null));
    assertFalse(settings.isSameAs(new CompressSettings(4, Map.of(CHECKSUM, 1), dictionary)));
    assertFalse(settings.isSameAs(new CompressSettings(3, Map.of(CHECKSUM, 0), dictionary)));
    assertFalse(settings.isSameAs(new CompressSettings(3, Map.of(WINDOW_LOG, 1), dictionary)));
    assertFalse(settings.isSameAs(new CompressSettings(3, Map.of(), dictionary)));
    assertFalse(settings.isSameAs(new CompressSettings(3, Map.of(CHECKSUM, 1), null)));
    assertFalse(settings.isSameAs(new CompressSettings(3, Map.of(CHECKSUM, 1), sameContent)));
  }

  @Test
  void decompressionSettingsAreSameByAllParametersAndDictionary() {
    DecompressSettings settings =
        new DecompressSettings(Map.of(WINDOW_LOG_MAX, 20), dictionary, Map.of());
    assertTrue(settings.isSameAs(settings));
    assertTrue(
        settings.isSameAs(
            new DecompressSettings(Map.of(WINDOW_LOG_MAX, 20), dictionary, Map.of())));
    assertFalse(settings.isSameAs(null));
    assertFalse(
        settings.isSameAs(
            new DecompressSettings(Map.of(WINDOW_LOG_MAX, 21), dictionary, Map.of())));
    assertFalse(settings.isSameAs(new DecompressSettings(Map.of(), dictionary, Map.of())));
    assertFalse(
        settings.isSameAs(new DecompressSettings(Map.of(WINDOW_LOG_MAX, 20), null, Map.of())));
    assertFalse(
        settings.isSameAs(
            new DecompressSettings(Map.of(WINDOW_LOG_MAX, 20), sameContent, Map.of())));
  }

  @Test
  void decompressionSettingsCompareOtherDictionaries() {
    Map<Integer, DigestedDictionary> one = Map.of(7, sameContent);
    DecompressSettings settings = new DecompressSettings(Map.of(), dictionary, one);
    assertTrue(settings.isSameAs(new DecompressSettings(Map.of(), dictionary, one)));
    assertFalse(settings.isSameAs(new DecompressSettings(Map.of(), dictionary, Map.of())));
    assertFalse(
        settings.isSameAs(new DecompressSettings(Map.of(), dictionary, Map.of(8, sameContent))));
    assertFalse(
        settings.isSameAs(new DecompressSettings(Map.of(), dictionary, Map.of(7, dictionary))));
  }
}
