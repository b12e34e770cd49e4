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

/// Files and directories that only their owner can reach, with their space allocated when they are
/// made.
///
/// A page of a memory file system that cannot be had when it is first touched is a SIGBUS. So a
/// file gets all its pages at creation, and a full file system is an exception there.
///
/// Nothing here fails because the thread is interrupted: it stays so.
public final class SharedFile {

  private static final Set<PosixFilePermission> OWNER_ONLY_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER_ONLY_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final int ZEROS_BYTES = 1 << 16;

  private SharedFile() {}

  /// Makes an owner-only directory.
  public static void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory, ownerOnly(directory, OWNER_ONLY_DIRECTORY));
  }

  /// Makes an owner-only file of zeros, all of its space allocated. Leaves nothing when it fails.
  ///
  /// @throws NoSpaceException when there is no room for it
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
  /// @throws UntrustedFileException when it is not this user's alone
  /// @throws FileSizeException when it has another size
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

  /// Maps memory of this process's own: it takes room only as far as it is written to, and begins
  /// with zeros. It is unmapped when nothing refers to it any more.
  public static MemorySegment mapPrivate(long sizeBytes) throws IOException {
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    return uninterrupted(() -> {
      // Written to are copies of its pages: the file itself stays a hole.
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
  /// @return as many of them as there are, at most `limitBytes`, ready to be read
  /// @throws UntrustedFileException when it is not this user's alone
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

  /// Stores a word, in the byte order of the host, in a file that is longer than that.
  ///
  /// @throws UntrustedFileException when it is not this user's alone
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

  /// Does something with a channel of its own, which an interrupt closes: not one of before, and
  /// after one that comes meanwhile it is done again.
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

  /// Checks that a path is a directory of this user's, and closed to others.
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
            path, "belongs to " + posix.owner() + ", not to " + CurrentUser.principal());
      }
      EnumSet<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
      others.addAll(posix.permissions());
      others.removeAll(OWNER_ONLY_DIRECTORY);
      if (!others.isEmpty()) {
        throw new UntrustedFileException(path, "is open to others than its owner: " + others);
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

  /// The portable way: a page that was written has its space.
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
