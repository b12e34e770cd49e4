// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// What is behind a view: where it points to. Generated views extend it.
public abstract class ViewBase {

  /// Where a view points to that was never told: memory that is closed, so that using it says so.
  private static final MemorySegment NOWHERE = closed();

  /// The memory that holds the object.
  protected MemorySegment segment = NOWHERE;

  /// Where the payload begins.
  protected long origin;

  /// Where the object begins.
  protected long start;

  /// Where it ends.
  protected long end = NOWHERE.byteSize();

  /// What the methods return that is pointed elsewhere by each call, made when first needed.
  private final @Nullable Object[] kept;

  /// @param methods how many methods the view has
  protected ViewBase(int methods) {
    this.kept = new Object[methods];
  }

  private static MemorySegment closed() {
    try (Arena arena = Arena.ofShared()) {
      return arena.allocate(1 << 16);
    }
  }

  /// Points at an object, whose fixed block is known to be there.
  public final void point(MemorySegment segment, long origin, long start, long end) {
    this.segment = segment;
    this.origin = origin;
    this.start = start;
    this.end = end;
  }

  public final MemorySegment segment() {
    return segment;
  }

  public final long origin() {
    return origin;
  }

  public final long start() {
    return start;
  }

  public final long end() {
    return end;
  }

  /// The object that implements the view's interface.
  public Object view() {
    return this;
  }

  /// What a method returned before, or null.
  public final @Nullable Object kept(int method) {
    return kept[method];
  }

  /// Remembers what a method returns, to point it elsewhere the next time.
  public final void keep(int method, Object part) {
    kept[method] = part;
  }
}
