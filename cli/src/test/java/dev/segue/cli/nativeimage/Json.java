// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.nativeimage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A strict JSON parser for metadata files, whose only escapes are quotes and backslashes.
final class Json {

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /// Parses maps, lists, strings, whole numbers and booleans.
  ///
  /// @throws IllegalArgumentException if the text is not well-formed
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipSpace();
    if (json.at != text.length()) {
      throw json.malformed();
    }
    return value;
  }

  private Object value() {
    skipSpace();
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      default -> word();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    skipSpace();
    while (peek() != '}') {
      if (!members.isEmpty()) {
        expect(',');
      }
      skipSpace();
      String name = string();
      skipSpace();
      expect(':');
      if (members.put(name, value()) != null) {
        throw malformed();
      }
      skipSpace();
    }
    at++;
    return members;
  }

  private List<Object> array() {
    List<Object> elements = new ArrayList<>();
    at++;
    skipSpace();
    while (peek() != ']') {
      if (!elements.isEmpty()) {
        expect(',');
      }
      elements.add(value());
      skipSpace();
    }
    at++;
    return elements;
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    while (peek() != '"') {
      if (peek() == '\\') {
        at++;
      }
      string.append(peek());
      at++;
    }
    at++;
    return string.toString();
  }

  private Object word() {
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String word = text.substring(start, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default -> Long.valueOf(word);
    };
  }

  private void expect(char expected) {
    if (peek() != expected) {
      throw malformed();
    }
    at++;
  }

  private char peek() {
    if (at >= text.length()) {
      throw malformed();
    }
    return text.charAt(at);
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "malformed before: " + text.substring(at, Math.min(at + 40, text.length())));
  }
}
