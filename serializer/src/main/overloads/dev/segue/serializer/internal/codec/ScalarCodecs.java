// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Checks that generated code performs before and after calling a [ScalarCodec]. They are small
/// separate methods, which the JIT always inlines; it does not inline methods whose compiled code
/// is large.
public final class ScalarCodecs {

  private ScalarCodecs() {}

  /// Whether a value's class is exactly its declared class.
  public static boolean is(@Nullable Object value, Class<?> type) {
    return value != null && value.getClass() == type;
  }

  /// Rejects a container's element that is not of the declared class.
  public static void requireDeclared(@Nullable Object element, Class<?> declared) {
    if (element != null && !declared.isInstance(element)) {
      throw Failures.undeclared(element, declared);
    }
  }

  /// Whether a slot belongs to a value with this type reference.
  public static boolean isAt(
      int slot, int reference, MemorySegment segment, long current, long end) {
    return Slots.tag(slot) == Slots.TYPED
        && end - current >= Integer.BYTES
        && Segments.getInt(segment, current) == reference;
  }

  public static PayloadBuffer buffer(MemorySegment segment, @Nullable Session session) {
    return new SegmentBuffer(segment, session);
  }
}
