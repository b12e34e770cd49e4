// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.registry.UnknownClass;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.Hashtable;
import java.util.LinkedList;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Checks nulls that replace objects and enum constants that the reader does not know. Such nulls
/// are refused in containers that do not permit null, and as elements of sets and keys of maps,
/// where several of them would become one.
public final class UnknownNulls {

  /// No declared class.
  public static final int NOTHING = -1;

  private UnknownNulls() {}

  /// Whether nulls may replace unknown values in a container.
  ///
  /// @param kind the kind of the container, if known
  /// @param column the index of the value in its row
  private static boolean isPlaceFor(@Nullable ContainerKind kind, Object container, int column) {
    return switch (container) {
      case Map<?, ?> map ->
          column == 1
              && kind != MapKind.IMMUTABLE_MAP
              && !(map instanceof ConcurrentMap || map instanceof Hashtable);
      case CollectionKind.SetElements _ -> false;
      case Collection<?> elements ->
          !(elements instanceof Set)
              && (!(elements instanceof Queue) || elements instanceof LinkedList);
      default -> true;
    };
  }

  private static boolean isSkipping(@Nullable Session session) {
    return session != null && session.isSkipping();
  }

  /// The number of a value's declared class if the reader might not know it; otherwise [#NOTHING].
  public static int declared(Shape shape) {
    return shape instanceof Shape.Foreign foreign ? foreign.number() : NOTHING;
  }

  /// Whether a null was read in place of another value, and the container cannot hold it.
  ///
  /// @param slot the slot of the value
  static boolean isRefused(
      @Nullable Session session,
      int slot,
      @Nullable ContainerKind kind,
      Object container,
      int column) {
    return Slots.tag(slot) != Slots.NULL
        && !isSkipping(session)
        && !isPlaceFor(kind, container, column);
  }

  /// The error for a null in a slot that [is refused][#isRefused].
  ///
  /// @param declared the result of [#declared]
  static SerializationException refusal(
      TypeRegistry registry, PayloadBuffer buffer, long current, int slot, int declared) {
    return Failures.noPlaceForUnknown(name(registry, buffer, current, slot, declared), current);
  }

  /// Checks a null that generated code has read.
  @SuppressWarnings("LongSignature") // generated code cannot bundle these in objects
  public static void check(
      TypeRegistry registry,
      MemorySegment segment,
      long current,
      int slot,
      int declared,
      @Nullable ContainerKind kind,
      Object container,
      int column,
      @Nullable Session session) {
    if (isRefused(session, slot, kind, container, column)) {
      PayloadBuffer buffer = new SegmentBuffer(segment, session);
      throw refusal(registry, buffer, current, slot, declared);
    }
  }

  /// Checks a null that was read instead of an enum constant.
  ///
  /// @throws SerializationException if a constant was written, and the container cannot hold null
  @SuppressWarnings("LongSignature") // generated code cannot bundle these in objects
  public static void check(
      int number,
      EnumConstants constants,
      long position,
      @Nullable ContainerKind kind,
      Object container,
      int column,
      @Nullable Session session) {
    if (number != 0 && !isSkipping(session) && !isPlaceFor(kind, container, column)) {
      throw Failures.noPlaceForUnknown(name(constants, number), position);
    }
  }

  private static String name(EnumConstants constants, int number) {
    return "the constant %s of %s"
        .formatted(constants.names().get(number - 1), constants.type().getName());
  }

  private static String name(
      TypeRegistry registry, PayloadBuffer buffer, long current, int slot, int declared) {
    if (Slots.tag(slot) == Slots.TYPED) {
      TypeEntry entry = registry.referenced(buffer.getInt(current), Object.class, current);
      UnknownClass unknown = entry.asUnknown();
      if (unknown != null) {
        return "an object of " + unknown.name();
      }
      return entry.codec().form() instanceof Form.Constant(EnumConstants constants)
          ? name(constants, buffer.getInt(current + Integer.BYTES))
          : "a " + entry.type().getName();
    }
    TypeEntry entry =
        Slots.tag(slot) == Slots.EXACT && declared >= 0 ? registry.entry(declared, current) : null;
    UnknownClass unknown = entry == null ? null : entry.asUnknown();
    return unknown != null ? "an object of " + unknown.name() : "an object that was read before";
  }
}
