// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.natives;

import static dev.segue.compression.testing.Messages.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryLoaderTest {

  @Test
  void listsEverythingThatWasTried() {
    LibraryLoader loader = new LibraryLoader("nosuch", 7, "f", Platform.of("Linux", "amd64"));
    CompressionException e = assertThrows(CompressionException.class, loader::load);
    assertEquals(Kind.LIBRARY_NOT_FOUND, e.kind());
    assertMentions(
        e,
        "segue-native/linux-amd64/libnosuch.so: not there",
        "system libnosuch.so.7: ",
        "cannot open shared object file",
        "-Dsegue.nosuch.library=");
  }

  @Test
  void namesThePlatformThatIsNotBundled() {
    LibraryLoader loader = new LibraryLoader("nosuch", 1, "f", Platform.of("SunOS", "sparcv9"));
    CompressionException e = assertThrows(CompressionException.class, loader::load);
    assertMentions(e, "sunos-sparcv9");
  }

  @Nested
  class ExplicitPath {

    private CompressionException loadWith(String path) {
      System.setProperty(LibraryLoader.pathProperty("nosuch"), path);
      try {
        LibraryLoader loader = new LibraryLoader("nosuch", 1, "f", Platform.current());
        return assertThrows(CompressionException.class, loader::load);
      } finally {
        System.clearProperty(LibraryLoader.pathProperty("nosuch"));
      }
    }

    @Test
    void isTheOnlyOneTried(@TempDir Path directory) {
      String message = String.valueOf(loadWith(directory + "/absent.so").getMessage());
      assertTrue(message.contains("absent.so: no such file"), message);
      assertFalse(message.contains("bundled"), message);
      assertFalse(message.contains("system"), message);
    }

    @Test
    void thatIsNoLibraryGivesTheLinkersReason(@TempDir Path directory) throws IOException {
      Path text = Files.writeString(directory.resolve("text.so"), "not a library");
      String message = String.valueOf(loadWith(text.toString()).getMessage());
      assertTrue(message.contains("file too short") || message.contains("ELF"), message);
    }
  }

  @Nested
  class Extraction {

    @Test
    void isOwnerOnlyAndLeavesNothing(@TempDir Path directory) throws IOException {
      System.setProperty(ExtractedLibrary.DIRECTORY_PROPERTY, directory.toString());
      try {
        try (ExtractedLibrary library =
            ExtractedLibrary.write("libx.so", new ByteArrayInputStream(new byte[] {1, 2, 3}))) {
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
    void saysWhichDirectoryItCannotUse(@TempDir Path directory) {
      Path absent = directory.resolve("absent");
      System.setProperty(ExtractedLibrary.DIRECTORY_PROPERTY, absent.toString());
      try {
        IOException e =
            assertThrows(
                IOException.class,
                () -> ExtractedLibrary.write("libx.so", new ByteArrayInputStream(new byte[1])));
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
    void theLongestMountPointDecides() {
      assertTrue(MountOptions.isNoexec(Path.of("/tmp/segue-1/libzstd.so"), mounts));
      assertFalse(MountOptions.isNoexec(Path.of("/tmp/run/libzstd.so"), mounts));
      assertFalse(MountOptions.isNoexec(Path.of("/tmpfoo/libzstd.so"), mounts));
      assertTrue(MountOptions.isNoexec(Path.of("/with space/libzstd.so"), mounts));
    }
  }

  @Nested
  class HeapArrays {

    @Test
    void areNotHandedToNativeCodeOnBuildsThatMayMoveThem() {
      assertTrue(HeapAccess.arraysStayPut(Runtime.Version.parse("25.0.3+9")));
      assertTrue(HeapAccess.arraysStayPut(Runtime.Version.parse("26")));
      assertFalse(HeapAccess.arraysStayPut(Runtime.Version.parse("25")));
      assertFalse(HeapAccess.arraysStayPut(Runtime.Version.parse("25.0.2+10")));
    }
  }
}
