// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.FileSizeException;
import dev.segue.shm.internal.os.Leftovers;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A channel's files, in a directory that only its owner, or only the members of a group, can
/// access:
///
/// ```text
///   channel   the control file, see ChannelLayout
///   locks     one byte for the registry and one for each member, locked by its holder
///   lane-N-X  the lanes, see LaneLayout; X is the channel's nonce
/// ```
///
/// The directory is created under a temporary name and renamed when it is complete, and renamed
/// again before it is deleted, so no process ever sees an incomplete channel.
public final class ChannelDirectory implements AutoCloseable {

  static final String CONTROL = "channel";
  static final String LOCKS = "locks";
  private static final String ALL_FILES =
      "{" + CONTROL + "," + LOCKS + "," + LaneFiles.PATTERN + "}";
  private static final Duration UNFINISHED_AT_MOST = Duration.ofMinutes(5);
  private static final Pattern UNFINISHED = Pattern.compile("\\..+\\.\\d+-\\p{XDigit}+\\.new");
  private static final int MANY_FILES = 100;
  private static final long TIDY_INTERVAL_NANOS = 10_000_000_000L;

  /// Where and when leftovers were last deleted.
  private record Tidied(Path place, long nanos) {}

  private static volatile @Nullable Tidied lastTidied;

  private final ChannelIdentity identity;
  private final ChannelSettings settings;
  private final Mapping control;
  private final LockFile locks;
  private final Registry registry;

  private ChannelDirectory(
      ChannelIdentity identity,
      ChannelPlace place,
      ChannelSettings settings,
      Mapping control,
      LockFile locks) {
    this.identity = identity;
    this.settings = settings;
    this.control = control;
    this.locks = locks;
    this.registry =
        new Registry(identity, place, settings, new Table(control.segment(), settings), locks);
  }

