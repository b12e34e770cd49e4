// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads the values that the methods of a view return: the interpreter of [Accessor].
final class ViewedValueReader {

  private final ViewBase view;
  private final MemorySegment segment;

  ViewedValueReader(ViewBase view) {
    this.view = view;
    this.segment = ViewBase.segment(view);
  }

  /// A slot, and the bytes of its value.
  private record Extent(int slot, long begin, long next) {}

  private Extent extent(ObjectLayout owner, Operation.Slot slot, long at, long end) {
    long base = at + owner.fixedBytes();
    int bits = Segments.getInt(segment, at + slot.offset());
    long begin;
    if (owner.isFirst(slot)) {
      begin = Places.skip(segment, base, end, owner.compact().size());
    } else {
      int before = Segments.getInt(segment, at + slot.offset() - Shape.SLOT_BYTES);
      begin = base + (before >>> Slots.TAG_BITS);
    }
    return new Extent(bits, begin, Slots.end(bits, base, begin, end));
  }

  /// Returns the result of a method of the view; null even if the method returns a primitive.
  @Nullable Object value(Accessor accessor, int index) {
    long at = ViewBase.start(view);
    long bound = ViewBase.end(view);
    for (Accessor.Step step : accessor.steps()) {
      Extent extent = extent(step.owner(), step.slot(), at, bound);
      at = Places.object(extent.slot, extent.begin, extent.next, step.target().fixedBytes());
      bound = extent.next;
      if (at == Places.NOWHERE) {
        return nothing(accessor.viewedValue(), index);
      }
    }
    return value(accessor.viewedValue(), accessor.owner(), accessor.number(), at, bound, index);
  }

  /// Returns a value within an object.
  ///
  /// @param at the position of the object
  /// @param bound the position after it
  @Nullable Object value(
      ViewedValue viewedValue, ObjectLayout owner, int method, long at, long bound, int index) {
    return switch (viewedValue) {
      case ViewedValue.Numeric number ->
          widened(number, number(number.operation(), owner, at, bound));
      case ViewedValue.Evolved evolved -> evolved.field().read(view, method, at, bound, index);
      case ViewedValue.Constant constant ->
          constant(constant.operation().shape(), at + constant.operation().offset());
      case ViewedValue.Presence presence -> isPresent(presence.operation(), owner, at, bound);
      case ViewedValue.Value value -> {
        Extent e = extent(owner, value.operation(), at, bound);
        yield value.part().read(view, method, e.slot, e.begin, e.next);
      }
      case ViewedValue.ElementCount count -> {
        Extent e = extent(owner, count.operation(), at, bound);
        yield Places.elements(e.slot, e.begin, e.next, count.widthBytes());
      }
      case ViewedValue.RowCount count -> {
        Extent e = extent(owner, count.operation(), at, bound);
        yield count.rows().count(segment, e.slot, e.begin, e.next);
      }
      case ViewedValue.Element element -> {
        Extent e = extent(owner, element.operation(), at, bound);
        int width = element.kind().widthBytes();
        yield buffer().get(element.kind(), Places.element(e.slot, e.begin, e.next, width, index));
      }
      case ViewedValue.InlineRow row -> {
        Extent e = extent(owner, row.operation(), at, bound);
        long place = row.rows().place(segment, e.slot, e.begin, e.next, index);
        yield place == Places.NOWHERE ? null : inline(row.rows().element(), place);
      }
      case ViewedValue.Row row -> {
        Extent e = extent(owner, row.operation(), at, bound);
        yield row.elements().read(view, method, e.slot, e.begin, e.next, index);
      }
    };
  }

  /// Returns the result of a method if an object on its path is null.
  private static @Nullable Object nothing(ViewedValue viewedValue, int index) {
    return switch (viewedValue.own()) {
      case ViewedValue.Presence _ -> false;
      case ViewedValue.ElementCount _, ViewedValue.RowCount _ -> 0;
      case ViewedValue.Element _, ViewedValue.InlineRow _, ViewedValue.Row _ ->
          throw ViewFailures.noElements(index);
      case ViewedValue.Numeric _,
          ViewedValue.Constant _,
          ViewedValue.Value _,
          ViewedValue.Evolved _ ->
          null;
    };
  }

  private PayloadBuffer buffer() {
    return new SegmentBuffer(segment, null);
  }

  private @Nullable Object inline(Shape shape, long place) {
    return switch (shape) {
      case Shape.Boxed boxed -> buffer().get(boxed.kind(), place);
      case Shape.EnumConstant constant -> constant(constant, place);
      default -> throw new AssertionError(shape + " is not inline");
    };
  }

  private @Nullable Object constant(Shape.EnumConstant shape, long place) {
    int number = buffer().getNumber(place, shape.widthBytes());
    return Enums.constant(number, shape.constants(), place);
  }

  private static @Nullable Object widened(ViewedValue.Numeric number, @Nullable Object value) {
    PrimitiveKind from = value == null ? null : PrimitiveKind.ofBox(value.getClass());
    return from == null || from == number.kind()
        ? value
        : new Conversion.Widening(from, number.kind()).convert(value);
  }

  private @Nullable Object number(Operation operation, ObjectLayout owner, long at, long bound) {
    return switch (operation) {
      case Operation.Scalar scalar -> buffer().get(scalar.kind(), at + scalar.offset());
      case Operation.NullableScalar scalar when !isPresent(scalar, owner, at, bound) -> null;
      case Operation.NullableScalar scalar -> buffer().get(scalar.kind(), at + scalar.offset());
      case Operation.Compact compact when !isPresent(compact, owner, at, bound) -> null;
      case Operation.Compact compact -> {
        long place = place(compact, owner, at, bound);
        if (compact.kind() == PrimitiveKind.INT) {
          yield Varints.getInt(segment, place, bound);
        }
        yield Varints.getLong(segment, place, bound);
      }
      default -> throw new AssertionError(operation + " is no number");
    };
  }

  private long place(Operation.Compact compact, ObjectLayout owner, long at, long bound) {
    int before = owner.compact().indexOf(compact);
    return Places.skip(segment, at + owner.fixedBytes(), bound, before);
  }

  private boolean isPresent(Operation operation, ObjectLayout owner, long at, long bound) {
    return switch (operation) {
      case Operation.Scalar _ -> true;
      case Operation.NullableScalar scalar ->
          (Segments.getByte(segment, at + NullBitmap.offset(scalar.bit()))
                  & NullBitmap.mask(scalar.bit()))
              == 0;
      case Operation.Compact compact ->
          !compact.isBoxed() || !Varints.isNull(segment, place(compact, owner, at, bound), bound);
      case Operation.Constant constant ->
          buffer().getNumber(at + constant.offset(), constant.shape().widthBytes()) != 0;
      case Operation.Slot slot -> Slots.tag(extent(owner, slot, at, bound).slot) != Slots.NULL;
    };
  }
}
