// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/// The dump in `docs/shm-protocol.md` matches the bytes of a real channel.
@EnabledIf("isLittleEndian")
class ProtocolPageTest extends InScratch {

  private static final Path PAGE = Path.of("..", "docs", "shm-protocol.md");
  private static final Pattern FILE = Pattern.compile("^(channel|lane-1-X)$");
  private static final Pattern WORD = Pattern.compile("^  ([0-9a-f]{4})  ([0-9a-f.]{16})  .+$");
  private static final String ANY = ".".repeat(2 * Long.BYTES);

  static boolean isLittleEndian() {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  }

  /// Returns the words of each file in the dump, by their offset.
  private static Map<String, Map<Integer, String>> documented() throws IOException {
    Map<String, Map<Integer, String>> files = new TreeMap<>();
    String file = "";
    for (String line : Files.readAllLines(PAGE)) {
      Matcher word = WORD.matcher(line);
      if (FILE.matcher(line).matches()) {
        file = line;
      } else if (word.matches()) {
        files
            .computeIfAbsent(file, _ -> new TreeMap<>())
            .put(Integer.parseInt(word.group(1), 16), word.group(2));
      }
    }
    return files;
  }

  /// Returns the nonzero words of a file and the words in the dump; words that differ between runs
  /// become dots.
  private static Map<Integer, String> words(Path file, Map<Integer, String> documented)
      throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Map<Integer, String> words = new TreeMap<>();
    for (int offset = 0; offset < bytes.length; offset += Long.BYTES) {
      String word = HexFormat.of().formatHex(bytes, offset, offset + Long.BYTES);
      if (ANY.equals(documented.get(offset))) {
        words.put(offset, ANY);
      } else if (!word.matches("0+") || documented.containsKey(offset)) {
        words.put(offset, word);
      }
    }
    return words;
  }

  private Path laneFile() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      List<Path> lanes =
          files.filter(file -> file.getFileName().toString().startsWith("lane-")).toList();
      assertEquals(1, lanes.size());
      return lanes.getFirst();
    }
  }

  @Test
  void dumpMatchesARealChannel() throws IOException {
    Map<String, Map<Integer, String>> documented = documented();
    try (Channel channel = Channel.create(path, ChannelConfig.defaults().withLaneCapacity(4000));
        Publisher publisher = channel.addPublisher();
        Subscriber _ = channel.addSubscriber()) {
      assertTrue(publisher.offer(MemorySegment.ofArray("hello".getBytes(UTF_8))));
      Map<String, Map<Integer, String>> actual = new TreeMap<>();
      Map.of("channel", path.resolve("channel"), "lane-1-X", laneFile())
          .forEach((name, file) -> {
            try {
              actual.put(name, words(file, documented.getOrDefault(name, Map.of())));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
      assertEquals(lines(documented), lines(actual));
      assertTrue(laneFile().getFileName().toString().matches("lane-1-[0-9a-f]{16}"));
    }
  }

  private static String lines(Map<String, Map<Integer, String>> files) {
    StringBuilder lines = new StringBuilder();
    files.forEach((name, words) -> {
      lines.append(name).append('\n');
      words.forEach((offset, word) -> lines.append("%04x %s%n".formatted(offset, word)));
    });
    return lines.toString();
  }
}
