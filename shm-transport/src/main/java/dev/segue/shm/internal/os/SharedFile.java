// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Creates, maps and checks files and directories that only their owner can access.
///
/// If a memory file system has no page left when a page is first touched, the process gets a
/// SIGBUS. So a file gets all its pages when it is created, and a full file system causes an
/// exception there.
///
/// No method fails because the thread is interrupted; the thread stays interrupted.
public final class SharedFile {

  private static final Set<PosixFilePermission> OWNER_ONLY_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER_ONLY_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final int ZEROS_BYTES = 1 << 16;

  private SharedFile() {}

  /// Creates an owner-only directory.
  public static void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory, ownerOnly(directory, OWNER_ONLY_DIRECTORY));
  }

  /// Creates an owner-only file of zeros with all its space allocated. Leaves no file if it fails.
  ///
  /// @throws NoSpaceException when the file system has no space for it
  public static void create(Path file, long sizeBytes) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    uninterrupted(() -> {
      try (FileChannel channel =
          FileChannel.open(file, options, ownerOnly(file, OWNER_ONLY_FILE))) {
        try {
          allocate(channel, file, sizeBytes);
        } catch (IOException | RuntimeException | Error e) {
          Cleanup.after(e, () -> Files.deleteIfExists(file));
          throw e;
        }
      }
      return file;
    });
  }

  /// Maps a whole file for reading and writing.
  ///
  /// @param sizeBytes the size that the file must have
  /// @throws UntrustedFileException when the file is not owned by, or not private to, this user
  /// @throws FileSizeException when the file has another size
  public static Mapping map(Path file, long sizeBytes) throws IOException {
    requireOwn(file, false);
    Set<OpenOption> options =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    return uninterrupted(() -> {
      try (FileChannel channel = FileChannel.open(file, options)) {
        if (channel.size() != sizeBytes) {
          throw new FileSizeException(file, channel.size(), sizeBytes);
        }
        return Mapping.of(channel, MapMode.READ_WRITE, sizeBytes);
      }
    });
  }

  /// Maps private memory that is initially zero and takes space only for the pages that are written
  /// to. It is unmapped when it becomes unreachable.
  public static MemorySegment mapPrivate(long sizeBytes) throws IOException {
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    return uninterrupted(() -> {
      // Writes go to private copies of the pages, so the file takes no space.
      Path file = Files.createTempFile("segue-", ".tmp");
      try (FileChannel channel = FileChannel.open(file, options)) {
        return channel.map(MapMode.PRIVATE, 0, sizeBytes, Arena.ofAuto());
      } catch (IOException | RuntimeException | Error e) {
        Cleanup.after(e, () -> Files.deleteIfExists(file)); // If it could not be opened.
        throw e;
      }
    });
  }

  /// Reads the first bytes of a file, without mapping it.
  ///
  /// @return the first bytes, at most `limitBytes`, ready to be read
  /// @throws UntrustedFileException when the file is not owned by, or not private to, this user
  public static ByteBuffer readStart(Path file, int limitBytes) throws IOException {
    requireOwn(file, false);
    return uninterrupted(() -> {
      ByteBuffer bytes = ByteBuffer.allocate(limitBytes);
      try (FileChannel channel =
          FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
          // until full or at the end of the file
        }
      }
      return bytes.flip();
    });
  }

  /// Overwrites one long in a file, in the byte order of the host.
  ///
  /// @throws UntrustedFileException when the file is not owned by, or not private to, this user
  public static void writeLong(Path file, long offset, long value) throws IOException {
    requireOwn(file, false);
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(0, value);
    int _ =
        uninterrupted(() -> {
          try (FileChannel channel =
              FileChannel.open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            return channel.write(bytes.rewind(), offset);
          }
        });
  }

  private interface FileUse<T> {
    T run() throws IOException;
  }

  /// Runs an operation that opens a file channel, which an interrupt would close. Clears an earlier
  /// interrupt for the time being, and repeats the operation after a new one.
  private static <T> T uninterrupted(FileUse<T> use) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return use.run();
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Checks that a path is a directory that is owned by this user and private.
  ///
  /// @throws UntrustedFileException when it is not
  public static void requireOwnDirectory(Path directory) throws IOException {
    requireOwn(directory, true);
  }

  static void requireOwn(Path path, boolean directory) throws IOException {
    BasicFileAttributes attributes = attributes(path);
    if (attributes.isSymbolicLink()) {
      throw new UntrustedFileException(path, "is a symbolic link, and those are not followed");
    }
    if (directory ? !attributes.isDirectory() : !attributes.isRegularFile()) {
      throw new UntrustedFileException(
          path, directory ? "is not a directory" : "is not a regular file");
    }
    if (attributes instanceof PosixFileAttributes posix) {
      if (!posix.owner().equals(CurrentUser.principal())) {
        throw new UntrustedFileException(
            path,
            "belongs to %s, not to %s: only its owner can use a channel"
                .formatted(posix.owner(), CurrentUser.principal()));
      }
      EnumSet<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
      others.addAll(posix.permissions());
      others.removeAll(OWNER_ONLY_DIRECTORY);
      if (!others.isEmpty()) {
        throw new UntrustedFileException(
            path,
            "is open to others than its owner, and a channel must not be: remove the permissions "
                + others);
      }
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    @Nullable PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return view != null
        ? view.readAttributes()
        : Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static void allocate(FileChannel channel, Path file, long sizeBytes) throws IOException {
    int error = Libc.AVAILABLE ? Libc.allocate(file, sizeBytes) : -1;
    if (error > 0) {
      throw new NoSpaceException(
          file, sizeBytes, error == Libc.ENOSPC ? "file system full" : "error number " + error);
    }
    if (error < 0) {
      writeZeros(channel, file, sizeBytes);
    }
  }

  /// Allocates space portably: a page that was written has its space.
  private static void writeZeros(FileChannel channel, Path file, long sizeBytes)
      throws IOException {
    long usable = Files.getFileStore(file).getUsableSpace();
    if (usable < sizeBytes) {
      throw new NoSpaceException(file, sizeBytes, usable + " bytes are free");
    }
    ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
    for (long position = 0; position < sizeBytes; ) {
      zeros.clear().limit((int) Math.min(ZEROS_BYTES, sizeBytes - position));
      position += channel.write(zeros, position);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path path, Set<PosixFilePermission> permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }
}
