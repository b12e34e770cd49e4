// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import dev.segue.shm.lane.LaneLayout;
import dev.segue.shm.os.LockFile;
import dev.segue.shm.os.Mapping;
import dev.segue.shm.os.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// A channel's files: an owner-only directory with
///
/// ```text
///   channel   the control file, see ChannelLayout
///   locks     one byte per role, locked by the process that has the role
///   lane      the lane, see LaneLayout
/// ```
///
/// It is made under another name and renamed when it is complete, so nobody ever sees half of it.
public final class ChannelDirectory implements AutoCloseable {

  private static final String CONTROL = "channel";
  private static final String LOCKS = "locks";
  private static final String LANE = "lane";
  private static final String UNFINISHED_SUFFIX = ".new";

  /// A part in the channel that one holder at a time can have.
  public enum Role {
    /// Writes to the lane.
    PUBLISHER(0),
    /// Reads from the lane.
    SUBSCRIBER(1);

    private final int lockIndex;

    Role(int lockIndex) {
      this.lockIndex = lockIndex;
    }
  }

  private final Path path;
  private final long maxMessageLength;
  private final LockFile locks;

  private ChannelDirectory(Path path, long maxMessageLength, LockFile locks) {
    this.path = path;
    this.maxMessageLength = maxMessageLength;
    this.locks = locks;
  }

  /// Makes a channel, with all its space.
  ///
  /// @throws FileAlreadyExistsException when there is something at that path
  /// @throws dev.segue.shm.os.NoSpaceException when there is no room for it
  public static ChannelDirectory create(Path path, long maxMessageLength) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    Path unfinished = unfinished(path);
    try {
      SharedFile.createDirectory(unfinished);
      SharedFile.create(unfinished.resolve(LOCKS), Role.values().length);
      createLane(unfinished.resolve(LANE), maxMessageLength);
      createControl(unfinished.resolve(CONTROL), maxMessageLength);
      rename(unfinished, path);
    } catch (IOException | RuntimeException | Error e) {
      delete(unfinished);
      throw e;
    }
    return open(path);
  }

  /// Opens a channel that exists.
  ///
  /// @throws NoSuchFileException when it does not
  /// @throws ForeignChannelException when it is something else, or of another version
  /// @throws dev.segue.shm.os.UntrustedFileException when it is not this user's alone
  public static ChannelDirectory open(Path path) throws IOException {
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new ForeignChannelException(path + " is a file, and a channel is a directory");
    }
    SharedFile.requireOwnDirectory(path);
    long maxMessageLength = readControl(path);
    return new ChannelDirectory(path, maxMessageLength, LockFile.open(path.resolve(LOCKS)));
  }

  /// Deletes a channel's files. Those who have it open go on undisturbed.
  ///
  /// @throws NoSuchFileException when it does not exist
  /// @throws ForeignChannelException when it is not a channel; nothing is deleted then
  public static void unlink(Path path) throws IOException {
    SharedFile.requireOwnDirectory(path);
    if (!Files.isRegularFile(path.resolve(CONTROL), LinkOption.NOFOLLOW_LINKS)) {
      throw new ForeignChannelException(path + " is not a channel: it has no control file");
    }
    delete(path);
  }

  /// Where the channel is.
  public Path path() {
    return path;
  }

  /// The longest message that fits its lanes.
  public long maxMessageLength() {
    return maxMessageLength;
  }

  /// Takes a role, if nobody has it.
  public @Nullable FileLock tryAssume(Role role) throws IOException {
    return locks.tryLock(role.lockIndex);
  }

  /// Maps the lane, for one user.
  public Mapping mapLane() throws IOException {
    return SharedFile.map(path.resolve(LANE), LaneLayout.fileLength(maxMessageLength));
  }

  @Override
  public void close() throws IOException {
    locks.close();
  }

  private static void createLane(Path file, long maxMessageLength) throws IOException {
    long length = LaneLayout.fileLength(maxMessageLength);
    SharedFile.create(file, length);
    try (Mapping mapping = SharedFile.map(file, length)) {
      LaneLayout.initialize(mapping.segment(), maxMessageLength);
    }
  }

  private static void createControl(Path file, long maxMessageLength) throws IOException {
    SharedFile.create(file, ChannelLayout.FILE_LENGTH);
    ByteBuffer header = ChannelLayout.header(maxMessageLength);
    try (Mapping mapping = SharedFile.map(file, ChannelLayout.FILE_LENGTH)) {
      mapping.segment().asByteBuffer().put(header);
    }
  }

  private static long readControl(Path path) throws IOException {
    Path control = path.resolve(CONTROL);
    try {
      return ChannelLayout.maxMessageLength(
          control, SharedFile.readStart(control, ChannelLayout.HEADER_LENGTH));
    } catch (NoSuchFileException e) {
      throw new ForeignChannelException(path + " is not a channel: it has no control file");
    }
  }

  private static Path unfinished(Path path) {
    String name =
        ".%s.%d-%x%s"
            .formatted(
                path.getFileName(),
                ProcessHandle.current().pid(),
                ThreadLocalRandom.current().nextLong(),
                UNFINISHED_SUFFIX);
    return path.resolveSibling(name);
  }

  private static void rename(Path unfinished, Path path) throws IOException {
    try {
      Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        FileAlreadyExistsException raced = new FileAlreadyExistsException(path.toString());
        raced.addSuppressed(e);
        throw raced;
      }
      throw e;
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    // The control file first: without it nobody can open the rest any more.
    Files.deleteIfExists(directory.resolve(CONTROL));
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "{" + LANE + "," + LOCKS + "}")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(directory);
  }
}
