// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Contents of the kinds that compressors treat differently, the same ones in every run.
public final class TestData {

  /// The largest content of one zstd block.
  public static final int BLOCK = 128 << 10;

  private static final List<String> WORDS =
      List.of("segment", "offset", "frame", "window", "lane", "epoch", "commit", "of", "the", "a");

  private TestData() {}

  /// The kinds.
  public enum Kind {
    TEXT,
    JSON,
    BINARY,
    RANDOM,
    RUN
  }

  public static byte[] of(Kind kind, int length) {
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
      json.append(jsonValue(random)).append('\n');
    }
    return cut(json, length);
  }

  /// A value of about 100 bytes, as a cache would hold.
  public static String jsonValue(Random random) {
    return "{\"id\":%d,\"user\":\"%s-%d\",\"status\":\"%s\",\"amount\":%d.%02d,\"tags\":[\"%s\"]}"
        .formatted(
            random.nextInt(1_000_000),
            WORDS.get(random.nextInt(WORDS.size())),
            random.nextInt(1000),
            random.nextBoolean() ? "active" : "closed",
            random.nextInt(10_000),
            random.nextInt(100),
            WORDS.get(random.nextInt(WORDS.size())));
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
