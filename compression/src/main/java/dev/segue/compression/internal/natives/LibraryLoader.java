// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import dev.segue.compression.internal.engine.CodecFailure;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds and loads one native library: from an explicit path, from the artifact `segue-natives`, or
/// from the system, in that order.
///
/// - The explicit path is the system property `segue.NAME.library`. If it is set, nothing else is
///   tried: failing to load the requested library is an error.
/// - The bundled library is a resource. It is copied to a temporary directory while the dynamic
///   linker maps it (see [ExtractedLibrary]).
/// - The library of the system is looked up by its versioned name.
final class LibraryLoader {

  private static final String LOGGER = "dev.segue.compression";
  private static final String BUNDLE = "segue-native";

  private final String name;
  private final int systemVersion;
  private final String newestFunction;
  private final Platform platform;
  private final List<String> tried = new ArrayList<>();

  /// @param newestFunction a function that identifies the library and its minimum version
  LibraryLoader(String name, int systemVersion, String newestFunction, Platform platform) {
    this.name = name;
    this.systemVersion = systemVersion;
    this.newestFunction = newestFunction;
    this.platform = platform;
  }

  /// Returns the name of the property for an explicit path.
  static String pathProperty(String name) {
    return "segue." + name + ".library";
  }

  NativeLibrary load() {
    HeapAccess.advise();
    String explicit = System.getProperty(pathProperty(name));
    if (explicit != null) {
      return found(fromPath(explicit));
    }
    NativeLibrary bundled = fromBundle();
    if (bundled != null) {
      return bundled;
    }
    String whyNot = String.join("; ", tried);
    NativeLibrary library = found(fromSystem());
    System.getLogger(LOGGER)
        .log(
            System.Logger.Level.WARNING,
            "Using {0}, which may be older than the library bundled with Segue: the bundled one could"
                + " not be loaded ({1}).",
            library.describe(),
            whyNot);
    return library;
  }

  private NativeLibrary found(@Nullable NativeLibrary library) {
    if (library == null) {
      throw new CodecFailure(
          CodecFailure.Reason.LIBRARY_NOT_FOUND,
          "lib%s could not be loaded on %s. Tried:%n  - %s%nSet -D%s=/path/to/%s to use your own library."
              .formatted(
                  name,
                  platform,
                  String.join(System.lineSeparator() + "  - ", tried),
                  pathProperty(name),
                  platform.fileName(name)));
    }
    return library;
  }

  private @Nullable NativeLibrary fromPath(String explicit) {
    Path path = Path.of(explicit).toAbsolutePath();
    String attempt = "-D" + pathProperty(name) + "=" + explicit;
    if (!Files.isRegularFile(path)) {
      tried.add(attempt + ": no such file");
      return null;
    }
    return open(path, attempt, path.toString());
  }

  private @Nullable NativeLibrary fromBundle() {
    String resource = BUNDLE + "/" + platform + "/" + platform.fileName(name);
    try (InputStream content = open(resource)) {
      if (content == null) {
        tried.add(
            "bundled %s: not there. Is dev.segue:segue-natives a dependency, without a classifier or with %s?"
                .formatted(resource, platform));
        return null;
      }
      try (ExtractedLibrary file =
          ExtractedLibrary.write(platform.fileName(name), content, platform.isWindows())) {
        return open(file.path(), "bundled " + resource + " as " + file.path(), "bundled");
      }
    } catch (IOException e) {
      tried.add("bundled %s: %s".formatted(resource, e.getMessage()));
      return null;
    }
  }

  /// Opens a resource of the artifact. Its directory is not a package, so it is not encapsulated.
  private static @Nullable InputStream open(String resource) throws IOException {
    ModuleLayer layer = LibraryLoader.class.getModule().getLayer();
    Optional<Module> natives =
        layer == null ? Optional.empty() : layer.findModule("dev.segue.natives");
    return natives.isPresent()
        ? natives.get().getResourceAsStream(resource)
        : LibraryLoader.class.getResourceAsStream("/" + resource);
  }

  @SuppressWarnings("restricted")
  private @Nullable NativeLibrary fromSystem() {
    for (String candidate : systemCandidates()) {
      String attempt = "system " + candidate;
      try {
        SymbolLookup symbols = SymbolLookup.libraryLookup(candidate, Arena.global());
        String path =
            symbols.find(newestFunction).flatMap(at -> MappedFiles.at(at.address())).orElse("");
        String origin = path.isEmpty() ? attempt : attempt + " (" + path + ")";
        NativeLibrary library = accept(symbols, attempt, origin);
        if (library != null) {
          return library;
        }
      } catch (IllegalArgumentException e) {
        tried.add(attempt + ": " + DynamicLinker.whyNot(candidate));
      }
    }
    return null;
  }

  private List<String> systemCandidates() {
    String versioned = platform.versionedFileName(name, systemVersion);
    return platform.isMac()
        ? List.of(versioned, "/opt/homebrew/lib/" + versioned, "/usr/local/lib/" + versioned)
        : List.of(versioned);
  }

  @SuppressWarnings("restricted")
  private @Nullable NativeLibrary open(Path path, String attempt, String origin) {
    try {
      return accept(SymbolLookup.libraryLookup(path, Arena.global()), attempt, origin);
    } catch (IllegalArgumentException e) {
      tried.add(attempt + ": " + DynamicLinker.whyNot(path.toString()) + noexecHint(path));
      return null;
    }
  }

  private @Nullable NativeLibrary accept(SymbolLookup symbols, String attempt, String origin) {
    if (symbols.find(newestFunction).isEmpty()) {
      tried.add(
          attempt
              + ": has no function "
              + newestFunction
              + ", so it is too old or a different library");
      return null;
    }
    return new NativeLibrary(name, origin, symbols);
  }

  private static String noexecHint(Path path) {
    return MountOptions.isNoexec(path)
        ? ". The directory is mounted noexec: set -D%s=DIR to a directory that is not"
            .formatted(ExtractedLibrary.DIRECTORY_PROPERTY)
        : "";
  }
}
