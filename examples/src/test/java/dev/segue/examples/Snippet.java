// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A Java block in a document, with the comment above it, if any:
///
/// ```text
/// <!-- snippet: with Shop -->                       the fields and types of snippets.Shop are in scope
/// <!-- snippet: continues -->                       those of the block before are in scope
/// <!-- snippet: with Shop; not run: REASON -->
/// <!-- snippet: not compiled: REASON -->
/// ```
///
/// @param page path of the document, below the root of the project
/// @param line the line number of the block's first line of code
/// @param code the block
/// @param prelude a class in the package `snippets`, or null
/// @param continues whether it continues the block before
/// @param notRun why it is only compiled, or null
/// @param notCompiled why it is not compiled, or null
/// @param output what it prints, or null if the document does not show it
record Snippet(
    Path page,
    int line,
    String code,
    @Nullable String prelude,
    boolean continues,
    @Nullable String notRun,
    @Nullable String notCompiled,
    @Nullable String output) {

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^<!-- snippet: (?<comment>.*?) -->\\n\\n?)?^```java\\n(?<code>.*?)^```$"
              + "(?:\\n+```text\\n(?<output>.*?)^```$)?",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern PRINTS = Pattern.compile("^ *// prints: (.*)$", Pattern.MULTILINE);

  /// The documents of the project.
  static List<Path> documents(Path root) throws IOException {
    try (Stream<Path> top = Files.list(root);
        Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      return Stream.concat(top, docs)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  /// The blocks of a document.
  static List<Snippet> in(Path root, Path document) throws IOException {
    String text = Files.readString(document);
    List<Snippet> snippets = new ArrayList<>();
    for (MatchResult block : BLOCK.matcher(text).results().toList()) {
      int line = (int) text.substring(0, block.start("code")).lines().count() + 1;
      snippets.add(of(root.relativize(document), line, block));
    }
    return snippets;
  }

  private static Snippet of(Path page, int line, MatchResult block) {
    @Nullable String prelude = null;
    boolean continues = false;
    @Nullable String notRun = null;
    @Nullable String notCompiled = null;
    @Nullable String comment = block.group("comment");
    for (String clause : comment == null ? new String[0] : comment.split("; ")) {
      if (clause.startsWith("with ")) {
        prelude = clause.substring(5);
      } else if (clause.equals("continues")) {
        continues = true;
      } else if (clause.startsWith("not run: ")) {
        notRun = clause.substring(9);
      } else if (clause.startsWith("not compiled: ")) {
        notCompiled = clause.substring(14);
      } else {
        throw new AssertionError(page + ":" + line + ": unknown comment: " + clause);
      }
    }
    String code = block.group("code");
    return new Snippet(
        page, line, code, prelude, continues, notRun, notCompiled, output(block, code));
  }

  private static @Nullable String output(MatchResult block, String code) {
    if (block.group("output") != null) {
      return block.group("output");
    }
    String printed =
        PRINTS
            .matcher(code)
            .results()
            .map(line -> line.group(1) + "\n")
            .collect(Collectors.joining());
    return printed.isEmpty() ? null : printed;
  }

  /// Whether the block is a part of a source file. Indentation and empty lines are not compared,
  /// and a line `// ...` matches any number of lines.
  ///
  /// @param source a file, as {@link #normalized}
  boolean isIn(String source) {
    int from = 0;
    for (String part : normalized(code).split("(?m)^// \\.\\.\\.\\n", -1)) {
      int at = source.indexOf(part, from);
      if (at < 0) {
        return false;
      }
      from = at + part.length();
    }
    return true;
  }

  /// Text without indentation and empty lines.
  static String normalized(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  String place() {
    return page + ":" + line;
  }
}
