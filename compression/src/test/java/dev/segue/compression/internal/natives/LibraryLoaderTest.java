// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import static dev.segue.compression.testing.Messages.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LibraryLoaderTest {

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "knows what the linker of Linux says")
  void listsEverythingThatWasTried() {
    LibraryLoader loader = new LibraryLoader("nosuch", 7, "f", Platform.of("Linux", "amd64"));
    CodecFailure e = assertThrows(CodecFailure.class, loader::load);
    assertEquals(Reason.LIBRARY_NOT_FOUND, e.reason());
    assertMentions(
        e,
        "segue-native/linux-amd64/libnosuch.so: not there",
        "dev.segue:segue-natives",
        "with linux-amd64",
        "system libnosuch.so.7: ",
        "cannot open shared object file",
        "-Dsegue.nosuch.library=");
  }

  @Test
  void usesTheFileNamesOfThePlatform() {
    assertEquals("windows-amd64", Platform.of("Windows 11", "amd64").toString());
    assertEquals("libx.dll", Platform.of("Windows 11", "amd64").fileName("x"));
    assertEquals("libx.dll", Platform.of("Windows 11", "amd64").versionedFileName("x", 1));
    assertEquals("macos-amd64", Platform.of("Mac OS X", "x86_64").toString());
    assertEquals("libx.1.dylib", Platform.of("Mac OS X", "aarch64").versionedFileName("x", 1));
    assertEquals("libx.so", Platform.of("Linux", "amd64").fileName("x"));
  }

  @Test
  void errorNamesAPlatformThatIsNotBundled() {
    LibraryLoader loader = new LibraryLoader("nosuch", 1, "f", Platform.of("SunOS", "sparcv9"));
    CodecFailure e = assertThrows(CodecFailure.class, loader::load);
    assertMentions(e, "sunos-sparcv9");
  }

  @Test
  void onlyLoadedLibrariesAreBundled() throws IOException, URISyntaxException {
    URL bundle = Objects.requireNonNull(LibraryLoader.class.getResource("/segue-native"));
    if (bundle.getProtocol().equals("file")) {
      assertEquals(List.of(), strangersIn(Path.of(bundle.toURI()).resolveSibling("")));
      return;
    }
    try (FileSystem jar = FileSystems.newFileSystem(bundle.toURI(), Map.of())) {
      assertEquals(List.of(), strangersIn(jar.getPath("/")));
    }
  }

  private static List<String> strangersIn(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().matches(".*\\.(so|dylib|dll)"))
          .map(file -> root.relativize(file).toString())
          .filter(file -> !file.matches(BUNDLED))
          .toList();
    }
  }

  private static final String BUNDLED =
      "segue-native/(linux|macos|windows)-(amd64|aarch64|ppc64le)/lib(zstd|lz4|snappy|deflate|brotli)"
          + "\\.(so|dylib|dll)";

  @Test
  void mappedFileIsFoundByAnAddress() {
    String line = "7f0000001000-7f0000003000 r-xp 00001000 08:01 42       /lib/a b.so";
    assertEquals(Optional.of("/lib/a b.so"), MappedFiles.pathIfAt(line, 0x7f0000001000L));
    assertEquals(Optional.of("/lib/a b.so"), MappedFiles.pathIfAt(line, 0x7f0000002fffL));
    assertEquals(Optional.empty(), MappedFiles.pathIfAt(line, 0x7f0000003000L));
    assertEquals(Optional.empty(), MappedFiles.pathIfAt("1000-2000 rw-p 0 00:00 0", 0x1000));
  }

  @Nested
  class ExplicitPath {

    private CodecFailure loadWith(String path) {
      System.setProperty(LibraryLoader.pathProperty("nosuch"), path);
      try {
        LibraryLoader loader = new LibraryLoader("nosuch", 1, "f", Platform.current());
        return assertThrows(CodecFailure.class, loader::load);
      } finally {
        System.clearProperty(LibraryLoader.pathProperty("nosuch"));
      }
    }

    @Test
    void isTheOnlyLocationTried(@TempDir Path directory) {
      String message = String.valueOf(loadWith(directory + "/absent.so").getMessage());
      assertTrue(message.contains("absent.so: no such file"), message);
      assertFalse(message.contains("bundled"), message);
      assertFalse(message.contains("system"), message);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "knows what the linker of Linux says")
    void errorAboutAnInvalidLibraryHasTheLinkersReason(@TempDir Path directory) throws IOException {
      Path text = Files.writeString(directory.resolve("text.so"), "not a library");
      String message = String.valueOf(loadWith(text.toString()).getMessage());
      assertTrue(message.contains("file too short") || message.contains("ELF"), message);
    }
  }

  @Nested
  class Extraction {

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX permissions")
    void isOwnerOnlyAndLeavesNoFile(@TempDir Path directory) throws IOException {
      System.setProperty(ExtractedLibrary.DIRECTORY_PROPERTY, directory.toString());
      try {
        try (ExtractedLibrary library =
            ExtractedLibrary.write(
                "libx.so", new ByteArrayInputStream(new byte[] {1, 2, 3}), false)) {
          Path parent = library.path().getParent();
          assertTrue(library.path().startsWith(directory));
          assertEquals(3, Files.size(library.path()));
          assertEquals(
              "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(parent)));
        }
        try (Stream<Path> left = Files.list(directory)) {
          assertEquals(List.of(), left.toList());
        }
      } finally {
        System.clearProperty(ExtractedLibrary.DIRECTORY_PROPERTY);
      }
    }

    @Test
    void mappedFileIsDeletedByALaterProcess(@TempDir Path directory) throws IOException {
      System.setProperty(ExtractedLibrary.DIRECTORY_PROPERTY, directory.toString());
      try {
        Path first = writeMapped();
        Path second = writeMapped();
        assertTrue(Files.exists(first), "it may be about to be mapped");
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
        Files.setLastModifiedTime(Objects.requireNonNull(first.getParent()), old);
        writeMapped();
        assertFalse(Files.exists(Objects.requireNonNull(first.getParent())));
        assertTrue(Files.exists(second));
      } finally {
        System.clearProperty(ExtractedLibrary.DIRECTORY_PROPERTY);
      }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs symbolic links")
    void symbolicLinkInItsPlaceIsNotFollowed(@TempDir Path directory, @TempDir Path elsewhere)
        throws IOException {
      System.setProperty(ExtractedLibrary.DIRECTORY_PROPERTY, directory.toString());
      try {
        Path file = Files.createFile(elsewhere.resolve("file"));
        Files.setLastModifiedTime(elsewhere, FileTime.from(Instant.now().minusSeconds(7200)));
        Files.createSymbolicLink(directory.resolve("segue-native-1"), elsewhere);
        Files.createSymbolicLink(directory.resolve("segue-native-2"), directory.resolve("absent"));
        writeMapped();
        assertTrue(Files.exists(file));
      } finally {
        System.clearProperty(ExtractedLibrary.DIRECTORY_PROPERTY);
      }
    }

    private Path writeMapped() throws IOException {
      try (ExtractedLibrary library =
          ExtractedLibrary.write("libx.dll", new ByteArrayInputStream(new byte[1]), true)) {
        return library.path();
      }
    }

    @Test
    void errorNamesTheUnusableDirectory(@TempDir Path directory) {
      Path absent = directory.resolve("absent");
      System.setProperty(ExtractedLibrary.DIRECTORY_PROPERTY, absent.toString());
      try {
        IOException e =
            assertThrows(
                IOException.class,
                () ->
                    ExtractedLibrary.write(
                        "libx.so", new ByteArrayInputStream(new byte[1]), false));
        assertMentions(e, absent.toString(), "-Dsegue.native.dir");
      } finally {
        System.clearProperty(ExtractedLibrary.DIRECTORY_PROPERTY);
      }
    }
  }

  @Nested
  class Mounts {

    private final List<String> mounts =
        List.of(
            "/dev/vda / ext4 rw,relatime 0 0",
            "tmpfs /tmp tmpfs rw,nosuid,noexec 0 0",
            "tmpfs /tmp/run tmpfs rw,nosuid 0 0",
            "tmpfs /with\\040space tmpfs rw,noexec 0 0");

    @Test
    void longestMountPointDecides() {
      assertTrue(MountOptions.isNoexec(Path.of("/tmp/segue-1/libzstd.so"), mounts));
      assertFalse(MountOptions.isNoexec(Path.of("/tmp/run/libzstd.so"), mounts));
      assertFalse(MountOptions.isNoexec(Path.of("/tmpfoo/libzstd.so"), mounts));
      assertTrue(MountOptions.isNoexec(Path.of("/with space/libzstd.so"), mounts));
    }
  }

  @Nested
  class HeapArrays {

    @Test
    void heapSegmentsAreNotPassedOnBuildsThatMayMoveThem() {
      assertTrue(HeapAccess.arraysStayPut(Runtime.Version.parse("25.0.3+9")));
      assertTrue(HeapAccess.arraysStayPut(Runtime.Version.parse("26")));
      assertFalse(HeapAccess.arraysStayPut(Runtime.Version.parse("25")));
      assertFalse(HeapAccess.arraysStayPut(Runtime.Version.parse("25.0.2+10")));
    }

    @Test
    void buildsWithTheDefectRecommendAFixedBuild() {
      List<String> lines = new ArrayList<>();
      for (String version : List.of("25.0.2+10", "25.0.3+9", "26")) {
        HeapAccess.advise(Runtime.Version.parse(version), new RecordingLogger(lines));
      }
      assertEquals(1, lines.size(), lines::toString);
      assertTrue(lines.getFirst().startsWith("INFO On Java 25.0.2+10, "), lines::toString);
      assertTrue(lines.getFirst().contains("Java 25.0.3"), lines::toString);
    }

    /// Records level and text of each line.
    private record RecordingLogger(List<String> lines) implements System.Logger {

      @Override
      public String getName() {
        return "recording";
      }

      @Override
      public boolean isLoggable(Level level) {
        return true;
      }

      @Override
      public void log(
          Level level,
          @Nullable ResourceBundle bundle,
          String message,
          @Nullable Throwable thrown) {
        lines.add(level + " " + message);
      }

      @Override
      public void log(
          Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... values) {
        lines.add(level + " " + MessageFormat.format(format, values));
      }
    }
  }
}
