// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import dev.segue.shm.internal.halt.HaltPoints;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Deletes directories, with the files in them, where other users may write.
///
/// A directory is opened once, without following a link. What was opened is checked, listed and
/// emptied, so it does not matter whether its path is replaced meanwhile. On systems without such
/// handles, as on Windows, paths are checked and then used.
///
/// @param names the names of the files to delete; if there are other files, the directory stays
/// @param last the name of the file to delete last, by which a directory can be identified until
///   then
/// @param access who may own the directory
/// @param unchangedSince deletes only a directory that has not changed since then
public record DirectoryDeletion(
    Predicate<String> names, String last, Access access, Instant unchangedSince) {

  /// Deletes a directory if it exists. Another process may do the same concurrently. On Windows,
  /// files in use stay.
  ///
  /// @throws UntrustedFileException when it belongs to another user
  /// @throws FileSystemException when it contains other files
  public void delete(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    HaltPoints.before("directory deletion");
    Path parent = Objects.requireNonNull(directory.toAbsolutePath().getParent());
    try (DirectoryStream<Path> siblings = Listing.of(parent, "*")) {
      if (siblings instanceof SecureDirectoryStream<Path> secure) {
        deleteIn(secure, directory);
      } else {
        deleteByPath(directory);
      }
    } catch (NoSuchFileException e) {
      // Already deleted.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private void deleteIn(SecureDirectoryStream<Path> parent, Path directory) throws IOException {
    Path name = Objects.requireNonNull(directory.getFileName());
    // Only a directory can have a name ending in `/.`: without it, a FIFO at the path would block
    // this open.
    try (SecureDirectoryStream<Path> opened = parent.newDirectoryStream(name.resolve("."))) {
      requireNoLink(parent, name, directory, opened);
      if (!mayDelete(directory, opened)) {
        return;
      }
      for (Path file : opened) {
        if (isEarly(file)) {
          deleteFile(opened, file.getFileName());
        }
      }
      deleteFile(opened, Path.of(last));
    }
    parent.deleteDirectory(name);
  }

  /// Checks that the opened directory is the one with this name, and not the target of a link.
  private static void requireNoLink(
      SecureDirectoryStream<Path> parent,
      Path name,
      Path directory,
      SecureDirectoryStream<Path> opened)
      throws IOException {
    Object named =
        parent
            .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes()
            .fileKey();
    if (!Objects.equals(
        named,
        opened.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey())) {
      throw new UntrustedFileException(directory, "is a symbolic link, and those are not followed");
    }
  }

  private boolean mayDelete(Path directory, SecureDirectoryStream<Path> opened) throws IOException {
    @Nullable PosixFileAttributeView posix =
        opened.getFileAttributeView(PosixFileAttributeView.class);
    if (posix != null) {
      access.requireOwner(directory, posix.readAttributes());
    }
    return isOld(opened.getFileAttributeView(BasicFileAttributeView.class).readAttributes());
  }

  private static void deleteFile(SecureDirectoryStream<Path> opened, Path name) throws IOException {
    try {
      opened.deleteFile(name);
    } catch (NoSuchFileException e) {
      // Another process has deleted it.
    }
  }

  private void deleteByPath(Path directory) throws IOException {
    access.requireOwner(directory);
    if (!isOld(
        Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS))) {
      return;
    }
    try (DirectoryStream<Path> files = Listing.of(directory, this::isEarly)) {
      for (Path file : files) {
        OpenFiles.delete(file);
      }
      OpenFiles.delete(directory.resolve(last));
    } catch (FileSystemException e) {
      if (OpenFiles.areDeletable(directory)) {
        throw e;
      }
      return; // Another process is deleting it.
    }
    OpenFiles.delete(directory);
  }

  private boolean isEarly(Path file) {
    String name = String.valueOf(file.getFileName());
    return names.test(name) && !name.equals(last);
  }

  private boolean isOld(BasicFileAttributes attributes) {
    return attributes.lastModifiedTime().toInstant().isBefore(unchangedSince);
  }
}
