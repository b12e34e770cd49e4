// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/// A temporary copy of a library from the jar, which the dynamic linker maps.
///
/// It is in a new directory that only its owner can access, and is deleted after loading, since a
/// mapped library needs no name. So processes never share a file, other users cannot replace it,
/// and no file remains.
///
/// Windows refuses to delete a mapped library. There, the copy remains, and later processes delete
/// it.
final class ExtractedLibrary implements AutoCloseable {

  /// The property that names the parent directory, instead of `java.io.tmpdir`.
  static final String DIRECTORY_PROPERTY = "segue.native.dir";

  private static final String PREFIX = "segue-native-";

  /// The age after which a copy is certainly no longer waiting to be mapped.
  private static final Duration LEFT_AFTER = Duration.ofHours(1);

  private final Path directory;
  private final Path path;
  private final boolean staysMapped;

  private ExtractedLibrary(Path directory, Path path, boolean staysMapped) {
    this.directory = directory;
    this.path = path;
    this.staysMapped = staysMapped;
  }

  /// Writes a copy.
  ///
  /// @param staysMapped whether the copy cannot be deleted while it is mapped
  static ExtractedLibrary write(String fileName, InputStream content, boolean staysMapped)
      throws IOException {
    String parent = System.getProperty(DIRECTORY_PROPERTY);
    Path base = Path.of(parent != null ? parent : System.getProperty("java.io.tmpdir", "."));
    if (!Files.isDirectory(base) || !Files.isWritable(base)) {
      throw new IOException(
          "cannot copy it to %s: not a writable directory; set -D%s=DIR"
              .formatted(base, DIRECTORY_PROPERTY));
    }
    if (staysMapped) {
      deleteLeft(base);
    }
    Path directory = createDirectory(base.toAbsolutePath());
    ExtractedLibrary library =
        new ExtractedLibrary(directory, directory.resolve(fileName), staysMapped);
    try {
      Files.copy(content, library.path);
      return library;
    } catch (IOException e) {
      library.delete();
      throw new IOException("cannot copy it to " + directory + ": " + e.getMessage(), e);
    }
  }

  /// Creates a new directory. Its name need not be secret, since the directory must not exist yet.
  /// So no secure random numbers are needed, whose generator takes long to start, and crashes the
  /// JVM under Wine.
  private static Path createDirectory(Path base) throws IOException {
    while (true) {
      try {
        long number = ThreadLocalRandom.current().nextLong();
        return Files.createDirectory(base.resolve(PREFIX + Long.toHexString(number)), ownerOnly());
      } catch (FileAlreadyExistsException e) {
        // Try the next number.
      }
    }
  }

  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (!staysMapped) {
      delete();
    }
  }

  private void delete() throws IOException {
    Files.deleteIfExists(path);
    Files.delete(directory);
  }

  /// Deletes the copies of processes that have ended. Files that cannot be deleted remain.
  private static void deleteLeft(Path base) {
    Instant latest = Instant.now().minus(LEFT_AFTER);
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(base, PREFIX + "*")) {
      for (Path directory : directories) {
        if (isLeft(directory, latest)) {
          deleteUnlessMapped(directory);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The directories cannot be listed.
    }
  }

  /// Whether this is a directory, not a link to one, and has not changed for a long time.
  private static boolean isLeft(Path directory, Instant latest) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isDirectory() && attributes.lastModifiedTime().toInstant().isBefore(latest);
    } catch (IOException e) {
      return false; // Deleted by another process, for example.
    }
  }

  private static void deleteUnlessMapped(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException | DirectoryIteratorException e) {
      // Mapped by a running process, owned by another user, or deleted by another process.
    }
  }
}
