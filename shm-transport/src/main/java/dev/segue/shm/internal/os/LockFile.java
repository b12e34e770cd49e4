// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A file whose bytes are locks between processes, which the kernel releases when their holder
/// dies.
///
/// Each lock file is opened once in a JVM, and closed when its last user has closed it. The locks
/// exclude users in the same JVM as they exclude other processes. If they are {@linkplain
/// ProcessLocks locks of the process}, no other code in the process may open the file: closing it
/// would release all of them, except on Windows. On Windows, locked bytes cannot be read or
/// written, but nothing reads the file.
public final class LockFile implements AutoCloseable {

  private static final Map<Object, Shared> OPEN = new HashMap<>();

  private final Shared shared;
  private final Set<Held> held = ConcurrentHashMap.newKeySet();
  private boolean closed;

  private LockFile(Shared shared) {
    this.shared = shared;
  }

  /// The open file, shared by all its users. Its monitor guards the set of locked bytes, and keeps
  /// the file open while a user needs it.
  private static final class Shared {
    final Object key;
    final ByteLocks locks;
    final Set<Long> locked = new HashSet<>();
    final Set<Held> pinned = new HashSet<>();
    int users;

    Shared(Object key, ByteLocks locks) {
      this.key = key;
      this.locks = locks;
    }

    synchronized boolean tryLock(long index) throws IOException {
      return !locked.contains(index) && locks.tryLock(index) && locked.add(index);
    }

    synchronized void unlock(long index) throws IOException {
      if (locked.remove(index)) {
        locks.unlock(index);
      }
    }
  }

  /// A lock on one byte.
  public final class Held {
    private final long index;
    private boolean released;

    private Held(long index) {
      this.index = index;
      held.add(this);
    }

    /// Releases the lock. Further calls have no effect.
    public void release() throws IOException {
      synchronized (shared) {
        if (!released) {
          released = true;
          held.remove(this);
          shared.unlock(index);
        }
      }
    }

    /// Keeps the lock until the process ends, even after the lock file is closed.
    public void pin() {
      synchronized (OPEN) {
        held.remove(this);
        shared.pinned.add(this);
      }
    }
  }

  /// Opens a lock file that exists.
  ///
  /// @param identity distinguishes the file from earlier or later files at its path, on file
  ///   systems without keys
  /// @throws UntrustedFileException when users outside the `Access` can access it
  /// @throws NoSuchFileException when it does not exist, or is replaced meanwhile
  public static LockFile open(Path file, Object identity, Access access) throws IOException {
    try (FileHandle handle = FileHandle.of(file)) {
      BasicFileAttributes attributes = handle.attributes();
      access.requireFile(file, attributes);
      return open(handle, key(file, attributes, identity), identity);
    }
  }

  private static LockFile open(FileHandle file, Object key, Object identity) throws IOException {
    synchronized (OPEN) {
      Shared shared = OPEN.get(key);
      if (shared == null) {
        shared = new Shared(key, openAs(key, file, identity));
        OPEN.put(key, shared);
      }
      shared.users++;
      return new LockFile(shared);
    }
  }

  /// Opens a lock file whose path identifies it. For tests.
  public static LockFile open(Path file, Access access) throws IOException {
    return open(file, file, access);
  }

  /// Creates a lock file that uses the given locks. For tests.
  static LockFile of(ByteLocks locks) {
    synchronized (OPEN) {
      Shared shared = new Shared(locks, locks);
      OPEN.put(locks, shared);
      shared.users++;
      return new LockFile(shared);
    }
  }

  /// Opens the file, and checks that it has the key that was read before.
  private static ByteLocks openAs(Object key, FileHandle file, Object identity) throws IOException {
    ByteLocks locks = ByteLocks.open(file);
    try {
      if (!key.equals(key(file.path(), file.attributes(), identity))) {
        throw new NoSuchFileException(
            file.path().toString(), null, "it was replaced by another file");
      }
      return locks;
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, locks);
      throw e;
    }
  }

  private static Object key(Path file, BasicFileAttributes attributes, Object identity)
      throws IOException {
    Object key = attributes.fileKey();
    return key != null ? key : List.of(file.toRealPath(), identity);
  }

  /// Locks one byte, if it is not locked.
  ///
  /// @return the lock, or null when another process or another holder in this process has it
  public @Nullable Held tryLock(long index) throws IOException {
    synchronized (shared) {
      if (closed) {
        throw new ClosedChannelException();
      }
      return shared.tryLock(index) ? new Held(index) : null;
    }
  }

  /// Releases the locks of this holder that are not pinned, and closes the file if no other holder
  /// uses it. If a lock cannot be released, the others are, and the file is closed nevertheless.
  @Override
  public void close() throws IOException {
    synchronized (OPEN) {
      synchronized (shared) {
        if (closed) {
          return;
        }
        closed = true;
        List<Closeable> closing = new ArrayList<>();
        held.forEach(lock -> closing.add(lock::release));
        if (--shared.users == 0 && shared.pinned.isEmpty()) {
          OPEN.remove(shared.key);
          closing.add(shared.locks);
        }
        Cleanup.each(closing, Closeable::close);
      }
    }
  }
}
