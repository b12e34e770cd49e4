// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.cli.demo.Message.Parcel;
import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;
import java.util.Arrays;
import java.util.Random;

/// What is sent: the four objects in turn. Both JVMs make their own, so that the receiver knows
/// what has to arrive.
final class Parcels {

  private static final Workload[] MIX = Workload.values();
  private static final String[] WORDS = {
    "GET", "POST", "/orders/", "/images/", "HTTP/1.1", "200", "304", "404", "Mozilla/5.0", "curl",
    "text/html", "gzip", "-", "127.0.0.1", "Mon", "Tue", "referer", "cache", "miss", "hit"
  };

  private final Parcel[] parcels;
  private final long[] lengths;

  /// Makes them.
  ///
  /// @param serializer tells how long they are
  /// @param sizeBytes how long they are to be at least; shorter ones get text that is padded on
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

  /// The parcel of a number; it is another one's when the next is asked for.
  Parcel get(long number, boolean comeBack) {
    Parcel parcel = parcels[index(number)];
    parcel.number = number;
    parcel.comeBack = comeBack;
    return parcel;
  }

  /// Compares a parcel that arrived with the one that was sent.
  ///
  /// @throws DemoFailure when it is another, or not equal
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

  /// Text that compresses about as well as a web server's log.
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
