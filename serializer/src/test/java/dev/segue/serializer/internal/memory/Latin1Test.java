// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Latin1Test {

  private static final int STRINGS = 20_000;
  private static final int LONGEST = 70;
  private static final char[] WIDE = {'\u0100', '\u4e2d', '\ud83d', '\udc00', '\uffff'};

  @ParameterizedTest
  @ValueSource(ints = {Latin1.NONE, Latin1.COUNTING, Latin1.FEW, Latin1.MANY})
  void checksAllCharactersInEveryState(int met) {
    Random random = new Random(met);
    for (int i = 0; i < STRINGS; i++) {
      boolean isWide = random.nextBoolean();
      String value = string(random, isWide);
      assertEquals(!isWide, Latin1.isLatin1(value, value.length(), met), value);
      assertEquals(!isWide, Latin1.isLatin1(value, value.length()), value);
    }
  }

  /// Strings of Latin-1 characters up to the largest, or with a wide character at any index.
  private static String string(Random random, boolean isWide) {
    char[] characters = new char[random.nextInt(LONGEST) + 1];
    for (int i = 0; i < characters.length; i++) {
      characters[i] = (char) random.nextInt(1 << Byte.SIZE);
    }
    if (isWide) {
      characters[random.nextInt(characters.length)] = WIDE[random.nextInt(WIDE.length)];
    }
    return new String(characters);
  }
}
