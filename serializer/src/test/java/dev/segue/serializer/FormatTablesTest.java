// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pins the bytes of tables and arrays, and the effect of options on them, as `docs/format.md`
/// describes them.
class FormatTablesTest {

  enum Color {
    RED,
    GREEN
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Tables(
      Map<String, @Nullable Integer> counts,
      Set<@Nullable Color> colors,
      int[][] grid,
      Object again,
      int number,
      @Nullable Long some,
      @Nullable String text) {}

  private static Tables tables() {
    Map<String, @Nullable Integer> counts = new HashMap<>();
    counts.put("a", null);
    Set<@Nullable Color> colors = new HashSet<>();
    colors.add(Color.GREEN);
    return new Tables(
        counts, colors, new int[][] {{7}, null}, new Class<?>[] {int.class}, -3, null, "\u20ac");
  }

  /// The values of the slots, `again colors counts grid`.
  private static final String VALUES =
      """
      30000000 31000000 00000000 01000000 32000000 31000000 06000000 00010000
      01000000 02
      01000000 01 05000000 00000000 61
      02000000 11000000 10000000 07000000
      """;

  /// Header; null bitmap, box and number; slots; values, the last one in UTF-16; trailer.
  private static final String PLAIN =
      """
      e5010000 00010000 3d3fd435 99010000
      01 0000000000000000 fdffffff
      82000000 95000000 cd000000 0d010000 16010000
      """
          + VALUES
          + "ac20 00";

  /// Header; slots; numbers; values, the last one in UTF-8; trailer.
  private static final String SMALL =
      """
      e5010200 00010000 3d3fd435 75010000
      8e000000 a1000000 d9000000 19010000 27010000
      05 8000
      """
          + VALUES
          + "e282ac 00";

  /// An array that holds itself and a string.
  private static final String REFERENCES =
      """
      e5010100 30000000 00000000 85000000
      32000000 00000000 02000000 13000000 36000000
      10000000
      01000000 05000000 78
      00
      """;

  private static void assertBytes(String expected, byte[] actual) {
    assertEquals(expected.replaceAll("\\s", ""), HexFormat.of().formatHex(actual));
  }

  private static SerializerBuilder builder(Execution execution) {
    return Serializer.builder().register(Tables.class).execution(execution);
  }

  @ParameterizedTest
  @EnumSource
  void tablesArraysAndClassesAreWrittenAsDocumented(Execution execution) {
    assertBytes(PLAIN, builder(execution).build().toBytes(tables()));
  }

  @ParameterizedTest
  @EnumSource
  void utf8AndCompactNumbersAreWrittenAsDocumented(Execution execution) {
    Serializer serializer =
        builder(execution).compactNumbers(true).stringEncoding(StringEncoding.UTF_8).build();
    assertBytes(SMALL, serializer.toBytes(tables()));
  }

  @ParameterizedTest
  @EnumSource
  void backReferencesAreWrittenAsDocumented(Execution execution) {
    Serializer serializer = builder(execution).references(true).build();
    Object[] array = new Object[2];
    array[0] = array;
    array[1] = "x";
    assertBytes(REFERENCES, serializer.toBytes(array));
  }
}
