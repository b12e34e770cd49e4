// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A file or directory that stays the same when another one takes its path.
///
/// A process that may write to a directory can replace a file in it between two steps of another
/// process: by a link, by a file of its own, or by a FIFO, which blocks a process that opens it. So
/// the file is designated first, without any effect on it. The designated file is then checked, and
/// opened only if it is a regular file.
///
/// On Linux with native access this is a descriptor opened with `O_PATH`, whose entry in
/// `/proc/self/fd` is another name of the file. Elsewhere it is the path: the check and the opening
/// may then see different files. Even there no call blocks: opening a FIFO for reading and writing
/// returns at once, and reading it at a position fails at once.
final class FileHandle implements AutoCloseable {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final boolean AVAILABLE =
      Libc.AVAILABLE && Libc.O_NOFOLLOW != 0 && Files.isDirectory(DESCRIPTORS);
  private static final int NONE = -1;
  private static final LinkOption[] FOLLOW = {};
  private static final LinkOption[] NO_FOLLOW = {LinkOption.NOFOLLOW_LINKS};

  private final Path path;
  private final int descriptor;

  private FileHandle(Path path, int descriptor) {
    this.path = path;
    this.descriptor = Math.max(descriptor, NONE);
  }

  /// Designates what is at a path. Does not fail if there is nothing: {@link #attributes} does.
  static FileHandle of(Path path) {
    int descriptor = isAvailable(path) ? Libc.open(path, Libc.O_PATH | Libc.O_NOFOLLOW) : NONE;
    return new FileHandle(path, descriptor);
  }

  /// Creates a file that only its owner can access, and designates it.
  ///
  /// @return null if the file must be created in another way, or cannot be created
  static @Nullable FileHandle create(Path path) {
    int descriptor = isAvailable(path) ? Libc.create(path) : NONE;
    return descriptor < 0 ? null : new FileHandle(path, descriptor);
  }

  private static boolean isAvailable(Path path) {
    return AVAILABLE && path.getFileSystem().equals(FileSystems.getDefault());
  }

  /// The path at which the file was.
  Path path() {
    return path;
  }

  private static Path entry(int descriptor) {
    return DESCRIPTORS.resolve(Integer.toString(descriptor));
  }

  /// A path of the designated file itself, to be used with {@link #links}.
  private Path place() {
    return descriptor == NONE ? path : entry(descriptor);
  }

  private LinkOption[] links() {
    return descriptor == NONE ? NO_FOLLOW : FOLLOW;
  }

  /// The POSIX attributes of the file, or null if its file system has none.
  @Nullable PosixFileAttributeView posixView() {
    return Files.getFileAttributeView(place(), PosixFileAttributeView.class, links());
  }

  /// Returns the attributes of the file; POSIX attributes if its file system has them.
  ///
  /// @throws java.nio.file.NoSuchFileException when there was no file
  BasicFileAttributes attributes() throws IOException {
    @Nullable PosixFileAttributeView view = posixView();
    return view != null
        ? view.readAttributes()
        : Files.readAttributes(place(), BasicFileAttributes.class, links());
  }

  /// Allocates the space of a file that was {@linkplain #create created}, and sets its length.
  ///
  /// @return 0, or the error number
  int allocate(long sizeBytes) {
    return Libc.allocate(descriptor, sizeBytes);
  }

  /// Opens a regular file for reading and writing.
  FileChannel open() throws IOException {
    if (descriptor == NONE) {
      Set<OpenOption> options =
          Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      return FileChannel.open(path, options);
    }
    int opened = openDescriptor(); // While it is open, no process can take a lease of the file.
    try {
      return FileChannel.open(entry(opened), StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (FileSystemException e) {
      throw failure(e.getReason());
    } finally {
      Libc.close(opened);
    }
  }

  /// Opens a regular file for reading and writing. Does not wait for a process with a lease of it.
  ///
  /// @return a descriptor, to be closed, or a negative number if only the JDK can open the file
  int openDescriptor() throws IOException {
    int flags = Libc.O_RDWR | Libc.O_NONBLOCK;
    int opened = Libc.open(place(), descriptor == NONE ? flags | Libc.O_NOFOLLOW : flags);
    if (opened >= 0 || descriptor == NONE) {
      return opened;
    }
    throw switch (-opened) {
      case Libc.EACCES -> new AccessDeniedException(path.toString());
      case Libc.EAGAIN ->
          failure("another process has a lease of it (F_SETLEASE): end that process");
      default -> failure("cannot be opened: error number " + -opened);
    };
  }

  private FileSystemException failure(@Nullable String reason) {
    return new FileSystemException(path.toString(), null, reason);
  }

  @Override
  public void close() {
    if (descriptor != NONE) {
      Libc.close(descriptor);
    }
  }
}
