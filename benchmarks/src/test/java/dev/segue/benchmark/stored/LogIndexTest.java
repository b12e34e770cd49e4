// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogIndexTest {
  @Test
  void indexesAreCreatedOnceAndAnswerQueries(@TempDir Path folder) throws IOException {
    String before = System.getProperty(LogIndex.FOLDER);
    System.setProperty(LogIndex.FOLDER, folder.toString());
    try {
      try (var made = LogIndex.open("segue-4k", 2_000)) {
        assertEquals(
            AccessLog.document(1_234).get(AccessLog.SOURCE),
            made.fetch(1_234).get(AccessLog.SOURCE));
        var random = new SplittableRandom(1);
        int found = 0;
        for (int i = 0; i < 100; i++) {
          found += made.query(random) > 0 ? 1 : 0;
        }
        assertTrue(found > 50, "found=" + found);
      }
      var written = Files.getLastModifiedTime(folder.resolve("segue-4k-2000"));
      LogIndex.open("segue-4k", 2_000).close();
      assertEquals(written, Files.getLastModifiedTime(folder.resolve("segue-4k-2000")));
    } finally {
      if (before == null) {
        System.clearProperty(LogIndex.FOLDER);
      } else {
        System.setProperty(LogIndex.FOLDER, before);
      }
    }
  }

  @Test
  void linesAreReproducibleAndHaveSeventeenFields() {
    String line = AccessLog.document(77).get(AccessLog.SOURCE);
    assertEquals(line, AccessLog.document(77).get(AccessLog.SOURCE));
    assertEquals(17, line.split("\":", -1).length - 1, line);
  }
}
