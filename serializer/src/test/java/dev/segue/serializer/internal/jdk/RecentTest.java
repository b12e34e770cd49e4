// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class RecentTest {

  private final Recent<String, Object> recent = new Recent<>();

  @Test
  void keptEntryIsFoundByAnEqualKey() {
    Object value = new Object();
    assertNull(recent.find("key"));
    assertSame(value, recent.keep("key", value));
    assertSame(value, recent.find(String.valueOf("key".toCharArray())));
    assertNull(recent.find("other"));
  }

  @Test
  void keysInOnePlaceReplaceEachOther() {
    assertEquals("Aa".hashCode(), "BB".hashCode());
    recent.keep("Aa", 1);
    assertNull(recent.find("BB"));
    recent.keep("BB", 2);
    assertNull(recent.find("Aa"));
    assertEquals(2, recent.find("BB"));
  }
}
