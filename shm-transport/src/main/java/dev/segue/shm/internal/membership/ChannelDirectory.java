// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.FileSizeException;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.OpenFiles;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.os.SharedFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
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
/// again before it is deleted, so no process ever sees an incomplete channel. On Windows it is
/// emptied instead, see {@link StepwiseUnlinking}. After unlinking, the files stay for a while in a
/// directory with another name, see {@link RetiredFiles}.
public final class ChannelDirectory implements AutoCloseable {

  private static final int RENAME_ATTEMPTS = 10;

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
  /// @throws dev.segue.shm.internal.os.UntrustedFileException when other users could replace it in
  ///   its parent directory
  public static ChannelDirectory create(Path path, ChannelSettings settings, Access access)
      throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Unlinking.complete(path, access)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    access.requirePlace(path);
    UnfinishedDirectories.deleteLeftovers(path, access);
    Path unfinished = DirectoryNames.temporary(path);
    try {
      SharedFile.createDirectory(unfinished, access);
      SharedFile.create(
          unfinished.resolve(ChannelFiles.LOCKS), RegistryLocks.bytes(settings), access);
      createControl(unfinished, settings, access);
      rename(unfinished, path);
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, () -> ChannelDeletion.delete(unfinished, access));
      throw e;
    }
    return open(path, access);
  }

  /// Opens an existing channel.
  ///
  /// @throws NoSuchFileException when it does not exist
  /// @throws MembershipException when it is not a channel, or of another version
  /// @throws dev.segue.shm.internal.os.UntrustedFileException when users outside the `Access` can
  ///   access it
  public static ChannelDirectory open(Path path, Access access) throws IOException {
    return OpenFiles.retry(path, () -> openNow(path, access));
  }

  private static ChannelDirectory openNow(Path path, Access access) throws IOException {
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new MembershipException(
          Reason.FOREIGN, path + " is not a channel: it is a file, and a channel is a directory");
    }
    access.requirePlace(path);
    access.requireDirectory(path);
    if (StepwiseUnlinking.isBegun(path, access)) {
      throw new NoSuchFileException(path.toString(), null, "it was unlinked");
    }
    ByteBuffer header = readControl(path, access);
    ChannelSettings settings = ChannelLayout.settings(path.resolve(ChannelFiles.CONTROL), header);
    if (ChannelLayout.isUnlinked(header)) {
      throw new NoSuchFileException(path.toString(), null, "it is being unlinked");
    }
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
        SharedFile.map(
            path.resolve(ChannelFiles.CONTROL), ChannelLayout.fileLength(settings), access);
    try {
      LockFile locks = LockFile.open(path.resolve(ChannelFiles.LOCKS), identity.nonce(), access);
      try {
        ChannelPlace place = ChannelPlace.of(identity);
        // The channel existed before the files were opened, and a channel that was unlinked does
        // not come back. So if it still exists, both files are its own.
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

  /// Opens the channel whose files are in a directory, even if it was unlinked.
  static ChannelDirectory openAt(ChannelIdentity identity) throws IOException {
    Path path = identity.path();
    ByteBuffer header = readControl(path, identity.access());
    return open(identity, ChannelLayout.settings(path.resolve(ChannelFiles.CONTROL), header));
  }

  /// Deletes this channel's files, as {@link #unlink(Path, Access)} does.
  ///
  /// @throws NoSuchFileException when it was already unlinked, even if another channel has its path
  public void unlink() throws IOException {
    requireDeletable();
    Unlinking.unlink(identity);
  }

  private void requireDeletable() throws IOException {
    identity.require();
    access().requireDirectory(path());
    access().requireDeletable(path());
  }

  /// Deletes this channel's files if the channel has no live member of any of the given roles. No
  /// member joins meanwhile.
  ///
  /// @return whether they were deleted
  /// @throws NoSuchFileException as {@link #unlink()}
  public boolean unlinkIfNone(Role... roles) throws IOException {
    requireDeletable();
    LockFile.Held lock = registry.locks().unlinking();
    try (Closeable _ = lock::release) {
      identity.require();
      if (!registry.locked(() -> moveAwayIfNone(roles))) {
        return false;
      }
    }
    RetiredFiles.deleteOrAnnounce(identity);
    return true;
  }

  private boolean moveAwayIfNone(Role... roles) throws IOException {
    registry.removeDead();
    if (registry.hasAny(roles)) {
      return false;
    }
    Unlinking.moveAway(identity);
    return true;
  }

  /// Deletes a channel's files. Members that have it open continue undisturbed.
  ///
  /// @throws NoSuchFileException when it does not exist
  /// @throws MembershipException when it is not a channel; nothing is deleted then
  public static void unlink(Path path, Access access) throws IOException {
    access.requireDirectory(path);
    if (!StepwiseUnlinking.hasControl(path)) {
      throw withoutControl(path, access);
    }
    access.requireDeletable(path);
    Unlinking.unlink(path, access);
  }

  /// Deletes a channel's files if it has no live subscriber. Does not wait: if a member is joining
  /// or leaving, or another process is unlinking the channel, nothing is deleted.
  ///
  /// @throws IOException as {@link #open} and {@link #unlink}
  public static void unlinkIfUnread(Path path, Access access) throws IOException {
    try (ChannelDirectory directory = open(path, access)) {
      directory.requireDeletable();
      LockFile.@Nullable Held lock = directory.registry.locks().tryUnlinking();
      if (lock == null) {
        return;
      }
      @Nullable Boolean moved;
      try (Closeable _ = lock::release) {
        directory.identity.require();
        moved = directory.registry.tryLocked(() -> directory.moveAwayIfNone(Role.SUBSCRIBER));
      }
      if (Boolean.TRUE.equals(moved)) {
        RetiredFiles.deleteOrAnnounce(directory.identity);
      }
    }
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
    boolean unneeded = registry.isUnneededNow();
    try (locks) {
      control.close();
    }
    if (unneeded) {
      // Last, because Windows does not delete mapped files.
      registry.deleteRetired();
    }
  }

  private static void createControl(Path directory, ChannelSettings settings, Access access)
      throws IOException {
    Path file = directory.resolve(ChannelFiles.CONTROL);
    SharedFile.create(file, ChannelLayout.fileLength(settings), access);
    long nonce = ThreadLocalRandom.current().nextLong();
    ByteBuffer header = ChannelLayout.header(settings, nonce);
    try (Mapping mapping = SharedFile.map(file, ChannelLayout.fileLength(settings), access)) {
      mapping.segment().asSlice(0, ChannelLayout.HEADER_LENGTH).asByteBuffer().put(header);
      if (settings.delivery() != Delivery.BROADCAST) {
        // Detects a lack of space now, and gives the first publisher its lane.
        new LaneAssignment(
                new Table(mapping.segment(), settings),
                new LaneFiles(
                    new ChannelIdentity(directory, nonce, access), settings.maxMessageLength()),
                settings.delivery())
            .addFirstLane();
      }
      PageFaults.settle();
    }
  }

  /// Reads what precedes the tables in the control file.
  private static ByteBuffer readControl(Path path, Access access) throws IOException {
    try {
      return SharedFile.readStart(
          path.resolve(ChannelFiles.CONTROL), (int) ChannelLayout.TABLES, access);
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
    if (StepwiseUnlinking.isBegun(path, access)
        || StepwiseUnlinking.hasControl(path)
        || !Objects.equals(directory, key(path))) {
      throw new NoSuchFileException(path.toString(), null, "it was unlinked just now");
    }
    return new MembershipException(
        Reason.FOREIGN, path + " is not a channel: it has no control file");
  }

  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  private static void rename(Path unfinished, Path path) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        HaltPoints.before("creation move");
        OpenFiles.move(unfinished, path);
        return;
      } catch (IOException e) {
        HaltPoints.before("creation failure");
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
          FileAlreadyExistsException raced = new FileAlreadyExistsException(path.toString());
          raced.addSuppressed(e);
          throw raced;
        }
        // Another channel may have had the path for a moment.
        if (e instanceof NoSuchFileException || attempt == RENAME_ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
