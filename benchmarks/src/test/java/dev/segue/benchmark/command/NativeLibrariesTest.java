// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTest {

  @TempDir private Path root;

  private String platform = "";

  @BeforeEach
  void findPlatform() throws IOException {
    NativeLibraries libraries = NativeLibraries.find(root);
    platform = libraries.platform();
    assumeTrue(libraries.zstdVersion().isPresent(), "this build has no libraries for the platform");
  }

  /// Copies the libraries of the class path to where `natives/build` leaves its own.
  private Path build() throws IOException {
    Path built = root.resolve("natives/built/segue-native").resolve(platform);
    Files.createDirectories(built);
    for (String name : List.of("zstd", "lz4", "snappy", "deflate", "brotli")) {
      for (String file : List.of("lib%s.so", "lib%s.dylib", "lib%s.dll")) {
        String library = file.formatted(name);
        String resource = "/segue-native/" + platform + "/" + library;
        try (InputStream content = NativeLibraries.class.getResourceAsStream(resource)) {
          if (content != null) {
            Files.copy(content, built.resolve(library));
          }
        }
      }
    }
    return built;
  }

  @Test
  void equalBytesAreTheReleasedBuild() throws IOException {
    build();
    NativeLibraries libraries = NativeLibraries.find(root);
    assertTrue(libraries.released());
    libraries.requireReleased();
    assertTrue(
        libraries
            .toString()
            .matches("released build \\(natives/built\\), \\S+, libzstd \\d+\\.\\d+\\.\\d+"),
        libraries::toString);
  }

  @Test
  void otherBytesAreAnOrdinaryBuild() throws IOException {
    Path built = build();
    try (var files = Files.list(built)) {
      Path library =
          files.filter(file -> file.toString().contains("brotli")).findFirst().orElseThrow();
      Files.write(library, new byte[1]);
    }
    NativeLibraries libraries = NativeLibraries.find(root);
    assertFalse(libraries.released());
    assertTrue(
        libraries.toString().startsWith("ordinary build, " + platform + ", libzstd "),
        libraries::toString);
  }

  @Test
  void missingLibrariesAreNamedWithTheCommandThatBuildsThem() throws IOException {
    NativeLibraries libraries = NativeLibraries.find(root);
    assertEquals(
        "a headline run measures the native libraries of a release, but this one would measure those"
            + " of the ordinary build: run natives/build "
            + platform
            + ", then ./segue bench headline again",
        assertThrows(IOException.class, libraries::requireReleased).getMessage());
  }
}
