// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentTextsTest {

  private final List<String> made = new ArrayList<>();
  private final RecentTexts<Object> recent =
      new RecentTexts<>(text -> {
        made.add(text);
        return List.of(text);
      });

  /// A string like one that was just read: equal, but a different instance.
  private static String read(String text) {
    return String.valueOf(text.toCharArray());
  }

  @Test
  void valueOfATextIsCreatedOnce() throws Exception {
    Object first = recent.make(read("de_DE_"));
    assertSame(first, recent.make(read("de_DE_")));
    assertEquals(List.of("de_DE_"), made);
  }

  @Test
  void textsInOnePlaceReplaceEachOther() throws Exception {
    assertEquals("Aa".hashCode(), "BB".hashCode());
    for (int i = 0; i < 2; i++) {
      assertEquals(List.of("Aa"), recent.make(read("Aa")));
      assertEquals(List.of("BB"), recent.make(read("BB")));
    }
    assertEquals(List.of("Aa", "BB", "Aa", "BB"), made);
  }

  @Test
  void longTextsAreNotCached() throws Exception {
    String longest = "x".repeat(64);
    assertSame(recent.make(read(longest)), recent.make(read(longest)));
    assertNotSame(recent.make(read(longest + "x")), recent.make(read(longest + "x")));
  }

  @Test
  void missingLibraryIsReportedEachTime() {
    RecentTexts<ZoneId> zones = new RecentTexts<>(ZoneId::of);
    for (int i = 0; i < 2; i++) {
      assertThrows(DateTimeException.class, () -> zones.make("Europe/Nowhere"));
    }
  }
}
