// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.testing.Sample;
import dev.segue.serializer.testing.SimpleSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Pins the bytes of the JDK's types from type number 64 on. A line of a golden file is the class
/// of a value, a colon and its payload. There is one file for each version that wrote different
/// bytes (`docs/stability.md`).
class GoldenTypesTest {

  private static final Path GOLDEN = Path.of("..", "golden");
  private static final String NAME = "jdk-types.txt";
  private static final Serializer SERIALIZER = Serializer.builder().build();

  /// Add values of a new type at the end.
  private static List<Object> values() throws Exception {
    List<Object> values = new ArrayList<>(SimpleSamples.all().map(Sample::value).toList());
    values.add(new TreeMap<>(Map.of("b", 1, "a", 2)));
    TreeMap<String, Integer> reversed = new TreeMap<>(Comparator.reverseOrder());
    reversed.put("a", 2);
    values.add(reversed);
    values.add(new TreeSet<>(List.of("b", "a")));
    values.add(new PriorityQueue<>(List.of(2, 1)));
    values.add(new ArrayBlockingQueue<>(3, true, List.of("x")));
    values.add(new LinkedHashMap<>(16, 0.75f, true));
    values.add(java.util.Collections.unmodifiableList(new ArrayList<>(List.of(1))));
    values.add(java.util.Collections.nCopies(3, "x"));
    Set<Object> sequenced = java.util.Collections.newSequencedSetFromMap(new LinkedHashMap<>());
    sequenced.add("x");
    values.add(sequenced);
    return values;
  }

  private static String line(Object value) {
    return value.getClass().getName() + ": " + HexFormat.of().formatHex(SERIALIZER.toBytes(value));
  }

  static List<Path> files() throws IOException {
    try (Stream<Path> folders = Files.list(GOLDEN)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve(NAME)))
          .sorted(Comparator.comparing(GoldenTypesTest::version))
          .map(folder -> folder.resolve(NAME))
          .toList();
    }
  }

  private static Integer version(Path folder) {
    String[] parts = folder.toString().replaceFirst(".*[/\\\\]", "").split("\\.", -1);
    return (Integer.parseInt(parts[0]) << 16) + Integer.parseInt(parts[1]);
  }

  @Test
  void writesTheBytesOfTheNewestFile() throws Exception {
    List<String> lines = values().stream().map(GoldenTypesTest::line).toList();
    String written = String.join("\n", lines) + "\n";
    String version = System.getProperty("segue.golden.write");
    if (version != null) {
      Files.createDirectories(GOLDEN.resolve(version));
      Files.writeString(GOLDEN.resolve(version).resolve(NAME), written);
    }
    assertEquals(Files.readString(files().getLast()), written);
  }

  @ParameterizedTest
  @MethodSource("files")
  void readsTheValuesOfAllVersions(Path file) throws Exception {
    List<Object> values = values();
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      String payload = lines.get(i).substring(lines.get(i).indexOf(": ") + 2);
      Object read = SERIALIZER.fromBytes(HexFormat.of().parseHex(payload), Object.class);
      assertEquals(line(values.get(i)), line(read));
    }
  }
}
