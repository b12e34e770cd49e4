// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {

  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path directory;

  private Path make(String name, Duration ago) throws IOException {
    Path file = Files.createFile(directory.resolve(name));
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(ago)));
    return file;
  }

  private void delete(Leftovers.Deletion deletion) {
    Path file = directory.resolve("file");
    Leftovers.delete(file, name -> name.startsWith("old-"), LONG, deletion);
  }

  @Test
  void deletesFilesWithMatchingNameAndAge() throws IOException {
    make("old-1", LONG.multipliedBy(2));
    Path young = make("old-2", LONG.dividedBy(2));
    Path other = make("new-1", LONG.multipliedBy(2));
    delete(Files::delete);
    try (var left = Files.list(directory)) {
      assertEquals(Set.of(young, other), Set.copyOf(left.toList()));
    }
  }

  @Test
  void fileThatCannotBeDeletedDoesNotStopOtherDeletions() throws IOException {
    for (int i = 0; i < 4; i++) {
      make("old-" + i, LONG.multipliedBy(2));
    }
    List<Path> asked = new ArrayList<>();
    delete(path -> {
      asked.add(path);
      IOException cause = new IOException("not to be deleted");
      if (asked.size() % 2 == 0) {
        throw new DirectoryIteratorException(cause);
      }
      throw cause;
    });
    assertEquals(4, asked.size());
  }

  @Test
  void unlistableDirectoryIsLeftAlone() {
    Path file = directory.resolve("missing").resolve("file");
    List<Path> asked = new ArrayList<>();
    Leftovers.delete(file, _ -> true, Duration.ZERO, asked::add);
    assertEquals(List.of(), asked);
  }
}
