// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.cli.demo.Message.Parcel;
import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;
import java.util.Arrays;
import java.util.Random;

/// The parcels to send: four objects in turn. Each JVM creates its own, so that the receiver knows
/// what must arrive.
final class Parcels {

  private static final Workload[] MIX = Workload.values();
  private static final String[] WORDS = {
    "GET", "POST", "/orders/", "/images/", "HTTP/1.1", "200", "304", "404", "Mozilla/5.0", "curl",
    "text/html", "gzip", "-", "127.0.0.1", "Mon", "Tue", "referer", "cache", "miss", "hit"
  };

  private final Parcel[] parcels;
  private final long[] lengths;

  /// Creates the parcels.
  ///
  /// @param serializer measures their length
  /// @param sizeBytes minimum length; shorter parcels are padded with text
  Parcels(Serializer serializer, long sizeBytes) {
    parcels = new Parcel[MIX.length];
    lengths = new long[MIX.length];
    for (int i = 0; i < MIX.length; i++) {
      Parcel parcel = new Parcel();
      parcel.content = MIX[i].create();
      long missing = sizeBytes - serializer.toBytes(parcel).length;
      if (missing > 0) {
        parcel.padding = logText(new Random(i), Math.toIntExact(missing));
      }
      parcels[i] = parcel;
      lengths[i] = serializer.toBytes(parcel).length;
    }
  }

  /// Returns the parcel for a number. The same object is returned again for a later number.
  Parcel get(long number, boolean comeBack) {
    Parcel parcel = parcels[index(number)];
    parcel.number = number;
    parcel.comeBack = comeBack;
    return parcel;
  }

  /// Compares a parcel that arrived with the one that was sent.
  ///
  /// @throws DemoFailure if it has another number or is not equal
  void check(Parcel arrived, long expectedNumber) {
    if (arrived.number != expectedNumber) {
      throw new DemoFailure(
          "message %d arrived where %d was expected".formatted(arrived.number, expectedNumber));
    }
    if (!arrived.hasSameContent(parcels[index(expectedNumber)])) {
      throw new DemoFailure(
          "message %d, a %s, is not equal to what was sent"
              .formatted(expectedNumber, MIX[index(expectedNumber)]));
    }
  }

  long shortestBytes() {
    return Arrays.stream(lengths).min().orElseThrow();
  }

  long longestBytes() {
    return Arrays.stream(lengths).max().orElseThrow();
  }

  static String names() {
    return String.join(", ", Arrays.stream(MIX).map(Workload::name).toList());
  }

  private static int index(long number) {
    return (int) (number % MIX.length);
  }

  /// Creates text that compresses about as well as the log of a web server.
  private static String logText(Random random, int length) {
    StringBuilder text = new StringBuilder(length + 32);
    while (text.length() < length) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ').append(random.nextInt(10_000));
      text.append(random.nextInt(8) == 0 ? '\n' : ' ');
    }
    text.setLength(length);
    return text.toString();
  }
}
