// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.SegmentMedium;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.Leaf;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// What generated code asks around a [Leaf], which it calls itself: the JIT does not inline a
/// method again that it has compiled into much code by itself, and these are too small for that.
public final class Leaves {

  private Leaves() {}

  /// Whether a value is of the very class that its declaration tells.
  public static boolean is(@Nullable Object value, Class<?> type) {
    return value != null && value.getClass() == type;
  }

  /// Refuses an element of a container that holds what it was not declared to.
  public static void requireDeclared(@Nullable Object element, Class<?> declared) {
    if (element != null && !declared.isInstance(element)) {
      throw Failures.undeclared(element, declared);
    }
  }

  /// Whether a slot tells of a value with that type reference.
  public static boolean isAt(
      int slot, int reference, MemorySegment segment, long current, long end) {
    return Slots.tag(slot) == Slots.TYPED
        && end - current >= Integer.BYTES
        && Segments.getInt(segment, current) == reference;
  }

  public static Medium medium(MemorySegment segment, @Nullable Session session) {
    return new SegmentMedium(segment, session);
  }
}
