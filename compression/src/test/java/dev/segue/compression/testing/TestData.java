// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Contents of all kinds that compressors treat differently. They are the same in every run.
public final class TestData {

  /// The largest content of one zstd block.
  public static final int BLOCK = 128 << 10;

  private static final List<String> WORDS =
      List.of("segment", "offset", "frame", "window", "lane", "epoch", "commit", "of", "the", "a");

  private TestData() {}

  /// The kinds of content.
  public enum Kind {
    TEXT,
    JSON,
    BINARY,
    RANDOM,
    RUN
  }

  private static final int MOST_KEPT = 40;
  private static final int LONGEST_KEPT = 1 << 20;

  private record Wanted(Kind kind, int length) {}

  /// The content that was created last, since tests ask for the same content many times.
  private static final Map<Wanted, byte[]> KEPT =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Wanted, byte[]> eldest) {
          return size() > MOST_KEPT;
        }
      };

  public static byte[] of(Kind kind, int length) {
    if (length > LONGEST_KEPT) {
      return create(kind, length);
    }
    synchronized (KEPT) {
      return KEPT.computeIfAbsent(new Wanted(kind, length), _ -> create(kind, length)).clone();
    }
  }

  private static byte[] create(Kind kind, int length) {
    Random random = new Random(length * 31L + kind.name().length());
    return switch (kind) {
      case TEXT -> text(random, length);
      case JSON -> json(random, length);
      case BINARY -> binary(random, length);
      case RANDOM -> random(random, length);
      case RUN -> run(length);
    };
  }

  private static byte[] text(Random random, int length) {
    StringBuilder text = new StringBuilder(length + 16);
    while (text.length() < length) {
      text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
    }
    return cut(text, length);
  }

  private static byte[] json(Random random, int length) {
    StringBuilder json = new StringBuilder(length + 128);
    while (json.length() < length) {
      appendValue(json, random);
      json.append('\n');
    }
    return cut(json, length);
  }

  /// A value of about 100 bytes, like a typical cache value.
  public static String jsonValue(Random random) {
    StringBuilder json = new StringBuilder(128);
    appendValue(json, random);
    return json.toString();
  }

  /// Without a format string, whose evaluation would dominate some tests.
  private static void appendValue(StringBuilder json, Random random) {
    json.append("{\"id\":").append(random.nextInt(1_000_000));
    json.append(",\"user\":\"").append(WORDS.get(random.nextInt(WORDS.size())));
    json.append('-').append(random.nextInt(1000));
    json.append("\",\"status\":\"").append(random.nextBoolean() ? "active" : "closed");
    json.append("\",\"amount\":").append(random.nextInt(10_000)).append('.');
    int cents = random.nextInt(100);
    json.append(cents < 10 ? "0" : "").append(cents);
    json.append(",\"tags\":[\"").append(WORDS.get(random.nextInt(WORDS.size()))).append("\"]}");
  }

  private static byte[] cut(StringBuilder text, int length) {
    return Arrays.copyOf(text.toString().getBytes(StandardCharsets.ISO_8859_1), length);
  }

  private static byte[] binary(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i % 8 < 5 ? i / 64 : random.nextInt(256));
    }
    return bytes;
  }

  private static byte[] random(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] run(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'r');
    return bytes;
  }
}
