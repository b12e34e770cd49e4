// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Pins the bytes of the JDK's types from type number 64 on. A line of the golden file contains the
/// class of a value and its payload.
class GoldenTypesTest {

  private static final String GOLDEN = "golden-types.txt";

  private static List<String> lines() throws Exception {
    Serializer serializer = Serializer.builder().build();
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
    List<String> lines = new ArrayList<>();
    for (Object value : values) {
      lines.add(
          value.getClass().getName() + " " + HexFormat.of().formatHex(serializer.toBytes(value)));
    }
    return lines;
  }

  @Test
  void bytesOfTheJdksTypesAreAsTheyWere() throws Exception {
    try (InputStream golden = GoldenTypesTest.class.getResourceAsStream(GOLDEN)) {
      String expected = new String(found(golden).readAllBytes(), UTF_8);
      assertEquals(expected, String.join("\n", lines()) + "\n");
    }
  }

  private static InputStream found(@Nullable InputStream golden) {
    if (golden == null) {
      throw new AssertionError(GOLDEN + " is not there");
    }
    return golden;
  }
}
