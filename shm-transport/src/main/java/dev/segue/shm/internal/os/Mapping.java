// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A mapped file, unmapped by {@link #close()}.
///
/// Any thread may use the segment. After `close()`, or in a race with it, an access throws
/// `IllegalStateException` and never faults: the shared arena does not unmap the pages while a
/// thread is accessing them.
public final class Mapping implements AutoCloseable {

  private static final long CLOSE_PATIENCE_NANOS = 5_000_000_000L;
  private static final long CLOSE_RETRY_NANOS = 1_000_000L;

  private static volatile long patienceNanos = CLOSE_PATIENCE_NANOS;

  private final Arena arena;
  private final MemorySegment segment;

  private Mapping(Arena arena, MemorySegment segment) {
    this.arena = arena;
    this.segment = segment;
  }

  static Mapping of(FileChannel channel, MapMode mode, long sizeBytes) throws IOException {
    Arena arena = Arena.ofShared();
    try {
      return new Mapping(arena, channel.map(mode, 0, sizeBytes, arena));
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, arena::close);
      throw e;
    }
  }

  /// Sets how long closing waits for native calls. For tests, which must neither wait in vain nor
  /// give up early on a busy machine.
  ///
  /// @param patience zero to give up at once; null for the default
  public static void waitForNativeCalls(@Nullable Duration patience) {
    patienceNanos = patience == null ? CLOSE_PATIENCE_NANOS : patience.toNanos();
  }

  /// The contents of the file.
  public MemorySegment segment() {
    return segment;
  }

  /// Unmaps the file. Waits up to 5 seconds for native calls that use the memory.
  ///
  /// @throws IllegalStateException when a native call keeps using the memory; it stays mapped
  @Override
  public void close() {
    closeUntil(System.nanoTime() + patienceNanos);
  }

  /// Unmaps several files, even if one of them stays in use.
  ///
  /// @throws IllegalStateException as {@link #close()}, after unmapping all others
  public static void closeAll(Collection<Mapping> mappings) {
    closeAll(mappings, patienceNanos);
  }

  /// Unmaps several files, except those that are to be kept.
  ///
  /// @throws IllegalStateException as {@link #closeAll}
  public static void closeAllBut(Collection<Mapping> kept, Collection<Mapping> mappings) {
    Set<Mapping> stay = new HashSet<>(kept);
    closeAll(mappings.stream().filter(mapping -> !stay.contains(mapping)).toList());
  }

  static void closeAll(Collection<Mapping> mappings, long patienceNanos) {
    long deadline = System.nanoTime() + patienceNanos;
    Cleanup.<Mapping, RuntimeException>each(mappings, mapping -> mapping.closeUntil(deadline));
  }

  private void closeUntil(long deadline) {
    while (arena.scope().isAlive()) {
      try {
        arena.close();
      } catch (IllegalStateException e) {
        if (arena.scope().isAlive() && System.nanoTime() - deadline > 0) {
          throw e;
        }
        LockSupport.parkNanos(CLOSE_RETRY_NANOS);
      }
    }
  }
}
