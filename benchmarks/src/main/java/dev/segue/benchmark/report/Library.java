// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A library as shown to readers. Its name, mode and colour are the same everywhere.
///
/// @param kind this project's, a peer or a reference
/// @param name the name of the library
/// @param version the name of the fact with its version, or empty
/// @param mode the way in which it was used
/// @param brief the mode in a word or two
/// @param colour in hexadecimal
record Library(Kind kind, String name, String version, String mode, String brief, String colour) {
  /// The kinds, in the order of the columns of a table.
  enum Kind {
    /// This project's library.
    OURS,
    /// Another library with the same purpose.
    PEER,
    /// A reference that is not a library, such as code for a single class.
    REFERENCE
  }

  private static final String OURS = "segue";
  private static final List<String> OTHER_COLOURS =
      List.of("#5aa3a0", "#b07a5a", "#6e7f46", "#8a6fb0", "#c27ba0");

  private static final Map<String, Library> ALL = load();

  private static Map<String, Library> load() {
    var all = new LinkedHashMap<String, Library>();
    for (List<String> line : Resources.table("libraries.csv", 7)) {
      var shown =
          new Library(
              Kind.valueOf(line.get(1)),
              line.get(2),
              line.get(3),
              line.get(4),
              line.get(5),
              line.get(6));
      all.put(line.getFirst(), shown);
    }
    return all;
  }

  /// Returns a library by its key in the results.
  ///
  /// @param params the parameters of its row or table, on which the mode of some libraries depends
  static Library of(String library, Map<String, String> params) {
    @Nullable Library special = ALL.get(library + "@" + params.getOrDefault("schema", ""));
    @Nullable Library known = special == null ? ALL.get(library) : special;
    return known == null ? unknown(library) : known;
  }

  private static Library unknown(String library) {
    if (library.startsWith(OURS + "-")) {
      String mode = library.substring(OURS.length() + 1).replace('-', ' ');
      return new Library(Kind.OURS, "Segue", "", mode, mode, "#4c9bd9");
    }
    int place = Math.floorMod(library.hashCode(), OTHER_COLOURS.size());
    return new Library(Kind.PEER, library, "", "", "", OTHER_COLOURS.get(place));
  }

  static Kind kind(String library) {
    return of(library, Map.of()).kind();
  }

  static boolean isOurs(String library) {
    return kind(library) == Kind.OURS;
  }

  static boolean isPeer(String library) {
    return kind(library) == Kind.PEER;
  }

  /// Returns name and version.
  String title(RunInfo info) {
    String number = info.version(version);
    return number.isEmpty() ? name : name + " " + number;
  }

  /// Returns name, version and mode.
  String label(RunInfo info) {
    return mode.isEmpty() ? title(info) : title(info) + ", " + mode;
  }

  /// Returns name, version and mode in a short form.
  String shortLabel(RunInfo info) {
    return brief.isEmpty() ? title(info) : title(info) + ", " + brief;
  }
}
