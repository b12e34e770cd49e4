// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The code in docs/migrate compiles and runs, and the names in its tables exist.
class MigrationPagesTest {

  private static final Path HERE = Path.of(System.getProperty("basedir", ""));
  private static final Path PAGES = HERE.resolve("../docs/migrate");
  private static final Pattern SNIPPET =
      Pattern.compile("^```java\\n(.*?)\\n```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern TAG = Pattern.compile("// tag::([a-z-]+)\\[]");
  private static final Pattern ROW =
      Pattern.compile("^\\| (?!---)(.*?) \\| (.*) \\|$", Pattern.MULTILINE);
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return pages.sorted().toList();
    }
  }

  /// The marked parts of the examples and tests.
  private static Set<String> marked() throws IOException {
    Set<String> parts = new HashSet<>();
    try (Stream<Path> files = Files.walk(HERE.resolve("src"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        List<String> lines = Files.readAllLines(file);
        for (MatchResult tag : TAG.matcher(String.join("\n", lines)).results().toList()) {
          parts.add(part(lines, tag.group(1)));
        }
      }
    }
    return parts;
  }

  private static String part(List<String> lines, String tag) {
    List<String> part = new ArrayList<>();
    boolean inside = false;
    for (String line : lines) {
      boolean begins = line.strip().equals("// tag::" + tag + "[]");
      if (begins || line.strip().equals("// end::" + tag + "[]")) {
        inside = begins;
      } else if (inside) {
        part.add(line);
      }
    }
    return String.join("\n", part).stripTrailing().stripIndent();
  }

  /// The code of Chronicle Queue is not compiled here.
  @Test
  void snippetsQuoteExamples() throws IOException {
    Set<String> marked = marked();
    List<String> unknown = new ArrayList<>();
    int snippets = 0;
    for (Path page : pages()) {
      for (MatchResult snippet : SNIPPET.matcher(Files.readString(page)).results().toList()) {
        snippets++;
        if (!marked.contains(snippet.group(1))) {
          unknown.add(page.getFileName() + ": " + snippet.group(1).lines().findFirst().orElse(""));
        }
      }
    }
    assertEquals(
        List.of("chronicle-queue.md: static void publish(Path directory, byte[] payload) {"),
        unknown);
    assertTrue(snippets > 15, "snippets: " + snippets);
  }

  @Test
  void eachPageHasAWorkedMigration() throws IOException {
    Map<String, String> examples = new LinkedHashMap<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      assertTrue(text.lines().skip(2).findFirst().orElse("").startsWith("For programs that "));
      examples.put(
          page.getFileName().toString(),
          Pattern.compile("\\./segue example ([a-z-]+)")
              .matcher(text)
              .results()
              .map(example -> example.group(1))
              .findFirst()
              .orElse(""));
    }
    assertEquals(
        Map.of(
            "agrona-aeron.md", "migrate-aeron",
            "chronicle-queue.md", "migrate-chronicle",
            "fory.md", "migrate-fory",
            "fst.md", "migrate-fst",
            "kryo.md", "migrate-kryo",
            "zstd-jni.md", "migrate-zstd-jni"),
        examples);
  }

  @Test
  void namesInSegueExist() throws IOException {
    ApiNames segue = ApiNames.ofSegue();
    List<String> unknown = new ArrayList<>();
    int names = 0;
    for (Path page : pages()) {
      for (String code : codeOfColumn(page, 2)) {
        names++;
        segue.unknownIn(code).forEach(name -> unknown.add(page.getFileName() + ": " + name));
      }
    }
    assertEquals(List.of(), unknown);
    assertTrue(names > 120, "names: " + names);
  }

  /// Covers all libraries on the class path of this module, which excludes Chronicle Queue.
  @Test
  void namesInOtherLibrariesExist() throws IOException {
    ApiNames others = ApiNames.ofOtherLibraries();
    List<String> unknown = new ArrayList<>();
    int names = 0;
    for (Path page : pages()) {
      if (!page.endsWith("chronicle-queue.md")) {
        for (String code : codeOfColumn(page, 1)) {
          names++;
          others.unknownIn(code).forEach(name -> unknown.add(page.getFileName() + ": " + name));
        }
      }
    }
    assertEquals(List.of(), unknown);
    assertTrue(names > 100, "names: " + names);
  }

  private static List<String> codeOfColumn(Path page, int column) throws IOException {
    return ROW.matcher(SNIPPET.matcher(Files.readString(page)).replaceAll(""))
        .results()
        .flatMap(row -> CODE.matcher(row.group(column)).results())
        .map(code -> code.group(1))
        .toList();
  }
}
