// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.SerializationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses the text of [DescriptionWriter], in any order of lines, with comments and empty lines.
public final class DescriptionParser {

  private final Map<String, Described> types = new LinkedHashMap<>();
  private boolean isWhole = true;
  private Description.Unknown unknown = Description.Unknown.FAIL;
  private boolean hasHead;

  /// The class whose members are being parsed. It gets them when the next class starts.
  private @Nullable Described current;

  private List<Member> members = new ArrayList<>();
  private Set<List<String>> names = new HashSet<>();

  private DescriptionParser() {}

  /// @throws SerializationException if the text is not a description; the message states the line
  ///   number
  public static Description parse(String text) {
    DescriptionParser parser = new DescriptionParser();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      parser.line(lines.get(i), new Tokens(lines.get(i), i + 1));
    }
    if (!parser.hasHead) {
      throw new Tokens("", 1).error(DescriptionWriter.MAGIC + " expected, found no text");
    }
    parser.complete();
    return Description.of(parser.isWhole, parser.unknown, parser.types.values());
  }

  private void line(String line, Tokens tokens) {
    if (tokens.isAtEnd()) {
      return;
    }
    if (!hasHead) {
      head(tokens);
    } else if (Character.isWhitespace(line.charAt(0))) {
      member(tokens);
    } else {
      type(tokens);
    }
    tokens.requireEnd();
  }

  private void head(Tokens tokens) {
    if (!tokens.take(DescriptionWriter.MAGIC)) {
      throw tokens.error(
          "no schema; the first line is \"%s %d\""
              .formatted(DescriptionWriter.MAGIC, DescriptionWriter.VERSION));
    }
    if (!tokens.take(String.valueOf(DescriptionWriter.VERSION))) {
      throw tokens.error("an unknown version of the notation");
    }
    isWhole = !tokens.take(DescriptionWriter.OF_PAYLOAD);
    if (tokens.take(DescriptionWriter.UNKNOWN)) {
      String word = tokens.name();
      unknown =
          switch (word) {
            case "FAIL" -> Description.Unknown.FAIL;
            case "NULL" -> Description.Unknown.NULL;
            case "KEEP" -> Description.Unknown.KEEP;
            default -> throw tokens.error(word + " is none of FAIL, NULL and KEEP");
          };
    }
    hasHead = true;
  }

  private void type(Tokens tokens) {
    complete();
    Sort sort = sort(tokens);
    Declared named = declared(tokens, 0);
    boolean isArray = named.isArray() && sort == Sort.ARRAY;
    if (!isArray && (named.isArray() || !named.arguments().isEmpty())) {
      throw tokens.error("the name of a class expected, found " + named);
    }
    String name = isArray ? arrayName(named) : named.name();
    Declared surrogate =
        sort == Sort.SURROGATE && tokens.take(DescriptionWriter.BY) ? declared(tokens, 0) : null;
    List<Declared> supertypes = new ArrayList<>();
    if (tokens.take(':')) {
      do {
        supertypes.add(declared(tokens, 0));
      } while (tokens.take(','));
    }
    Annotations annotations = annotations(tokens);
    if (types.containsKey(name)) {
      throw tokens.error("a second class " + name);
    }
    current = new Described(sort, name, supertypes, surrogate, annotations.aliases, List.of());
    types.put(name, current);
  }

  private static Sort sort(Tokens tokens) {
    String word = tokens.name();
    for (Sort sort : Sort.values()) {
      if (sort.word().equals(word)) {
        return sort;
      }
    }
    throw tokens.error("unknown word " + Names.quoted(word));
  }

  private static String arrayName(Declared array) {
    return array.isArray() ? arrayName(array.argument(0)) + "[]" : array.name();
  }

  private void complete() {
    Described done = current;
    if (done != null) {
      types.put(
          done.name(),
          new Described(
              done.sort(),
              done.name(),
              done.supertypes(),
              done.surrogate(),
              done.aliases(),
              members));
    }
    members = new ArrayList<>();
    names = new HashSet<>();
  }

  private void member(Tokens tokens) {
    Described owner = current;
    if (owner == null) {
      throw tokens.error("a line of a class is expected before its fields");
    }
    Declared type = owner.sort().isEnum() ? null : declared(tokens, 0);
    String name = tokens.name();
    String declaring =
        tokens.take(DescriptionWriter.IN)
            ? Names.whole(tokens.name())
            : type == null || !isWhole ? "" : owner.name();
    Annotations annotations = annotations(tokens);
    if (!names.add(List.of(name, declaring))) {
      throw tokens.error("a second " + name + " of " + owner.name());
    }
    members.add(new Member(name, declaring, type, annotations.aliases, annotations.defaultText));
  }

  /// The annotations of a class or a member.
  private record Annotations(List<String> aliases, @Nullable String defaultText) {}

  private static Annotations annotations(Tokens tokens) {
    List<String> aliases = new ArrayList<>();
    String defaultText = null;
    while (tokens.take('@')) {
      if (tokens.take(DescriptionWriter.ALIAS)) {
        tokens.require('(');
        do {
          aliases.add(tokens.quoted());
        } while (tokens.take(','));
        tokens.require(')');
      } else if (tokens.take(DescriptionWriter.DEFAULT)) {
        tokens.require('(');
        defaultText = tokens.quoted();
        tokens.require(')');
      } else {
        throw tokens.error("unknown annotation " + tokens.name());
      }
    }
    return new Annotations(aliases, defaultText);
  }

  private static Declared declared(Tokens tokens, int depth) {
    if (depth > Declared.MOST_NESTED) {
      throw tokens.error("a type has more than " + Declared.MOST_NESTED + " levels");
    }
    Declared type;
    if (tokens.take('?')) {
      type = Declared.UNKNOWN;
    } else {
      String name = Names.whole(tokens.name());
      List<Declared> arguments = new ArrayList<>();
      if (tokens.take('<')) {
        do {
          arguments.add(declared(tokens, depth + 1));
        } while (tokens.take(','));
        tokens.require('>');
      }
      type = new Declared(name, arguments);
    }
    int dimensions = depth;
    while (tokens.take('[')) {
      tokens.require(']');
      if (++dimensions > Declared.MOST_NESTED) {
        throw tokens.error("a type has more than " + Declared.MOST_NESTED + " levels");
      }
      type = type.array();
    }
    return type;
  }
}
