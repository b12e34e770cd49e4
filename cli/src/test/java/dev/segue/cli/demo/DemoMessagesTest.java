// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.cli.demo.Message.Data;
import dev.segue.serializer.Serializer;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Sample;
import org.junit.jupiter.api.Test;

class DemoMessagesTest {

  private static final Serializer SERIALIZER = Message.serializer();

  @Test
  void acceptsEqualMessagesFromAnotherJvm() {
    DemoMessages here = new DemoMessages(SERIALIZER, 0);
    DemoMessages there = new DemoMessages(SERIALIZER, 0);
    for (long number = 0; number < 8; number++) {
      Data data = there.get(number, false);
      long expected = number;
      assertDoesNotThrow(() -> here.check(data, expected));
    }
  }

  @Test
  void rejectsChangedContent() {
    DemoMessages here = new DemoMessages(SERIALIZER, 0);
    for (long number = 0; number < 4; number++) {
      Data data = new DemoMessages(SERIALIZER, 0).get(number, false);
      switch (data.content) {
        case MediaContent media -> media.images = null;
        case Sample sample -> sample.longValue++;
        default -> data.content = "another";
      }
      long expected = number;
      assertThrows(DemoFailure.class, () -> here.check(data, expected));
    }
  }

  @Test
  void rejectsChangedPadding() {
    Data data = new DemoMessages(SERIALIZER, 10_000).get(0, false);
    data.padding = data.padding.replaceFirst("HTTP", "http");
    assertThrows(DemoFailure.class, () -> new DemoMessages(SERIALIZER, 10_000).check(data, 0));
  }

  @Test
  void rejectsAnotherNumber() {
    DemoMessages demoMessages = new DemoMessages(SERIALIZER, 0);
    assertThrows(DemoFailure.class, () -> demoMessages.check(demoMessages.get(4, false), 0));
  }

  @Test
  void padsToTheRequestedSize() {
    DemoMessages demoMessages = new DemoMessages(SERIALIZER, 100_000);
    assertTrue(demoMessages.shortestBytes() >= 100_000);
    assertTrue(demoMessages.longestBytes() < 100_100);
  }
}