  /// Creates a channel with its first lane, and opens it.
  ///
  /// @throws FileAlreadyExistsException when the path exists
  /// @throws dev.segue.shm.internal.os.NoSpaceException when the file system has no space for it
  /// @throws dev.segue.shm.internal.os.UntrustedFileException when its place does not allow the
  ///   access
  public static ChannelDirectory create(Path path, ChannelSettings settings, Access access)
      throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    access.requirePlace(path);
    deleteLeftovers(path);
    Path unfinished = unfinished(path);
    try {
      SharedFile.createDirectory(unfinished, access);
      SharedFile.create(unfinished.resolve(LOCKS), RegistryLocks.bytes(settings), access);
      createControl(unfinished, settings, access);
      rename(unfinished, path);
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, () -> delete(unfinished));
      throw e;
    }
    return open(path, access);
  }

  /// Opens an existing channel.
  ///
  /// @throws NoSuchFileException when it does not exist
  /// @throws MembershipException when it is not a channel, or of another version
  /// @throws dev.segue.shm.internal.os.UntrustedFileException when others than those with access
  ///   can access it
  public static ChannelDirectory open(Path path, Access access) throws IOException {
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new MembershipException(
          Reason.FOREIGN, path + " is not a channel: it is a file, and a channel is a directory");
    }
    access.requirePlace(path);
    access.requireDirectory(path);
    ByteBuffer header = readControl(path, access);
    ChannelSettings settings = ChannelLayout.settings(path.resolve(CONTROL), header);
    ChannelIdentity identity = new ChannelIdentity(path, ChannelLayout.nonce(header), access);
    try {
      return open(identity, settings);
    } catch (FileSizeException e) {
      identity.require(); // Otherwise the file may be another channel's.
      throw e;
    }
  }

  private static ChannelDirectory open(ChannelIdentity identity, ChannelSettings settings)
      throws IOException {
    Path path = identity.path();
    Access access = identity.access();
    Mapping control =
        SharedFile.map(path.resolve(CONTROL), ChannelLayout.fileLength(settings), access);
    try {
      LockFile locks = LockFile.open(path.resolve(LOCKS), access);
      try {
        ChannelPlace place = ChannelPlace.of(identity);
        // The channel existed before the files were opened, and a channel that was unlinked does
        // not
        // come back. So if it still exists, both files are its own.
        identity.require();
        return new ChannelDirectory(identity, place, settings, control, locks);
      } catch (IOException | RuntimeException | Error e) {
        Cleanup.after(e, locks::close);
        throw e;
      }
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, control::close);
      throw e;
    }
  }

  /// Deletes this channel's files, as {@link #unlink(Path, Access)} does.
  ///
  /// @throws NoSuchFileException when it was already unlinked, even if another channel has its path
  public void unlink() throws IOException {
    identity.require();
    unlink(path(), access());
  }

  /// Deletes a channel's files. Members that have it open continue undisturbed.
  ///
  /// @throws NoSuchFileException when it does not exist
  /// @throws MembershipException when it is not a channel; nothing is deleted then
  public static void unlink(Path path, Access access) throws IOException {
    access.requireDirectory(path);
    if (!hasControl(path)) {
      throw withoutControl(path, access);
    }
    access.requireDeletable(path);
    Path unfinished = unfinished(path);
    mark(
        path,
        Table.UNLINKED,
        access); // First, so that a member that misses the files finds the mark.
    try {
      Files.move(path, unfinished, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      mark(path, Table.IN_PLACE, access);
      throw e;
    }
    mark(unfinished, Table.UNLINKED, access); // The channel that was moved may be a newer one.
    delete(unfinished);
  }

  /// Stores the state of a channel's files in its control file, unless that is damaged or of
  /// another version.
  private static void mark(Path directory, long place, Access access) {
    Path control = directory.resolve(CONTROL);
    try {
      ByteBuffer header = SharedFile.readStart(control, ChannelLayout.HEADER_LENGTH, access);
      if (ChannelLayout.isCurrent(header) && Files.size(control) >= ChannelLayout.TABLES) {
        SharedFile.writeLong(control, ChannelLayout.PLACE, place, access);
      }
    } catch (IOException e) {
      // The control file cannot be changed, or is already deleted with its channel.
    }
  }

  /// Deletes a channel's files if it has no live subscriber. Does not wait: if a member is joining
  /// or leaving, nothing is deleted.
  ///
  /// @throws IOException as {@link #open} and {@link #unlink}
  public static void unlinkIfUnread(Path path, Access access) throws IOException {
    try (ChannelDirectory directory = open(path, access)) {
      Table table = new Table(directory.control.segment(), directory.settings);
      directory.registry.sweep();
      Boolean unread = directory.registry.tryLocked(() -> isUnread(table));
      if (Boolean.TRUE.equals(unread)) {
        unlink(path, access);
      }
    }
  }

  private static boolean isUnread(Table table) {
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.isMember(slot, Role.SUBSCRIBER)) {
        return false;
      }
    }
    return true;
  }

  /// The path of the channel.
  public Path path() {
    return identity.path();
  }

  /// The settings of the channel.
  public ChannelSettings settings() {
    return settings;
  }

  /// Who may use the channel.
  public Access access() {
    return identity.access();
  }

  /// The members and lanes of the channel.
  public Registry registry() {
    return registry;
  }

  @Override
  public void close() throws IOException {
    try (locks) {
      control.close();
    }
  }

  private static void createControl(Path directory, ChannelSettings settings, Access access)
      throws IOException {
    Path file = directory.resolve(CONTROL);
    SharedFile.create(file, ChannelLayout.fileLength(settings), access);
    long nonce = ThreadLocalRandom.current().nextLong();
    ByteBuffer header = ChannelLayout.header(settings, nonce);
    try (Mapping mapping = SharedFile.map(file, ChannelLayout.fileLength(settings), access)) {
      mapping.segment().asSlice(0, ChannelLayout.HEADER_LENGTH).asByteBuffer().put(header);
      if (settings.delivery() != Delivery.BROADCAST) {
        // Detects a lack of space now, and gives the first publisher its lane.
        new Wiring(
                new Table(mapping.segment(), settings),
                new LaneFiles(
                    new ChannelIdentity(directory, nonce, access), settings.maxMessageLength()),
                settings.delivery())
            .addFirstLane();
      }
      PageFaults.settle();
    }
  }

  private static ByteBuffer readControl(Path path, Access access) throws IOException {
    try {
      return SharedFile.readStart(path.resolve(CONTROL), ChannelLayout.HEADER_LENGTH, access);
    } catch (NoSuchFileException e) {
      MembershipException foreign = withoutControl(path, access);
      foreign.initCause(e);
      throw foreign;
    }
  }

  /// Returns the exception for a directory without a control file.
  ///
  /// @throws NoSuchFileException when the channel was unlinked just now, even if another channel
  ///   has its path
  private static MembershipException withoutControl(Path path, Access access) throws IOException {
    access.requireDirectory(path);
    Object directory = key(path);
    if (hasControl(path) || !Objects.equals(directory, key(path))) {
      throw new NoSuchFileException(path.toString(), null, "it was unlinked just now");
    }
    return new MembershipException(
        Reason.FOREIGN, path + " is not a channel: it has no control file");
  }

  private static boolean hasControl(Path path) {
    return Files.isRegularFile(path.resolve(CONTROL), LinkOption.NOFOLLOW_LINKS);
  }

  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  private static Path unfinished(Path path) {
    return path.resolveSibling(
        ".%s.%d-%x.new"
            .formatted(
                path.getFileName(),
                ProcessHandle.current().pid(),
                ThreadLocalRandom.current().nextLong()));
  }

  /// Deletes directories that processes left when they died while creating or deleting a channel:
  /// neither takes as long as their age. A directory that cannot be deleted does no harm and stays:
  /// it may have been completed and renamed, be another user's, or contain other files.
  ///
  /// If there are many files, they are listed from time to time, not for each new channel.
  private static void deleteLeftovers(Path path) {
    @Nullable Path parent = path.toAbsolutePath().getParent();
    long now = System.nanoTime();
    @Nullable Tidied last = lastTidied;
    if (last != null && last.place.equals(parent) && now - last.nanos < TIDY_INTERVAL_NANOS) {
      return;
    }
    int[] listed = {0};
    Leftovers.delete(
        path,
        name -> {
          listed[0]++;
          return UNFINISHED.matcher(name).matches();
        },
        UNFINISHED_AT_MOST,
        ChannelDirectory::delete);
    lastTidied = parent == null || listed[0] < MANY_FILES ? null : new Tidied(parent, now);
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

  /// Deletes a channel under its temporary name. Another process may do the same concurrently.
  private static void delete(Path unfinished) throws IOException {
    if (!Files.isDirectory(unfinished, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(unfinished, ALL_FILES)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      return; // Already deleted.
    }
    Files.deleteIfExists(unfinished);
  }
}
