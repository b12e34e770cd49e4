// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.os;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A file whose bytes are locks between processes, which the kernel releases when their holder
/// dies.
///
/// POSIX drops all of a process's locks on a file as soon as the process closes *any* descriptor of
/// it. So each lock file is opened once per JVM, here, and closed when the last user has closed it;
/// nothing else may open it. Between users within one JVM the locks exclude as between processes.
public final class LockFile implements AutoCloseable {

  private static final Map<Object, Shared> OPEN = new HashMap<>();

  private final Shared shared;
  private final Set<Held> held = ConcurrentHashMap.newKeySet();
  private boolean closed;

  private LockFile(Shared shared) {
    this.shared = shared;
  }

  private static final class Shared {
    final Object key;
    final FileChannel channel;
    final Set<Held> pinned = new HashSet<>();
    int users;

    Shared(Object key, FileChannel channel) {
      this.key = key;
      this.channel = channel;
    }
  }

  /// A lock on one byte.
  public final class Held {
    private final FileLock lock;

    private Held(FileLock lock) {
      this.lock = lock;
      held.add(this);
    }

    /// Lets go of it. Doing it again does nothing.
    public void release() throws IOException {
      held.remove(this);
      lock.release();
    }

    /// Keeps it until the process ends, whoever closes the file.
    public void pin() {
      synchronized (OPEN) {
        held.remove(this);
        shared.pinned.add(this);
      }
    }
  }

  /// Opens a lock file that exists.
  ///
  /// @throws UntrustedFileException when it is not this user's alone
  /// @throws NoSuchFileException when there is none, or another one takes its place meanwhile
  public static LockFile open(Path file) throws IOException {
    SharedFile.requireOwn(file, false);
    synchronized (OPEN) {
      Object key = key(file);
      Shared shared = OPEN.get(key);
      if (shared == null) {
        shared = new Shared(key, openAs(key, file));
        OPEN.put(key, shared);
      }
      shared.users++;
      return new LockFile(shared);
    }
  }

  /// Opens the file whose key was read before, and no other one.
  private static FileChannel openAs(Object key, Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    try {
      if (!key.equals(key(file))) {
        throw new NoSuchFileException(file.toString(), null, "another file takes its place");
      }
      return channel;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private static Object key(Path file) throws IOException {
    Object key =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    return key != null ? key : file.toRealPath();
  }

  /// Takes the lock of one byte, if nobody has it.
  ///
  /// @return the lock, or null when another process or another user in this one holds it
  public @Nullable Held tryLock(long index) throws IOException {
    try {
      FileLock lock = shared.channel.tryLock(index, 1, false);
      return lock == null ? null : new Held(lock);
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /// Releases the locks that this user has, but for those that are pinned, and gives up its hold of
  /// the file.
  @Override
  public void close() throws IOException {
    synchronized (OPEN) {
      if (closed) {
        return;
      }
      closed = true;
      for (Held lock : held) {
        lock.release();
      }
      if (--shared.users == 0 && shared.pinned.isEmpty()) {
        OPEN.remove(shared.key);
        shared.channel.close();
      }
    }
  }
}
