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

/// A file under a name of its own, in the directory of the file that it will become. It is deleted
/// when it is closed before it is published, and when the JVM ends, Ctrl-C included.
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

  /// Chooses a name.
  ///
  /// @param target the file to create
  /// @param overwrite whether a file of that name may be replaced
  /// @param model the file whose permissions it gets, where it exists
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

  /// The file that a symbolic link leads to, also where there is none yet.
  private static Path followed(Path path) throws IOException {
    if (Files.exists(path)) {
      return path.toRealPath();
    }
    return Files.isSymbolicLink(path)
        ? path.resolveSibling(Files.readSymbolicLink(path)).normalize()
        : path;
  }

  /// Creates it, readable for nobody else until it is published.
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

  /// The hidden name means nothing to the user, so the reason goes without it.
  private static String reason(FileSystemException e) {
    String text = FileFailure.message(e);
    String name = String.valueOf(e.getFile());
    return "cannot create a file in its directory"
        + (text.startsWith(name) ? text.substring(name.length()) : ": " + text);
  }

  /// Gives it the target's name, in one step.
  ///
  /// @throws IOException also if the JVM is about to end: after Ctrl-C on a pipeline, the end of
  ///   the input is most likely that of a process that was interrupted, too
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
    // Unlike a move, a new link never replaces what another process has created meanwhile.
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
      // The JVM is about to end, and the hook does the same.
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
