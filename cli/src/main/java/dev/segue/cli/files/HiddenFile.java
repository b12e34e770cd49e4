// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// A file under a hidden name, in the same directory as the file that it will become. It is deleted
/// if it is closed before it is published, and when the JVM ends, Ctrl-C included.
final class HiddenFile implements AutoCloseable {

  private static final int MAX_NAME_LENGTH = 200;
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path path;
  private final Path target;
  private final boolean overwrite;
  private final @Nullable Set<PosixFilePermission> permissions;
  private final Thread atExit;

  private HiddenFile(
      Path path, Path target, boolean overwrite, @Nullable Set<PosixFilePermission> permissions) {
    this.path = path;
    this.target = target;
    this.overwrite = overwrite;
    this.permissions = permissions;
    this.atExit = new Thread(this::delete, "delete-unfinished-output");
  }

  /// Chooses a hidden name next to the target.
  ///
  /// @param target the file to create
  /// @param overwrite whether an existing file of that name may be replaced
  /// @param model the file to copy permissions from, if it exists
  static HiddenFile beside(Path target, boolean overwrite, Path model) throws IOException {
    Path file = followed(target.toAbsolutePath());
    String name = file.getFileName().toString();
    String hidden =
        ".%s.%016x.part"
            .formatted(
                name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)),
                ThreadLocalRandom.current().nextLong());
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    return new HiddenFile(
        file.resolveSibling(hidden),
        file,
        overwrite,
        posix && Files.isRegularFile(model) ? Files.getPosixFilePermissions(model) : null);
  }

  /// Returns the file that a symbolic link points to, even if it does not exist yet.
  private static Path followed(Path path) throws IOException {
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    return Files.isSymbolicLink(path)
        ? path.resolveSibling(Files.readSymbolicLink(path)).normalize()
        : path;
  }

  /// Creates the hidden file, readable only by its owner until it is published.
  OutputStream open() throws IOException {
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      if (permissions != null) {
        Files.createFile(path, OWNER_ONLY);
        return Files.newOutputStream(path, StandardOpenOption.WRITE);
      }
      return Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      close();
      throw e instanceof FileSystemException denied
          ? FileFailure.of(target.toString(), new IOException(reason(denied), denied))
          : e;
    }
  }

  /// Returns the reason without the hidden name, which means nothing to the user.
  private static String reason(FileSystemException e) {
    String text = FileFailure.message(e);
    String name = String.valueOf(e.getFile());
    return "cannot create a file in its directory"
        + (text.startsWith(name) ? text.substring(name.length()) : ": " + text);
  }

  /// Renames the file to the target's name, atomically.
  ///
  /// @throws IOException also if the JVM is about to end: after Ctrl-C on a pipeline, the input has
  ///   most likely ended because its process was interrupted, too
  void publish() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      throw new IOException("interrupted", e);
    }
    if (permissions != null) {
      Files.setPosixFilePermissions(path, permissions);
    }
    if (overwrite) {
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    // Unlike a move, a new link never replaces a file that another process has created meanwhile.
    try {
      Files.createLink(target, path);
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(target.toString());
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.move(path, target);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is about to end, and the hook deletes the file as well.
    }
  }

  private void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      System.err.println(FileFailure.message(e));
    }
  }
}
