// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The superclass of all views: holds the position of the viewed object. Users never see a view
/// before it has a position. Generated views extend this class, and users choose the names of their
/// methods, so this class has only static methods, which cannot be overridden by accident.
public abstract class ViewBase {

  /// The memory that holds the object.
  protected MemorySegment segment = MemorySegment.NULL;

  /// The position of the payload.
  protected long origin;

  /// The position of the object.
  protected long start;

  /// The position after the object.
  protected long end;

  /// The flyweights that methods return, by method number; created on first use, then reused.
  private final @Nullable Object[] kept;

  /// The object that implements the user's interface: this view, or a proxy for it.
  protected Object surface;

  /// The views on payloads with other layouts; null until there is such a payload.
  private @Nullable Siblings siblings;

  /// @param methods the number of methods of the interface
  protected ViewBase(int methods) {
    this.kept = new Object[methods];
    this.surface = this;
  }

  /// Moves a view to an object, whose fixed block has been checked to be in bounds.
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

  public static Object surface(ViewBase view) {
    return view.surface;
  }

  static Siblings siblings(ViewBase view) {
    Siblings siblings = view.siblings;
    if (siblings == null) {
      siblings = new Siblings();
      view.siblings = siblings;
    }
    return siblings;
  }

  /// The flyweight that a method has returned before, or null.
  public static @Nullable Object kept(ViewBase view, int method) {
    return view.kept[method];
  }

  /// Keeps the flyweight that a method returns, for its next call.
  public static void keep(ViewBase view, int method, Object flyweight) {
    view.kept[method] = flyweight;
  }
}
