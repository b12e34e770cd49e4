// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Sample;
import dev.segue.workload.Struct2;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HandwrittenTest {
  private final byte[] array = new byte[4096];
  private final MemorySegment segment = MemorySegment.ofArray(new byte[4096]);

  private <T> void assertRoundTrip(
      Straight<byte[], T> onArray, Straight<MemorySegment, T> onSegment, T object) {
    onArray.write(array, 8, object);
    onSegment.write(segment, 8, object);
    assertEquals(object, onArray.read(array, 8));
    assertEquals(object, onSegment.read(segment, 8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?",
        "short",
        "caf\u00e9",
        "\u1234",
        "\ud800",
        "exactly 16 chars",
        "more than sixteen characters?",
        "more than sixteen characters \u00e9",
        "more than sixteen characters \ud800",
        "more than sixteen characters \ud83d\ude00",
        "what about \udc00 and a question mark?",
      })
  void keepsEveryString(String text) {
    var sample = new Sample();
    sample.string = text;
    assertRoundTrip(new SampleOnArray(), new SampleOnSegment(), sample);
  }

  @Test
  void preservesAbsentValues() {
    assertRoundTrip(new SampleOnArray(), new SampleOnSegment(), new Sample());
    assertRoundTrip(new Struct2OnArray(), new Struct2OnSegment(), new Struct2());
    assertRoundTrip(
        new MediaContentOnArray(),
        new Staged<>(new MediaContentOnArray(), 2048),
        new MediaContent());
    var content = new MediaContent();
    content.media = new Media();
    content.images = List.of(new Image(), new Image());
    assertRoundTrip(
        new MediaContentOnArray(), new Staged<>(new MediaContentOnArray(), 2048), content);
  }

  @Test
  void preservesSingleAbsentValues() {
    var struct = Struct2.populated();
    struct.f0 = null;
    struct.f103 = null;
    struct.f53 = null;
    assertRoundTrip(new Struct2OnArray(), new Struct2OnSegment(), struct);
  }

  @Test
  void preservesNestedObjects() {
    var sample = Sample.populated(false);
    sample.sample = Sample.populated(false);
    assertRoundTrip(new SampleOnArray(), new SampleOnSegment(), sample);
    assertRoundTrip(
        new MediaContentOnArray(),
        new Staged<>(new MediaContentOnArray(), 2048),
        MediaContent.populated(true));
  }

  @Test
  void refusesToWriteBeyondTheEnd() {
    var struct = Struct2.populated();
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> new Struct2OnArray().write(new byte[600], 0, struct));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> new Struct2OnSegment().write(MemorySegment.ofArray(new byte[600]), 0, struct));
  }
}
