// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;

/// The tokens of one line: names, quoted texts, and single characters. A `#` outside of quotes
/// begins a comment.
final class Tokens {

  private final String line;
  private final int number;
  private int at;

  /// @param number the number of the line, for errors
  Tokens(String line, int number) {
    this.line = line;
    this.number = number;
  }

  boolean isAtEnd() {
    while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
      at++;
    }
    return at == line.length() || line.charAt(at) == '#';
  }

  void requireEnd() {
    if (!isAtEnd()) {
      throw error("unexpected text: " + rest());
    }
  }

  /// Takes a character if it comes next.
  boolean take(char expected) {
    boolean isNext = !isAtEnd() && line.charAt(at) == expected;
    if (isNext) {
      at++;
    }
    return isNext;
  }

  /// Takes a word if it comes next.
  boolean take(String word) {
    if (isAtEnd() || !line.startsWith(word, at)) {
      return false;
    }
    int end = at + word.length();
    if (end < line.length() && isOfWord(line.charAt(end))) {
      return false;
    }
    at = end;
    return true;
  }

  void require(char expected) {
    if (!take(expected)) {
      throw error("'" + expected + "' expected, found " + rest());
    }
  }

  /// Parses a name, with or without quotes.
  String name() {
    if (isAtEnd()) {
      throw error("a name expected at the end of the line");
    }
    if (line.charAt(at) == '"') {
      String quoted = quoted();
      if (quoted.isEmpty()) {
        throw error("an empty name");
      }
      return quoted;
    }
    int start = at;
    while (at < line.length() && isOfWord(line.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw error("a name expected, found " + rest());
    }
    return line.substring(start, at);
  }

  /// Names of [Sort]s contain hyphens.
  private static boolean isOfWord(char c) {
    return c == '-' || Names.isPlain(c);
  }

  /// A text in quotes.
  String quoted() {
    require('"');
    StringBuilder text = new StringBuilder();
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (c == '"') {
        return text.toString();
      }
      text.append(c == '\\' ? escaped() : c);
    }
    throw error("a text without a closing quote");
  }

  private char escaped() {
    char c = at < line.length() ? line.charAt(at++) : ' ';
    if (c == '"' || c == '\\') {
      return c;
    }
    try {
      if (c == 'u' && at + 4 <= line.length()) {
        at += 4;
        return (char) Integer.parseUnsignedInt(line, at - 4, at, 16);
      }
    } catch (NumberFormatException e) {
      throw error("an invalid escape: " + e.getMessage());
    }
    throw error("an invalid escape; only \\\", \\\\ and \\uXXXX are known");
  }

  private String rest() {
    int most = 40;
    return isAtEnd()
        ? "the end of the line"
        : at + most < line.length() ? line.substring(at, at + most) + "..." : line.substring(at);
  }

  SerializationException error(String what) {
    return Errors.of(Kind.MALFORMED_INPUT, "line " + number + " of the schema: " + what);
  }
}
