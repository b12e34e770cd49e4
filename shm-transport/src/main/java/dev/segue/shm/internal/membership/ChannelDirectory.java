// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.membership.MembershipException.Reason;
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

/// A channel's files: an owner-only directory with
///
/// ```text
///   channel   the control file, see ChannelLayout
///   locks     one byte for the registry and one per member, locked by who has them
///   lane-N-X  the lanes, see LaneLayout; X is the channel's nonce
/// ```
///
/// It is made under another name and renamed when it is complete, and renamed again before it is
/// deleted, so nobody ever sees half of it.
public final class ChannelDirectory implements AutoCloseable {

  static final String CONTROL = "channel";
  static final String LOCKS = "locks";
  private static final String ALL_FILES =
      "{" + CONTROL + "," + LOCKS + "," + LaneFiles.PATTERN + "}";
  private static final Duration UNFINISHED_AT_MOST = Duration.ofMinutes(5);
  private static final Pattern UNFINISHED = Pattern.compile("\\..+\\.\\d+-\\p{XDigit}+\\.new");
  private static final int MANY_FILES = 100;
  private static final long TIDY_INTERVAL_NANOS = 10_000_000_000L;

  /// Where leftovers were looked for last, and when.
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

  /// Makes a channel, with its first lane.
  ///
  /// @throws FileAlreadyExistsException when there is something at that path
  /// @throws dev.segue.shm.internal.os.NoSpaceException when there is no room for it
  public static ChannelDirectory create(Path path, ChannelSettings settings) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    deleteLeftovers(path);
    Path unfinished = unfinished(path);
    try {
      SharedFile.createDirectory(unfinished);
      SharedFile.create(unfinished.resolve(LOCKS), RegistryLocks.bytes(settings));
      createControl(unfinished, settings);
      rename(unfinished, path);
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, () -> delete(unfinished));
      throw e;
    }
    return open(path);
  }

  /// Opens a channel that exists.
  ///
  /// @throws NoSuchFileException when it does not
  /// @throws MembershipException when it is something else, or of another version
  /// @throws dev.segue.shm.internal.os.UntrustedFileException when it is not this user's alone
  public static ChannelDirectory open(Path path) throws IOException {
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new MembershipException(
          Reason.FOREIGN, path + " is a file, and a channel is a directory");
    }
    SharedFile.requireOwnDirectory(path);
    ByteBuffer header = readControl(path);
    ChannelSettings settings = ChannelLayout.settings(path.resolve(CONTROL), header);
    ChannelIdentity identity = new ChannelIdentity(path, ChannelLayout.nonce(header));
    try {
      return open(identity, settings);
    } catch (FileSizeException e) {
      identity.require(); // Else it was another channel's file.
      throw e;
    }
  }

  private static ChannelDirectory open(ChannelIdentity identity, ChannelSettings settings)
      throws IOException {
    Path path = identity.path();
    Mapping control = SharedFile.map(path.resolve(CONTROL), ChannelLayout.fileLength(settings));
    try {
      LockFile locks = LockFile.open(path.resolve(LOCKS));
      try {
        ChannelPlace place = ChannelPlace.of(identity);
        // It was there before, and does not come back once it was unlinked: so both files are its.
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

  /// Deletes this channel's files, as {@link #unlink(Path)} does.
  ///
  /// @throws NoSuchFileException when that was done already, even where another one is by now
  public void unlink() throws IOException {
    identity.require();
    unlink(path());
  }

  /// Deletes a channel's files. Those who have it open go on undisturbed.
  ///
  /// @throws NoSuchFileException when it does not exist
  /// @throws MembershipException when it is not a channel; nothing is deleted then
  public static void unlink(Path path) throws IOException {
    SharedFile.requireOwnDirectory(path);
    if (!hasControl(path)) {
      throw withoutControl(path);
    }
    Path unfinished = unfinished(path);
    mark(path, Table.UNLINKED); // First, so that no member misses its files and not the mark.
    try {
      Files.move(path, unfinished, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      mark(path, Table.IN_PLACE);
      throw e;
    }
    mark(unfinished, Table.UNLINKED); // Another one may have taken its place before it was moved.
    delete(unfinished);
  }

  /// Tells a channel's members what becomes of its files, as far as that can be told: what is
  /// damaged or of another version is left as it is.
  private static void mark(Path directory, long place) {
    Path control = directory.resolve(CONTROL);
    try {
      ByteBuffer header = SharedFile.readStart(control, ChannelLayout.HEADER_LENGTH);
      if (ChannelLayout.isCurrent(header) && Files.size(control) >= ChannelLayout.TABLES) {
        SharedFile.writeLong(control, ChannelLayout.PLACE, place);
      }
    } catch (IOException e) {
      // Then it cannot be told, or there is nobody to tell.
    }
  }

  /// Deletes a channel's files if no subscriber is there that lives. Waits for nobody: where
  /// somebody is joining or leaving, nothing is deleted.
  ///
  /// @throws IOException as {@link #open} and {@link #unlink}
  public static void unlinkIfUnread(Path path) throws IOException {
    try (ChannelDirectory directory = open(path)) {
      Table table = new Table(directory.control.segment(), directory.settings);
      directory.registry.sweep();
      Boolean unread = directory.registry.tryLocked(() -> isUnread(table));
      if (Boolean.TRUE.equals(unread)) {
        unlink(path);
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

  /// Where the channel is.
  public Path path() {
    return identity.path();
  }

  /// What was fixed when it was made.
  public ChannelSettings settings() {
    return settings;
  }

  /// Who takes part.
  public Registry registry() {
    return registry;
  }

  @Override
  public void close() throws IOException {
    try (locks) {
      control.close();
    }
  }

  private static void createControl(Path directory, ChannelSettings settings) throws IOException {
    Path file = directory.resolve(CONTROL);
    SharedFile.create(file, ChannelLayout.fileLength(settings));
    long nonce = ThreadLocalRandom.current().nextLong();
    ByteBuffer header = ChannelLayout.header(settings, nonce);
    try (Mapping mapping = SharedFile.map(file, ChannelLayout.fileLength(settings))) {
      mapping.segment().asSlice(0, ChannelLayout.HEADER_LENGTH).asByteBuffer().put(header);
      if (settings.delivery() != Delivery.BROADCAST) {
        // So that a lack of space is found now, and the first publisher has its lane.
        new Wiring(
                new Table(mapping.segment(), settings),
                new LaneFiles(new ChannelIdentity(directory, nonce), settings.maxMessageLength()),
                settings.delivery())
            .addFirstLane();
      }
      PageFaults.settle();
    }
  }

  private static ByteBuffer readControl(Path path) throws IOException {
    try {
      return SharedFile.readStart(path.resolve(CONTROL), ChannelLayout.HEADER_LENGTH);
    } catch (NoSuchFileException e) {
      MembershipException foreign = withoutControl(path);
      foreign.initCause(e);
      throw foreign;
    }
  }

  /// What to say of a directory that has no control file, unless it was unlinked just now.
  ///
  /// @throws NoSuchFileException when it was, whether another one is there by now or not
  private static MembershipException withoutControl(Path path) throws IOException {
    SharedFile.requireOwnDirectory(path);
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

  /// Deletes what somebody left beside a channel who died while creating or deleting one: nobody
  /// takes so long. What cannot be deleted is in nobody's way, and stays: it may be complete by
  /// now, and renamed, or another user's, or have files in it that are not ours.
  ///
  /// Where there are many files, they are listed now and then, not for each channel that is made.
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

  /// Deletes a channel under its other name, which somebody else may do as well.
  private static void delete(Path unfinished) throws IOException {
    if (!Files.isDirectory(unfinished, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(unfinished, ALL_FILES)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      return; // Deleted already.
    }
    Files.deleteIfExists(unfinished);
  }
}
