// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.testing.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A temporary directory that is actually mounted `noexec`, in a separate mount namespace of a
/// child JVM, so that the mount ends with it. Skipped where mounting is not permitted.
class NoexecTest {

  private static final String MOUNT =
      "mount -t tmpfs -o noexec,size=64m segue-test \"$1\" && shift && exec \"$@\"";

  @TempDir private Path mounted = Path.of("");
  @TempDir private Path elsewhere = Path.of("");
  private Tool unshare = new Tool(Path.of(""));

  /// Loads a library in a version that the system does not have, so that the bundled one is the
  /// last resort.
  static final class LoadBundled {

    private LoadBundled() {}

    public static void main(String[] args) {
      try {
        Platform platform = Platform.current();
        NativeLibrary library = new LibraryLoader("zstd", 99, "ZSTD_isError", platform).load();
        System.out.println("loaded " + library.describe());
      } catch (CodecFailure e) {
        System.out.println(e.reason() + " " + e.getMessage());
      }
    }
  }

  /// Uses every bundled library.
  static final class UseAll {

    private UseAll() {}

    public static void main(String[] args) {
      byte[] content = new byte[10_000];
      for (Codec codec :
          List.of(Codec.zstd(), Codec.lz4(), Codec.snappy(), Codec.gzip(), Codec.brotli())) {
        boolean same = codec.decompress(codec.compress(content), 10_000).length == 10_000;
        System.out.println(same + " " + codec.libraryDescription());
      }
    }
  }

  @BeforeEach
  void requireThatMountingIsPermitted() {
    unshare = Tool.require("unshare");
    Tool.Outcome outcome = unshare.attempt(new byte[0], withMount(List.of("true")));
    Assumptions.assumeTrue(
        outcome.exitCode() == 0, "mounting is not permitted here: " + outcome.errors());
  }

  private String[] withMount(List<String> command) {
    List<String> arguments =
        new ArrayList<>(List.of("--mount", "sh", "-c", MOUNT, "sh", mounted.toString()));
    arguments.addAll(command);
    return arguments.toArray(String[]::new);
  }

  private String run(Class<?> main, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-Djava.io.tmpdir=" + mounted);
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    byte[] output = unshare.run(new byte[0], withMount(command));
    return new String(output, StandardCharsets.UTF_8);
  }

  @Test
  void errorNamesNoexecAndTheSetting() {
    String printed = run(LoadBundled.class);
    assertTrue(printed.startsWith("LIBRARY_NOT_FOUND"), printed);
    assertTrue(
        printed.contains(
            "The directory is mounted noexec: set -Dsegue.native.dir=DIR to a directory that is"
                + " not"),
        printed);
    assertTrue(printed.contains(mounted.toString()), printed);
  }

  @Test
  void settingSelectsAnotherDirectory() throws IOException {
    String printed = run(LoadBundled.class, "-Dsegue.native.dir=" + elsewhere);
    assertTrue(printed.startsWith("loaded libzstd"), printed);
    printed = run(UseAll.class, "-Dsegue.native.dir=" + elsewhere);
    assertEquals(5, printed.lines().filter(line -> line.startsWith("true ")).count(), printed);
    assertEquals(5, printed.lines().filter(line -> line.contains("bundled")).count(), printed);
    try (Stream<Path> left = Files.list(elsewhere)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
