// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The state of a view: where it points to. No user sees a view before it is pointed somewhere.
/// Generated views extend this class, and have methods of any name that users like: so there is no
/// method here that one of theirs could override.
public abstract class ViewBase {

  /// The memory that holds the object.
  protected MemorySegment segment = MemorySegment.NULL;

  /// Where the payload begins.
  protected long origin;

  /// Where the object begins.
  protected long start;

  /// Where it ends.
  protected long end;

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
