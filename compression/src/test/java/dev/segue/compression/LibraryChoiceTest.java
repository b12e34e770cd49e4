// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.internal.zstd.ZstdLibrary;
import dev.segue.compression.testing.ChildJvm;
import dev.segue.compression.testing.SystemLibrary;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The choice of the library that a process loads; each case runs in a separate JVM.
class LibraryChoiceTest {

  /// The artifact with the native libraries: its class folder in a build without jars, or its jar.
  private static final String NATIVES = "(/natives/target/classes|/segue-natives-[^/]*\\.jar)";

  /// Makes a round trip and prints the library that was used.
  static final class RoundTrip {

    private RoundTrip() {}

    public static void main(String[] args) {
      MemorySegment content = MemorySegment.ofArray(TestData.of(TestData.Kind.TEXT, 10_000));
      MemorySegment out = MemorySegment.ofArray(new byte[20_000]);
      try {
        long written = Codec.zstd().compress(content, out);
        MemorySegment back = MemorySegment.ofArray(new byte[10_000]);
        long read = Codec.zstd().decompress(out.asSlice(0, written), back);
        boolean equal = read == 10_000 && content.mismatch(back) == -1;
        System.out.println((equal ? "equal " : "different ") + ZstdLibrary.describe());
      } catch (CompressionException e) {
        System.out.println(e.kind() + " " + e.getMessage());
      }
    }
  }

  @Test
  void bundledByDefaultAndLeavesNoFileBehind(@TempDir Path directory) throws IOException {
    String printed = ChildJvm.run(RoundTrip.class, "-Dsegue.native.dir=" + directory);
    assertTrue(printed.startsWith("equal libzstd 1.5.7, bundled"), printed);
    try (Stream<Path> left = Files.list(directory)) {
      // On Windows, a mapped copy cannot be deleted; a later process deletes it.
      assertEquals(OS.current() == OS.WINDOWS ? 1 : 0, left.count());
    }
  }

  @Test
  void systemLibraryIfTheBundledOneCannotBeCopied(@TempDir Path directory) {
    systemLibrary();
    String printed = ChildJvm.run(RoundTrip.class, "-Dsegue.native.dir=" + directory + "/absent");
    assertTrue(printed.startsWith("equal libzstd 1."), printed);
    assertTrue(printed.contains("system libzstd.so.1 (/"), printed);
  }

  @Test
  void systemLibraryIsLoggedOnce(@TempDir Path directory) {
    systemLibrary();
    String absent = directory + "/absent";
    Tool java = new Tool(Path.of(System.getProperty("java.home"), "bin", "java"));
    Tool.Outcome outcome =
        java.attempt(
            new byte[0],
            "-Dsegue.native.dir=" + absent,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            RoundTrip.class.getName());
    List<String> warnings =
        outcome.errors().lines().filter(line -> line.startsWith("WARNING")).toList();
    assertEquals(1, warnings.size(), outcome.errors());
    String warning = warnings.getFirst();
    assertTrue(warning.contains("Using libzstd 1."), warning);
    assertTrue(warning.contains("system libzstd.so.1 (/"), warning);
    assertTrue(warning.contains(absent), warning);
  }

  @Test
  void explicitPathTakesPrecedence() {
    Path library = systemLibrary();
    String printed = ChildJvm.run(RoundTrip.class, "-Dsegue.zstd.library=" + library);
    assertTrue(printed.startsWith("equal libzstd 1."), printed);
    assertTrue(printed.contains(library.toString()), printed);
  }

  @Test
  void explicitPathToAnotherLibraryIsAnError() {
    Path other = Path.of(System.getProperty("java.home"), "lib", "libjava.so");
    Assumptions.assumeTrue(Files.exists(other), "no libjava.so to mistake for libzstd");
    String printed = ChildJvm.run(RoundTrip.class, "-Dsegue.zstd.library=" + other);
    assertTrue(printed.startsWith("LIBRARY_NOT_FOUND"), printed);
    assertTrue(printed.contains("has no function ZSTD_"), printed);
  }

  @Test
  void isFoundOnTheModulePath() {
    List<String> arguments =
        List.of(
            "--enable-native-access=dev.segue.compression",
            "--illegal-native-access=deny",
            "--module-path",
            entry("/compression/target/classes") + File.pathSeparator + entry(NATIVES),
            "--patch-module",
            "dev.segue.compression=" + entry("/test-classes"),
            "-m",
            "dev.segue.compression/" + RoundTrip.class.getName());
    String printed = ChildJvm.java(arguments);
    assertTrue(printed.startsWith("equal libzstd 1.5.7, bundled"), printed);
  }

  @Test
  void messageNamesTheMissingArtifact() {
    String others =
        classPath()
            .filter(entry -> !ends(entry, NATIVES))
            .collect(Collectors.joining(File.pathSeparator));
    Tool java = new Tool(Path.of(System.getProperty("java.home"), "bin", "java"));
    Tool.Outcome outcome =
        java.attempt(
            new byte[0],
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            others,
            RoundTrip.class.getName());
    String printed = new String(outcome.output(), StandardCharsets.UTF_8);
    boolean isSystems = printed.startsWith("equal libzstd");
    String message = isSystems ? outcome.errors() : printed;
    assertTrue(message.contains("Is dev.segue:segue-natives a dependency"), message);
    assertEquals(isSystems, !printed.startsWith("LIBRARY_NOT_FOUND"), printed);
  }

  private static Stream<String> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
  }

  /// Returns the entry of the class path that ends with a regular expression.
  private static String entry(String suffix) {
    return classPath().filter(entry -> ends(entry, suffix)).findFirst().orElseThrow();
  }

  private static boolean ends(String entry, String suffix) {
    return entry.replace(File.separatorChar, '/').matches(".*" + suffix);
  }

  private static Path systemLibrary() {
    Optional<Path> there = SystemLibrary.zstd();
    Assumptions.assumeTrue(there.isPresent(), "the system has no libzstd.so.1");
    return there.orElseThrow();
  }
}
