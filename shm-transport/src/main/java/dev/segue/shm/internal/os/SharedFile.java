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
import java.util.Set;

/// Creates, maps, reads and writes the files and directories of a channel, which only the users
/// named by an {@link Access} can access.
///
/// If a memory file system has no page left when a page is first touched, the process gets a
/// SIGBUS. So all pages of a file are allocated when it is created, and a full file system causes
/// an exception at that point.
///
/// No method fails because the thread is interrupted; the thread stays interrupted.
public final class SharedFile {

  private static final int ZEROS_BYTES = 1 << 16;

  private SharedFile() {}

  /// Creates a directory. When setting the access fails, the directory stays.
  public static void createDirectory(Path directory, Access access) throws IOException {
    Files.createDirectory(directory, Access.initial(directory, true));
    access.shareDirectory(directory);
  }

  /// Creates a file of zeros with all its space allocated. Leaves no file if it fails.
  ///
  /// @throws NoSpaceException when the file system has no space for it
  public static void create(Path file, long sizeBytes, Access access) throws IOException {
    try (FileHandle created = FileHandle.create(file)) {
      if (created == null) {
        uninterrupted(() -> createPortably(file, sizeBytes, access));
        return;
      }
      try {
        allocate(created, sizeBytes);
        access.shareFile(created);
      } catch (IOException | RuntimeException | Error e) {
        Cleanup.after(e, () -> OpenFiles.delete(file));
        throw e;
      }
    }
  }

  private static Path createPortably(Path file, long sizeBytes, Access access) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel = FileChannel.open(file, options, Access.initial(file, false))) {
      try (FileHandle created = FileHandle.of(file)) {
        writeZeros(channel, file, sizeBytes);
        access.shareFile(created);
      } catch (IOException | RuntimeException | Error e) {
        Cleanup.after(e, () -> OpenFiles.delete(file));
        throw e;
      }
    }
    return file;
  }

  /// Maps a whole file for reading and writing.
  ///
  /// @param sizeBytes the size that the file must have
  /// @throws UntrustedFileException when users outside the `Access` can access the file
  /// @throws FileSizeException when the file has another size
  public static Mapping map(Path file, long sizeBytes, Access access) throws IOException {
    return withOpen(
        file,
        access,
        channel -> {
          if (channel.size() != sizeBytes) {
            throw new FileSizeException(file, channel.size(), sizeBytes);
          }
          return Mapping.of(channel, MapMode.READ_WRITE, sizeBytes);
        });
  }

  /// Maps private memory that is initially zero and takes space only for the pages that are written
  /// to. It is unmapped when it becomes unreachable.
  public static MemorySegment mapPrivate(long sizeBytes) throws IOException {
    return uninterrupted(() -> {
      // Writes go to private copies of the pages, so the file takes no space.
      try (FileChannel channel = TemporaryFile.open()) {
        return channel.map(MapMode.PRIVATE, 0, sizeBytes, Arena.ofAuto());
      }
    });
  }

  /// Reads the first bytes of a file, without mapping it.
  ///
  /// @return the first bytes, at most `limitBytes`, ready to be read
  /// @throws UntrustedFileException when users outside the `Access` can access the file
  public static ByteBuffer readStart(Path file, int limitBytes, Access access) throws IOException {
    return withOpen(
        file,
        access,
        channel -> {
          ByteBuffer bytes = ByteBuffer.allocate(limitBytes);
          while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // until full or at the end of the file
          }
          return bytes.flip();
        });
  }

  /// Overwrites one long in a file, in the byte order of the host.
  ///
  /// @throws UntrustedFileException when users outside the `Access` can access the file
  public static void writeLong(Path file, long offset, long value, Access access)
      throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(0, value);
    int _ = withOpen(file, access, channel -> channel.write(bytes.rewind(), offset));
  }

  private interface ChannelUse<T> {
    T run(FileChannel channel) throws IOException;
  }

  /// Opens a file that only users in the `Access` can access, and runs an action on it.
  private static <T> T withOpen(Path file, Access access, ChannelUse<T> use) throws IOException {
    try (FileHandle handle = FileHandle.of(file)) {
      access.requireFile(file, handle.attributes());
      return uninterrupted(() -> {
        try (FileChannel channel = handle.open()) {
          return use.run(channel);
        }
      });
    }
  }

  private interface FileUse<T> {
    T run() throws IOException;
  }

  /// Runs an operation that opens a file channel, which an interrupt would close. Clears an earlier
  /// interrupt until the end, and repeats the operation after a new one.
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

  private static void allocate(FileHandle file, long sizeBytes) throws NoSpaceException {
    int error = file.allocate(sizeBytes);
    if (error != 0) {
      throw new NoSpaceException(
          file.path(),
          sizeBytes,
          error == Libc.ENOSPC ? "file system full" : "error number " + error);
    }
  }

  /// Allocates space portably: writing a page allocates its space.
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
}
