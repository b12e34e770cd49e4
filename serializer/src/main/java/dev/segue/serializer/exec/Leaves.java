// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.memory.Segments;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// [TypedValues] whose declaration tells the class, one whose values are a [Leaf]: generated code
/// calls these methods with constants for all that depends on the type.
public final class Leaves {

  private Leaves() {}

  /// Writes a value, null or of any class, with its class before it, and its slot.
  ///
  /// @param type what it is as a rule: that of the leaf
  /// @param reference to that type
  public static int write(
      Leaf leaf,
      Class<?> type,
      int reference,
      TypeRegistry registry,
      @Nullable Object value,
      byte[] array,
      int current,
      int limit,
      int depth,
      int base,
      int slot,
      @Nullable Session session) {
    if (value == null || value.getClass() != type) {
      return TypedValues.write(registry, value, array, current, limit, depth, base, slot, session);
    }
    int body = Slots.reserve(current, Integer.BYTES, limit);
    ByteArrays.putInt(array, current, reference);
    int end = (int) leaf.write(value, new BytesMedium(array, session), body, limit);
    Slots.put(array, slot, base, end, Slots.TYPED);
    return end;
  }

  /// Writes a value, null or of any class, with its class before it, and its slot.
  ///
  /// @param type what it is as a rule: that of the leaf
  /// @param reference to that type
  public static long write(
      Leaf leaf,
      Class<?> type,
      int reference,
      TypeRegistry registry,
      @Nullable Object value,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      long base,
      long slot,
      @Nullable Session session) {
    if (value == null || value.getClass() != type) {
      return TypedValues.write(
          registry, value, segment, current, limit, depth, base, slot, session);
    }
    long body = Slots.reserve(current, Integer.BYTES, limit);
    Segments.putInt(segment, current, reference);
    long end = leaf.write(value, new SegmentMedium(segment, session), body, limit);
    Slots.put(segment, slot, base, end, Slots.TYPED);
    return end;
  }

  /// Reads what [#write] wrote.
  ///
  /// @param reference to the leaf's type, which is the one expected
  public static @Nullable Object read(
      Leaf leaf,
      int reference,
      TypeRegistry registry,
      byte[] array,
      int current,
      int end,
      int depth,
      int slot,
      Class<?> expected,
      @Nullable Session session) {
    if (Slots.tag(slot) == Slots.TYPED
        && end - current >= Integer.BYTES
        && ByteArrays.getInt(array, current) == reference) {
      return leaf.read(new BytesMedium(array, session), current + Integer.BYTES, end);
    }
    return TypedValues.read(registry, array, current, end, depth, slot, expected, session);
  }

  /// Reads what [#write] wrote.
  ///
  /// @param reference to the leaf's type, which is the one expected
  public static @Nullable Object read(
      Leaf leaf,
      int reference,
      TypeRegistry registry,
      MemorySegment segment,
      long current,
      long end,
      int depth,
      int slot,
      Class<?> expected,
      @Nullable Session session) {
    if (Slots.tag(slot) == Slots.TYPED
        && end - current >= Integer.BYTES
        && Segments.getInt(segment, current) == reference) {
      return leaf.read(new SegmentMedium(segment, session), current + Integer.BYTES, end);
    }
    return TypedValues.read(registry, segment, current, end, depth, slot, expected, session);
  }
}
