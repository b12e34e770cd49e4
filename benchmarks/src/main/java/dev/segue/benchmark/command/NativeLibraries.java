// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The native libraries that a run measures: those on the class path of the command, which the
/// measured JVMs inherit.
///
/// A release contains the libraries of `natives/build`, an ordinary build those of other artifacts.
/// The launcher puts a jar of `natives/built` first on the class path, if that directory exists.
///
/// @param platform the operating system and processor architecture
/// @param released whether a release contains the same libraries, byte for byte
/// @param zstdVersion the version of libzstd, as the library itself reports it; empty if no
///   libraries are on the class path
record NativeLibraries(String platform, boolean released, Optional<String> zstdVersion) {
  private static final String BUNDLE = "segue-native";
  private static final List<String> NAMES = List.of("zstd", "lz4", "snappy", "deflate", "brotli");

  /// Finds the libraries for this platform.
  ///
  /// @param root the root of the checkout
  /// @throws IOException if they cannot be read
  static NativeLibraries find(Path root) throws IOException {
    String platform = currentPlatform();
    Optional<byte[]> zstd = onClassPath(platform, "zstd");
    return new NativeLibraries(
        platform,
        areBuilt(root.resolve("natives").resolve("built"), platform),
        zstd.isPresent() ? Optional.of(zstdVersion(zstd.get(), platform)) : Optional.empty());
  }

  /// Checks that a run measures what users of a release get.
  ///
  /// @throws IOException if it does not, with the command that builds these libraries
  void requireReleased() throws IOException {
    if (!released) {
      throw new IOException(
          "a headline run measures the native libraries of a release, but this one would measure"
              + " those of the %s: run natives/build %s, then ./segue bench headline again"
                  .formatted(kind(), platform));
    }
  }

  private String kind() {
    return released
        ? "released build (natives/built)"
        : zstdVersion.isPresent() ? "ordinary build" : "system";
  }

  /// Describes the libraries for readers of a report.
  @Override
  public String toString() {
    return kind() + ", " + platform + zstdVersion.map(version -> ", libzstd " + version).orElse("");
  }

  private static String currentPlatform() {
    String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String os =
        Stream.of("linux", "windows")
            .filter(name::startsWith)
            .findFirst()
            .orElse(name.startsWith("mac") ? "macos" : name);
    String processor = System.getProperty("os.arch", "");
    return os + "-" + (processor.equals("x86_64") ? "amd64" : processor);
  }

  private static String fileName(String platform, String library) {
    String extension =
        platform.startsWith("macos") ? "dylib" : platform.startsWith("windows") ? "dll" : "so";
    return "lib" + library + "." + extension;
  }

  private static boolean areBuilt(Path built, String platform) throws IOException {
    for (String name : NAMES) {
      Path file = built.resolve(BUNDLE).resolve(platform).resolve(fileName(platform, name));
      Optional<byte[]> used = onClassPath(platform, name);
      if (used.isEmpty()
          || !Files.exists(file)
          || !Arrays.equals(used.get(), Files.readAllBytes(file))) {
        return false;
      }
    }
    return true;
  }

  private static Optional<byte[]> onClassPath(String platform, String library) throws IOException {
    String resource = "/%s/%s/%s".formatted(BUNDLE, platform, fileName(platform, library));
    try (InputStream content = NativeLibraries.class.getResourceAsStream(resource)) {
      return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
    }
  }

  private static String zstdVersion(byte[] library, String platform) throws IOException {
    Path copy = Files.createTempFile("segue-bench-", fileName(platform, "zstd"));
    try {
      Files.write(copy, library);
      return zstdVersion(copy);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  @SuppressWarnings("restricted")
  private static String zstdVersion(Path library) throws IOException {
    int number;
    try (Arena arena = Arena.ofConfined()) {
      // unsigned ZSTD_versionNumber(void);
      MemorySegment function =
          SymbolLookup.libraryLookup(library, arena).findOrThrow("ZSTD_versionNumber");
      number =
          (int)
              Linker.nativeLinker()
                  .downcallHandle(function, FunctionDescriptor.of(JAVA_INT))
                  .invokeExact();
    } catch (Throwable e) {
      throw new IOException("libzstd on the class path cannot be loaded: " + e, e);
    }
    return "%d.%d.%d".formatted(number / 10_000, number / 100 % 100, number % 100);
  }
}
