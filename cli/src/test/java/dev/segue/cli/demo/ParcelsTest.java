// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.cli.demo.Message.Parcel;
import dev.segue.serializer.Serializer;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Sample;
import org.junit.jupiter.api.Test;

class ParcelsTest {

  private static final Serializer SERIALIZER = Message.serializer();

  @Test
  void acceptsEqualParcelsOfAnotherJvm() {
    Parcels here = new Parcels(SERIALIZER, 0);
    Parcels there = new Parcels(SERIALIZER, 0);
    for (long number = 0; number < 8; number++) {
      Parcel parcel = there.get(number, false);
      long expected = number;
      assertDoesNotThrow(() -> here.check(parcel, expected));
    }
  }

  @Test
  void rejectsChangedContent() {
    Parcels here = new Parcels(SERIALIZER, 0);
    for (long number = 0; number < 4; number++) {
      Parcel parcel = new Parcels(SERIALIZER, 0).get(number, false);
      switch (parcel.content) {
        case MediaContent media -> media.images = null;
        case Sample sample -> sample.longValue++;
        default -> parcel.content = "another";
      }
      long expected = number;
      assertThrows(DemoFailure.class, () -> here.check(parcel, expected));
    }
  }

  @Test
  void rejectsChangedPadding() {
    Parcel parcel = new Parcels(SERIALIZER, 10_000).get(0, false);
    parcel.padding = parcel.padding.replaceFirst("HTTP", "http");
    assertThrows(DemoFailure.class, () -> new Parcels(SERIALIZER, 10_000).check(parcel, 0));
  }

  @Test
  void rejectsAnotherNumber() {
    Parcels parcels = new Parcels(SERIALIZER, 0);
    assertThrows(DemoFailure.class, () -> parcels.check(parcels.get(4, false), 0));
  }

  @Test
  void padsToTheSizeAskedFor() {
    Parcels parcels = new Parcels(SERIALIZER, 100_000);
    assertTrue(parcels.shortestBytes() >= 100_000);
    assertTrue(parcels.longestBytes() < 100_100);
  }
}
