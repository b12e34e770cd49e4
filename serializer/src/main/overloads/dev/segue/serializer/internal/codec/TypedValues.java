// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Writes and reads values that are preceded by a type reference. Generated code calls these
/// methods if its declaration does not determine the class of a value or container.
public final class TypedValues {

  private TypedValues() {}

  /// Writes a value of any class, or null, preceded by its class, and its slot.
  @SuppressWarnings("LongSignature") // generated code cannot bundle these in objects
  public static long write(
      TypeRegistry registry,
      @Nullable Object value,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      long base,
      long slot,
      @Nullable Session session) {
    if (value == null) {
      Slots.put(segment, slot, base, current, Slots.NULL);
      return current;
    }
    long next = Scalars.write(value, segment, current, limit, session);
    if (next != Scalars.NONE) {
      Slots.put(segment, slot, base, next, Slots.TYPED);
      return next;
    }
    TypeEntry entry = registry.entryOfAny(value);
    ObjectCodec codec = entry.codec();
    long body = Slots.reserve(current, Integer.BYTES, limit);
    if (session != null && session.tracks() && codec.isTracked(value)) {
      int earlier = session.find(value, body);
      if (earlier != Session.NEW) {
        return writeReference(earlier, segment, current, limit, base, slot);
      }
    }
    Segments.putInt(segment, current, entry.reference(session));
    long end = codec.write(value, segment, body, limit, depth, session);
    Slots.put(segment, slot, base, end, Slots.TYPED);
    return end;
  }

  /// Writes a reference to a value that was written before.
  public static long writeReference(
      int offset, MemorySegment segment, long current, long limit, long base, long slot) {
    long end = Slots.reserve(current, Integer.BYTES, limit);
    Segments.putInt(segment, current, offset);
    Slots.put(segment, slot, base, end, Slots.REFERENCE);
    return end;
  }

  /// Writes the type reference of a container whose class is not the default of its declaration.
  /// Returns the position of its rows; zero if the container has more state than its rows.
  public static long containerBody(
      TypeRegistry registry,
      Object container,
      Shape.Table table,
      MemorySegment segment,
      long current,
      long limit) {
    TypeEntry entry = registry.entryOf(container, table);
    if (entry.writtenKind(table) == null) {
      return 0;
    }
    long body = Slots.reserve(current, Integer.BYTES, limit);
    Segments.putInt(segment, current, entry.reference());
    return body;
  }

  /// The kind of a container with a type reference; null if it has more state than its rows.
  public static @Nullable ContainerKind containerKind(
      TypeRegistry registry, Shape.Table table, MemorySegment segment, long current, long end) {
    Slots.block(current, Integer.BYTES, end);
    int reference = Segments.getInt(segment, current);
    return registry.referenced(reference, table.type(), current).readKind(table);
  }

  /// Reads a value that [#write] wrote. Checks the class before anything is created.
  @SuppressWarnings("LongSignature") // generated code cannot bundle these in objects
  public static @Nullable Object read(
      TypeRegistry registry,
      MemorySegment segment,
      long current,
      long end,
      int depth,
      int slot,
      Class<?> expected,
      @Nullable Session session) {
    if (Slots.tag(slot) == Slots.TYPED) {
      long body = Slots.block(current, Integer.BYTES, end);
      int reference = Segments.getInt(segment, current);
      if (expected == Object.class) {
        Object scalar = Scalars.read(reference, segment, body, end, session);
        if (scalar != null) {
          return scalar;
        }
      }
      TypeEntry entry = registry.referenced(reference, expected, current);
      Object value = entry.codec().read(segment, body, end, depth, session);
      entry.check(value, expected, current);
      return value;
    }
    if (Slots.tag(slot) == Slots.REFERENCE) {
      return new SegmentBuffer(segment, session).reference(expected, current, end);
    }
    Slots.nothing(slot, current, end);
    return null;
  }
}
