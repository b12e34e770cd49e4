// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Memory of a caller's that a context lives in, and nothing else while it does.
///
/// ```text
/// positions of a step (16) | header of a frame (24) | what libzstd makes of the rest
/// ```
public final class Workspace {

  /// What has to be added to libzstd's estimate of a context.
  static final long OVERHEAD = ZstdContext.CONTROL_LENGTH;

  private static final int ALIGNMENT = 8;

  /// Those not released yet, by the address of their memory.
  private static final TreeMap<Long, Workspace> IN_USE = new TreeMap<>();

  private final MemorySegment memory;

  private Workspace(MemorySegment memory) {
    this.memory = memory;
  }

  /// Takes memory over until [#release].
  ///
  /// @param needed bytes that the context will need
  /// @throws IllegalArgumentException for memory that is heap, read-only, misaligned or too short
  /// @throws IllegalStateException for memory that another context is in, or that was freed
  public static Workspace claim(MemorySegment memory, long needed) {
    if (!memory.isNative() || memory.isReadOnly() || memory.address() % ALIGNMENT != 0) {
      throw new IllegalArgumentException(
          "a workspace has to be native memory, writable, at a multiple of %d: workspace=%s"
              .formatted(ALIGNMENT, memory));
    }
    if (memory.byteSize() < needed) {
      throw new IllegalArgumentException(
          "workspace.byteSize=%d is less than the %d bytes that these options need"
              .formatted(memory.byteSize(), needed));
    }
    long end = end(memory);
    synchronized (IN_USE) {
      Map.Entry<Long, Workspace> before = IN_USE.lowerEntry(end);
      while (before != null && end(before.getValue().memory) > memory.address()) {
        if (before.getValue().memory.scope().isAlive()) {
          throw new IllegalStateException("the workspace is in use: workspace=" + memory);
        }
        IN_USE.remove(before.getKey()); // freed without the context in it being closed
        before = IN_USE.lowerEntry(end);
      }
      Workspace claimed = new Workspace(memory);
      IN_USE.put(memory.address(), claimed);
      return claimed;
    }
  }

  private static long end(MemorySegment memory) {
    return memory.address() + memory.byteSize();
  }

  /// What is made in a workspace, which is released when that fails.
  public static <T> T orRelease(Workspace workspace, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (RuntimeException | Error e) {
      workspace.release();
      throw e;
    }
  }

  /// Gives the memory back to its owner.
  public void release() {
    synchronized (IN_USE) {
      IN_USE.remove(memory.address(), this);
    }
  }

  /// What libzstd may use.
  MemorySegment context() {
    return memory.asSlice(OVERHEAD);
  }

  /// Where a step writes its positions, and where the header of a frame is held.
  MemorySegment control() {
    return memory.asSlice(0, OVERHEAD);
  }

  /// Refuses a segment that native code would read or write over the context.
  void requireApart(MemorySegment segment) {
    if (segment.byteSize() > 0 && memory.asOverlappingSlice(segment).isPresent()) {
      throw new IllegalArgumentException(
          "source or destination lies in the workspace: segment=%s workspace=%s"
              .formatted(segment, memory));
    }
  }
}
