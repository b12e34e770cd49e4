// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocsTest {
  private static final String BEFORE = "# Title\n\n<!-- results: begin -->\n";
  private static final String AFTER = "<!-- results: end -->\nThe end.\n";

  private static Docs docs() throws IOException {
    return new Docs(new RunInfo(Map.of("machine", "a machine")), Published.load());
  }

  private static List<Section> sections() {
    List<Score> scores =
        List.of(Scores.rate("segue", "STRUCT", 90, 1), Scores.rate("fory", "STRUCT", 100, 1));
    return List.of(new Section("small", "Small", "What.", Tables.of(scores), Set.of("Small")));
  }

  @Test
  void replacesTheTextBetweenTheMarksEachTime(@TempDir Path directory) throws IOException {
    Path document = directory.resolve("benchmarks.md");
    Files.writeString(document, BEFORE + "old\n" + AFTER);
    docs().write(directory, sections());
    String once = Files.readString(document);
    assertTrue(once.startsWith(BEFORE) && once.endsWith(AFTER), once);
    assertFalse(once.contains("old"), once);
    assertTrue(once.contains("| machine | a machine |"), once);
    assertTrue(once.contains("0.90 × fory (behind)"), once);
    assertTrue(once.contains("![serialize](benchmarks/small-serialize.svg)"), once);
    String svg = Files.readString(directory.resolve("benchmarks/small-serialize.svg"));
    assertTrue(svg.contains("segue") && svg.endsWith("</svg>\n"), svg);
    docs().write(directory, sections());
    assertEquals(once, Files.readString(document));
  }

  @Test
  void refusesADocumentWithoutMarks(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("benchmarks.md"), "# Title\n");
    assertThrows(IOException.class, () -> docs().write(directory, sections()));
  }
}
