// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/// A temporary copy of a library from the jar, for the dynamic linker to map.
///
/// It is in a new directory that only its owner can access, and is deleted after loading, since a
/// mapped library needs no name. So processes never share a file, other users cannot replace it,
/// and no file remains.
final class ExtractedLibrary implements AutoCloseable {

  /// The property that names the parent directory, instead of `java.io.tmpdir`.
  static final String DIRECTORY_PROPERTY = "segue.native.dir";

  private final Path directory;
  private final Path path;

  private ExtractedLibrary(Path directory, Path path) {
    this.directory = directory;
    this.path = path;
  }

  static ExtractedLibrary write(String fileName, InputStream content) throws IOException {
    String parent = System.getProperty(DIRECTORY_PROPERTY);
    Path base = Path.of(parent != null ? parent : System.getProperty("java.io.tmpdir", "."));
    if (!Files.isDirectory(base) || !Files.isWritable(base)) {
      throw new IOException(
          "cannot copy it to %s: not a writable directory; set -D%s=DIR"
              .formatted(base, DIRECTORY_PROPERTY));
    }
    Path directory = Files.createTempDirectory(base.toAbsolutePath(), "segue-", ownerOnly());
    ExtractedLibrary library = new ExtractedLibrary(directory, directory.resolve(fileName));
    try {
      Files.copy(content, library.path);
      return library;
    } catch (IOException e) {
      library.close();
      throw new IOException("cannot copy it to " + directory + ": " + e.getMessage(), e);
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
    Files.deleteIfExists(path);
    Files.delete(directory);
  }
}
