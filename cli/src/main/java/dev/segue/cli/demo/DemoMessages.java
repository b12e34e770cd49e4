// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.cli.demo.Message.Data;
import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;
import java.util.Arrays;
import java.util.Random;

/// The messages to send: four objects in turn. Each JVM creates the same objects, so that the
/// receiver knows which message to expect.
final class DemoMessages {

  private static final Workload[] MIX = Workload.values();
  private static final String[] WORDS = {
    "GET", "POST", "/orders/", "/images/", "HTTP/1.1", "200", "304", "404", "Mozilla/5.0", "curl",
    "text/html", "gzip", "-", "127.0.0.1", "Mon", "Tue", "referer", "cache", "miss", "hit"
  };

  private final Data[] demoMessages;
  private final long[] lengths;

  /// Creates the messages.
  ///
  /// @param serializer measures their length
  /// @param sizeBytes minimum length; shorter messages are padded with text
  DemoMessages(Serializer serializer, long sizeBytes) {
    demoMessages = new Data[MIX.length];
    lengths = new long[MIX.length];
    for (int i = 0; i < MIX.length; i++) {
      Data data = new Data();
      data.content = MIX[i].create();
      long missing = sizeBytes - serializer.toBytes(data).length;
      if (missing > 0) {
        data.padding = logText(new Random(i), Math.toIntExact(missing));
      }
      demoMessages[i] = data;
      lengths[i] = serializer.toBytes(data).length;
    }
  }

  /// Returns the message for a number. Later numbers get the same objects again.
  Data get(long number, boolean comeBack) {
    Data data = demoMessages[index(number)];
    data.number = number;
    data.comeBack = comeBack;
    return data;
  }

  /// Compares a received message with the expected one.
  ///
  /// @throws DemoFailure if it has another number or is not equal
  void check(Data arrived, long expectedNumber) {
    if (arrived.number != expectedNumber) {
      throw new DemoFailure(
          "message %d arrived where %d was expected".formatted(arrived.number, expectedNumber));
    }
    if (!arrived.hasSameContent(demoMessages[index(expectedNumber)])) {
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

  /// Creates text that compresses about as well as a web server's log.
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
