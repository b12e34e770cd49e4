// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Memory of the caller that holds one context.
///
/// ```text
/// positions of a step (16) | header of a frame (24) | the context of libzstd
/// ```
public final class Workspace {

  /// The number of bytes needed in addition to libzstd's estimate.
  static final long OVERHEAD = ZstdContext.CONTROL_LENGTH;

  private static final int ALIGNMENT = 8;

  /// The workspaces in use, by the address of their memory.
  private static final TreeMap<Long, Workspace> IN_USE = new TreeMap<>();

  private final MemorySegment memory;

  private Workspace(MemorySegment memory) {
    this.memory = memory;
  }

  /// Reserves memory until [#release].
  ///
  /// @param needed the number of bytes that the context needs
  /// @throws IllegalArgumentException if the memory is on the heap, read-only, misaligned or too
  ///   short
  /// @throws IllegalStateException if another context is in the memory, or the memory was freed
  public static Workspace claim(MemorySegment memory, long needed) {
    if (!memory.isNative() || memory.isReadOnly() || memory.address() % ALIGNMENT != 0) {
      throw new IllegalArgumentException(
          "a workspace must be writable native memory at a multiple of %d: workspace=%s"
              .formatted(ALIGNMENT, memory));
    }
    if (memory.byteSize() < needed) {
      throw new IllegalArgumentException(
          "workspace.byteSize=%d is too small: these options need %d bytes (workspaceLength)"
              .formatted(memory.byteSize(), needed));
    }
    long end = end(memory);
    synchronized (IN_USE) {
      Map.Entry<Long, Workspace> before = IN_USE.lowerEntry(end);
      while (before != null && end(before.getValue().memory) > memory.address()) {
        if (before.getValue().memory.scope().isAlive()) {
          throw new IllegalStateException("the workspace is in use: workspace=" + memory);
        }
        IN_USE.remove(
            before.getKey()); // its memory was freed, but the context in it was not closed
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

  /// Creates an object in a workspace, and releases the workspace if that fails.
  public static <T> T orRelease(Workspace workspace, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (RuntimeException | Error e) {
      workspace.release();
      throw e;
    }
  }

  /// Ends the use of the memory.
  public void release() {
    synchronized (IN_USE) {
      IN_USE.remove(memory.address(), this);
    }
  }

  /// Returns the part for the context of libzstd.
  MemorySegment context() {
    return memory.asSlice(OVERHEAD);
  }

  /// Returns the part for the positions of a step and the header of a frame.
  MemorySegment control() {
    return memory.asSlice(0, OVERHEAD);
  }

  /// Checks that a segment does not overlap the workspace.
  void requireApart(MemorySegment segment) {
    if (segment.byteSize() > 0 && memory.asOverlappingSlice(segment).isPresent()) {
      throw new IllegalArgumentException(
          "the source or destination overlaps the workspace: segment=%s workspace=%s"
              .formatted(segment, memory));
    }
  }
}
