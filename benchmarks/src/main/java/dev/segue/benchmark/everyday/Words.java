// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/// Generates texts of ASCII words.
final class Words {
  private static final List<String> WORDS =
      Pattern.compile("\\s+")
          .splitAsStream(
              """
              kettle cup tray steel oak glass with and for of a the brushed dark light handmade small
              large dishwasher safe kitchen garden table lamp linen cotton cover handle lid easy to
              clean keeps warm cold two litres grey blue green new
              """)
          .toList();

  private static final int LONGEST = WORDS.stream().mapToInt(String::length).max().orElseThrow();

  private Words() {}

  /// Generates a text.
  ///
  /// @param from minimum number of characters
  /// @param to maximum number of characters, larger than `from` plus a word
  static String text(Random random, int from, int to) {
    int enough = random.nextInt(from, to - LONGEST);
    var text = new StringBuilder(to).append(any(random));
    while (text.length() < enough) {
      text.append(' ').append(any(random));
    }
    return text.toString();
  }

  private static String any(Random random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }
}
