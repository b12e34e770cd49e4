// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The notation of names: common JDK classes without their package, and names with non-identifier
/// characters in quotes.
final class Names {

  /// The classes that have no package in the text. The list is part of the format.
  private static final Map<String, List<String>> SHORT =
      Map.of(
          "java.lang",
          List.of(
              "Boolean",
              "Byte",
              "CharSequence",
              "Character",
              "Class",
              "Comparable",
              "Double",
              "Enum",
              "Float",
              "Integer",
              "Iterable",
              "Long",
              "Number",
              "Object",
              "Short",
              "String"),
          "java.util",
          List.of(
              "ArrayDeque",
              "ArrayList",
              "Collection",
              "Deque",
              "EnumMap",
              "EnumSet",
              "HashMap",
              "HashSet",
              "LinkedHashMap",
              "LinkedHashSet",
              "LinkedList",
              "List",
              "Map",
              "NavigableMap",
              "NavigableSet",
              "Optional",
              "Queue",
              "Set",
              "SortedMap",
              "SortedSet",
              "TreeMap",
              "TreeSet",
              "UUID"));

  private static final Map<String, String> WHOLE = new HashMap<>();
  private static final Map<String, String> SHORTENED = new HashMap<>();

  static {
    SHORT.forEach((folder, names) ->
        names.forEach(name -> {
          WHOLE.put(name, folder + "." + name);
          SHORTENED.put(folder + "." + name, name);
        }));
  }

  private Names() {}

  /// The name of a class in the text. A dot precedes a class in the unnamed package if it has the
  /// same name as one of the JDK classes.
  static String shortened(String name) {
    return WHOLE.containsKey(name) ? "." + name : SHORTENED.getOrDefault(name, name);
  }

  /// The binary name of a class from its [#shortened] name.
  static String whole(String shown) {
    return shown.startsWith(".") ? shown.substring(1) : WHOLE.getOrDefault(shown, shown);
  }

  /// A name as a token.
  static String quoted(String name) {
    boolean isPlain = !name.isEmpty() && name.chars().allMatch(Names::isPlain);
    return isPlain ? name : quote(name);
  }

  /// Whether a character needs no quotes.
  static boolean isPlain(int c) {
    return c == '.' || (Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
  }

  /// A text in quotes, on one line.
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        quoted.append(c);
      } else if (Character.isLetterOrDigit(c)) {
        quoted.append(c);
      } else {
        quoted.append("\\u%04x".formatted((int) c));
      }
    }
    return quoted.append('"').toString();
  }
}
