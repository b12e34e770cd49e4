// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/// Generates data to compress from a seed, the same in every run.
public final class Payload {
  private static final String SYLLABLES =
      "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so"
          + " ta te ti to va ve vi vo an en in on ar er ir or";
  private static final int VOCABULARY = 4_000;

  private Payload() {}

  /// Generates a payload.
  ///
  /// @param kind `text`, `json` or `random`
  public static byte[] of(String kind, int size) {
    var random = new Random(17);
    return switch (kind) {
      case "text" -> text(random, size);
      case "json" -> json(vocabulary(random), random, 1, size);
      case "random" -> {
        var bytes = new byte[size];
        random.nextBytes(bytes);
        yield bytes;
      }
      default -> throw new IllegalArgumentException("unknown data: " + kind);
    };
  }

  /// Generates messages that are similar to each other, but have little internal redundancy.
  ///
  /// @param seed selects the messages; the language is the same for all seeds
  public static byte[][] messages(long seed, int count, int size) {
    String[] words = vocabulary(new Random(17));
    var random = new Random(seed);
    var messages = new byte[count][];
    for (int i = 0; i < count; i++) {
      messages[i] = json(words, random, random.nextInt(1_000_000), size);
    }
    return messages;
  }

  /// Generates sentences of invented words, some far more frequent than others, as in natural
  /// language.
  private static byte[] text(Random random, int size) {
    String[] words = vocabulary(random);
    var text = new StringBuilder(size + 64);
    while (text.length() < size) {
      int count = 4 + random.nextInt(14);
      for (int i = 0; i < count; i++) {
        String word = words[rank(random, words.length)];
        text.append(i == 0 ? word.substring(0, 1).toUpperCase(Locale.ROOT) : word.charAt(0));
        text.append(word, 1, word.length()).append(i == count - 1 ? ". " : " ");
      }
    }
    return first(text, size);
  }

  /// Generates a line for each record: an order with a customer, amounts and times.
  private static byte[] json(String[] words, Random random, int firstId, int size) {
    var lines = new StringBuilder(size + 256);
    for (int id = firstId; lines.length() < size; id++) {
      lines.append(
          String.format(
              Locale.ROOT,
              "{\"id\":%d,\"customer\":{\"name\":\"%s %s\",\"city\":\"%s\",\"active\":%b},"
                  + "\"amount\":%.2f,\"items\":[%d,%d,%d],\"at\":\"2026-%02d-%02dT%02d:%02d:%02dZ\"}\n",
              id,
              words[rank(random, words.length)],
              words[rank(random, words.length)],
              words[rank(random, 200)],
              random.nextBoolean(),
              random.nextDouble() * 1_000,
              random.nextInt(10_000),
              random.nextInt(10_000),
              random.nextInt(10_000),
              1 + random.nextInt(12),
              1 + random.nextInt(28),
              random.nextInt(24),
              random.nextInt(60),
              random.nextInt(60)));
    }
    return first(lines, size);
  }

  private static String[] vocabulary(Random random) {
    String[] syllables = SYLLABLES.split(" ", -1);
    var words = new String[VOCABULARY];
    for (int i = 0; i < words.length; i++) {
      var word = new StringBuilder();
      for (int left = 1 + random.nextInt(4); left > 0; left--) {
        word.append(syllables[random.nextInt(syllables.length)]);
      }
      words[i] = word.toString();
    }
    return words;
  }

  /// Returns a random rank; low ones are more likely, approximately by Zipf's law.
  private static int rank(Random random, int count) {
    return Math.min((int) Math.pow(count, random.nextDouble()) - 1, count - 1);
  }

  private static byte[] first(StringBuilder text, int size) {
    return Arrays.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII), size);
  }
}
