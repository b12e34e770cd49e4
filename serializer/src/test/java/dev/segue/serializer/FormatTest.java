// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pins the bytes that `docs/format.md` describes, so that no change goes unnoticed.
class FormatTest {

  enum Color {
    RED,
    GREEN
  }

  record Leaf(short depth) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Golden(
      int number,
      @Nullable Long some,
      @Nullable Byte none,
      boolean flag,
      @Nullable Color color,
      @Nullable String ascii,
      @Nullable String wide,
      @Nullable String missing,
      Leaf leaf,
      List<String> list,
      List<@Nullable Integer> boxes,
      @Nullable Object any,
      char[] array) {}

  /// Header; boxes, primitives and enum; slots; then `any array ascii boxes leaf list wide`,
  /// trailer.
  private static final String BYTES =
      """
      e5010000 00010000 696e6a7a 65010000
      02 0800000000000000 00 78563412 01 02
      1a000000 29000000 35000000 59000000 61000000 9d000000 9c000000 a6000000
      05000000 6300
      0100 0200
      616263
      01000000 00 05000000
      0300
      02000000 05000000 0d000000 78 797a
      ac20
      00
      """;

  private static final Golden VALUE =
      new Golden(
          0x12345678,
          8L,
          null,
          true,
          Color.GREEN,
          "abc",
          "\u20ac",
          null,
          new Leaf((short) 3),
          new ArrayList<>(List.of("x", "yz")),
          new ArrayList<>(List.of(5)),
          'c',
          new char[] {1, 2});

  @ParameterizedTest
  @EnumSource
  void bytesAreAsDocumented(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Golden.class, Leaf.class).execution(execution).build();
    byte[] expected = HexFormat.of().parseHex(BYTES.replaceAll("\\s", ""));
    assertEquals(
        HexFormat.of().formatHex(expected), HexFormat.of().formatHex(serializer.toBytes(VALUE)));
  }
}
