// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// What is behind a view: where it points to. Generated views extend it, and have methods of any
/// name that users like: so there is no method here that one of theirs could override.
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

  /// What implements the interface: this, or what calls it.
  protected Object surface;

  /// What payloads of other layouts are seen through; null as long as there were none.
  private @Nullable Siblings siblings;

  /// @param methods how many methods the view has
  protected ViewBase(int methods) {
    this.kept = new Object[methods];
    this.surface = this;
  }

  private static MemorySegment closed() {
    try (Arena arena = Arena.ofShared()) {
      return arena.allocate(1 << 16);
    }
  }

  /// Points a view at an object, whose fixed block is known to be there.
  public static void point(
      ViewBase view, MemorySegment segment, long origin, long start, long end) {
    view.segment = segment;
    view.origin = origin;
    view.start = start;
    view.end = end;
  }

  public static MemorySegment segment(ViewBase view) {
    return view.segment;
  }

  public static long origin(ViewBase view) {
    return view.origin;
  }

  public static long start(ViewBase view) {
    return view.start;
  }

  public static long end(ViewBase view) {
    return view.end;
  }

  /// The object that implements the view's interface.
  public static Object surface(ViewBase view) {
    return view.surface;
  }

  static @Nullable Siblings siblings(ViewBase view) {
    return view.siblings;
  }

  static void join(ViewBase view, Siblings siblings) {
    view.siblings = siblings;
  }

  /// What a method returned before, or null.
  public static @Nullable Object kept(ViewBase view, int method) {
    return view.kept[method];
  }

  /// Remembers what a method returns, to point it elsewhere the next time.
  public static void keep(ViewBase view, int method, Object part) {
    view.kept[method] = part;
  }
}
