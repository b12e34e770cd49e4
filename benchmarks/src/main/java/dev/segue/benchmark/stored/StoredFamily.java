// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.stored;

import dev.segue.benchmark.launch.Family;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The family of benchmarks that index documents.
public final class StoredFamily implements Family {
  private static final int QUICK_DOCUMENTS = 20_000;

  private @Nullable Path folder;

  /// The flag that Lucene needs for memory hints, and the directory that the JVMs of a run share.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return List.of("--enable-native-access=ALL-UNNAMED", "-D" + LogIndex.FOLDER + "=" + folder());
  }

  /// Returns the directory of this run, which the process that starts the JVMs deletes at its end.
  private synchronized Path folder() {
    if (folder == null) {
      String given = System.getProperty(LogIndex.FOLDER);
      folder = given == null ? temporary() : Path.of(given);
    }
    return folder;
  }

  private static Path temporary() {
    try {
      Path made = Files.createTempDirectory("segue-indexes-");
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> LogIndex.delete(made), "delete-indexes"));
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Accepts one small case of each codec.
  @Override
  public boolean isQuick(Map<String, String> params) {
    return Integer.parseInt(params.getOrDefault("documents", "0")) <= QUICK_DOCUMENTS
        && List.of("lucene-best-speed", "segue-16k-dictionary")
            .contains(params.getOrDefault("library", ""));
  }
}
