// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Each Java snippet of the README is part of an example that compiles and runs.
class ReadmeTest {

  private static final Path HERE = Path.of(System.getProperty("basedir", ""));
  private static final Pattern SNIPPET =
      Pattern.compile("^```java\\n(.*?)\\n```$", Pattern.DOTALL | Pattern.MULTILINE);

  @Test
  void snippetsAreTheExamples() throws IOException {
    List<String> expected =
        List.of(
            part("SerializerQuickStart", "types")
                + "\n\n"
                + part("SerializerQuickStart", "round-trip"),
            part("QuotesExample", "codec"),
            part("QuotesExample", "publisher"),
            part("QuotesExample", "subscriber"),
            part("CompressionQuickStart", "arrays"));
    List<String> shown =
        SNIPPET
            .matcher(Files.readString(HERE.resolve("../README.md")))
            .results()
            .map(result -> result.group(1))
            .toList();
    assertEquals(expected, shown);
  }

  /// The lines of an example between the marks of a tag.
  private static String part(String example, String tag) throws IOException {
    Path file = HERE.resolve("src/main/java/dev/segue/examples/" + example + ".java");
    List<String> lines = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(file)) {
      boolean begins = line.strip().equals("// tag::" + tag + "[]");
      if (begins || line.strip().equals("// end::" + tag + "[]")) {
        inside = begins;
      } else if (inside) {
        lines.add(line);
      }
    }
    return String.join("\n", lines).stripTrailing().stripIndent();
  }
}
