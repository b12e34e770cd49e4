// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/// Suggests names that a user may have meant.
public final class SimilarNames {

  private static final int MOST_SUGGESTIONS = 3;
  private static final int MOST_EDITS = 2;
  private static final int SHORTEST_PART = 3;

  private SimilarNames() {}

  /// Returns the end of a message about an unknown name.
  ///
  /// @param typed the unknown name
  /// @param names the known names, best first
  /// @return a question such as `; did you mean compress or decompress?`, or nothing if no name is
  ///   similar
  public static String question(String typed, Collection<String> names) {
    return question(names.stream().filter(name -> isSimilar(typed, name)).toList());
  }

  /// Returns the end of a message about an unknown name.
  ///
  /// @param similar what the user may have meant, best first
  /// @return a question such as `; did you mean compress or decompress?`, or nothing
  public static String question(List<String> similar) {
    return similar.isEmpty()
        ? ""
        : "; did you mean "
            + String.join(" or ", similar.subList(0, Math.min(similar.size(), MOST_SUGGESTIONS)))
            + "?";
  }

  /// Returns whether a name begins with the typed text, one contains the other, or they differ in
  /// few letters.
  ///
  /// @param typed the unknown name that was typed
  /// @param name a known name
  /// @return whether a user may have meant it
  public static boolean isSimilar(String typed, String name) {
    boolean inside =
        typed.length() >= SHORTEST_PART && (name.contains(typed) || typed.contains(name));
    return name.startsWith(typed)
        || inside
        || distance(typed, name) <= Math.min(MOST_EDITS, typed.length() / 2);
  }

  /// Returns how many letters must be inserted, deleted or replaced to turn a word into another.
  private static int distance(String from, String to) {
    int[] row = IntStream.rangeClosed(0, to.length()).toArray();
    for (int i = 0; i < from.length(); i++) {
      int diagonal = row[0]++;
      for (int j = 0; j < to.length(); j++) {
        int replaced = diagonal + (from.charAt(i) == to.charAt(j) ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = Math.min(replaced, Math.min(diagonal, row[j]) + 1);
      }
    }
    return row[to.length()];
  }
}
