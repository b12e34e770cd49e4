// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The headings of `docs/troubleshooting.md` match messages in the code. The fixed parts of each
/// heading are searched for in the sources, so that a changed message requires a change of the
/// page.
class TroubleshootingTest {

  private static final Path ROOT = Path.of(System.getProperty("basedir", "")).resolve("..");
  private static final Pattern HEADING = Pattern.compile("^### `(.*)`$", Pattern.MULTILINE);
  private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final String VARIABLE = "…";

  /// The Java sources of the modules, with concatenated strings joined.
  private static List<String> sources() throws IOException {
    List<String> sources = new ArrayList<>();
    for (String module : List.of("serializer", "compression", "shm-transport")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          sources.add(CONCATENATION.matcher(Files.readString(file)).replaceAll(""));
        }
      }
    }
    return sources;
  }

  @Test
  void headingsMatchMessages() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
    String own = page.substring(0, page.indexOf("## Messages of the JVM"));
    List<String> sources = sources();
    List<String> unknown = new ArrayList<>();
    int parts = 0;
    for (MatchResult heading : HEADING.matcher(own).results().toList()) {
      for (String piece : heading.group(1).split(VARIABLE, -1)) {
        // Ignores the punctuation around variables, which may come from another message.
        String part = piece.replaceAll("^[^\\p{L}]+|[^\\p{L})]+$", "");
        if (part.length() > 3) {
          parts++;
          if (sources.stream().noneMatch(source -> source.contains(part))) {
            unknown.add(part + " in " + heading.group(1));
          }
        }
      }
    }
    assertEquals(List.of(), unknown);
    assertTrue(parts > 40, "parts: " + parts);
  }
}
