// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.ObjectPlan;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.Planner;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.ClassReference;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TypeNumbers;
import dev.segue.serializer.internal.wire.Varints;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values and what they hold, from their bytes to lines. What is damaged is told in its place; what
/// stands beside it is shown nevertheless, as far as it can be found.
final class ValueTree {

  private static final int MOST_LEVELS = 64;
  private static final int MOST_ROWS = 50;
  private static final int MOST_ELEMENTS = 8;
  private static final int MOST_PLAIN_BYTES = 512;
  private static final int MOST_VARINT_BYTES = 10;

  private final Known known;
  private final Bytes bytes;
  private final long origin;
  private final boolean compactNumbers;
  private final Report report;

  /// @param origin where the payload begins
  /// @param compactNumbers whether it has numbers of variable length
  ValueTree(Known known, Bytes bytes, long origin, boolean compactNumbers, Report report) {
    this.known = known;
    this.bytes = bytes;
    this.origin = origin;
    this.compactNumbers = compactNumbers;
    this.report = report;
  }

  /// A value of a type, which has no slot that could say more.
  void typed(String label, TypeEntry entry, long begin, long end, int level) {
    guarded(level, () -> showTyped(label, entry, begin, end, level));
  }

  private void guarded(int level, Runnable part) {
    if (report.isFull()) {
      return;
    }
    if (level > MOST_LEVELS) {
      report.more(level, "deeper than " + MOST_LEVELS + " levels");
      return;
    }
    try {
      part.run();
    } catch (Damage e) {
      report.problem(level + 1, e);
    } catch (StackOverflowError _) {
      report.more(level, "deeper than the stack of this thread allows");
    }
  }

  private void value(String label, Shape shape, int slot, long begin, long end, int level) {
    guarded(level, () -> showValue(label, shape, slot, begin, end, level));
  }

  private void showValue(String label, Shape shape, int slot, long begin, long end, int level) {
    int tag = Slots.tag(slot);
    if (tag == Slots.NULL) {
      report.line(level, begin, end - begin, label + " = null");
      finish(begin, end);
    } else if (shape instanceof Shape.Text) {
      report.line(level, begin, end - begin, label + " = " + Quote.of(bytes, tag, begin, end));
    } else if (tag == Slots.REFERENCE) {
      long at = Integer.toUnsignedLong(bytes.getInt(begin)) + origin;
      report.line(level, begin, end - begin, label + " = the object at " + at);
      finish(begin + Integer.BYTES, end);
    } else if (tag == Slots.TYPED && !(shape instanceof Shape.PrimitiveArray)) {
      showTyped(label, shape, begin, end, level);
    } else {
      switch (shape) {
        case Shape.PrimitiveArray array when tag == Slots.EXACT ->
            elements(label, array.kind(), begin, end, level);
        case Shape.Table table -> {
          String name = Known.shortName(table.exact());
          rows(label + ": " + name, table.columns(), begin, begin, end, level);
        }
        case Shape.Bean bean -> fields(label, bean.type(), begin, end, level);
        case Shape.Foreign foreign -> unknown(label, foreign.number(), begin, begin, end, level);
        case Shape.PrimitiveArray _, Shape.Any _, Shape.Text _, Shape.Inline _ -> {
          report.line(level, begin, end - begin, label);
          throw Damage.corrupt(begin, "a value of its declared type has the tag " + tag);
        }
      }
    }
  }

  /// A value behind its type reference.
  private void showTyped(String label, Shape shape, long begin, long end, int level) {
    int reference = bytes.getInt(begin);
    long body = begin + Integer.BYTES;
    int number = reference & 0xffff;
    TypeEntry entry = known.entry(number);
    if (body > end) {
      throw Damage.corrupt(begin, "no room for a type reference");
    }
    if (entry == null) {
      unknown(label, number, begin, body, end, level);
    } else if (entry.reference() != reference) {
      report.line(
          level,
          begin,
          end - begin,
          label + ": " + Known.name(entry) + ": " + bytes.hex(body, end));
      throw Damage.corrupt(
          begin,
          "another version of %s, or registered otherwise: %04x there, %04x here"
              .formatted(entry.type().getName(), reference >>> 16, entry.reference() >>> 16));
    } else if (shape instanceof Shape.Table table
        && TypeNumbers.isRows(number)
        && Known.form(entry) instanceof Form.Parts(int count, List<Shape> columns)
        && count == 0
        && columns.size() == table.columns().size()) {
      rows(label + ": " + Known.name(entry), table.columns(), begin, body, end, level);
    } else {
      showTyped(label, entry, body, end, level);
    }
  }

  private void unknown(String label, int number, long begin, long body, long end, int level) {
    report.line(
        level,
        begin,
        end - begin,
        "%s: %s, not registered here: %s"
            .formatted(label, Inspection.number(number), bytes.hex(body, end)));
  }

  private void showTyped(String label, TypeEntry entry, long begin, long end, int level) {
    if (known.plan(entry) != null) {
      fields(label, entry.type(), begin, end, level);
      return;
    }
    String name = label + ": " + Known.name(entry);
    switch (Known.form(entry)) {
      case Form.Plain plain -> plain(name, entry, plain, begin, end, level);
      case Form.Text _ -> {
        long base = begin + Integer.BYTES;
        int slot = bytes.getInt(begin);
        finish(next(slot, base, base, end, begin), end);
        report.line(
            level, begin, end - begin, name + " = " + Quote.of(bytes, Slots.tag(slot), base, end));
      }
      case Form.Elements array -> elements(label, array.kind(), begin, end, level);
      case Form.Constant constant -> {
        int constantNumber = bytes.getInt(begin);
        report.line(
            level,
            begin,
            end - begin,
            name + " = " + constant(constant.constants(), constantNumber));
        finish(begin + Integer.BYTES, end);
      }
      case Form.Parts(int count, List<Shape> columns) ->
          parts(name, count, columns, begin, end, level);
      case Form.AnyArray _ -> anyArray(label, begin, end, level);
      case Form.Opaque _ ->
          report.line(level, begin, end - begin, name + ": " + bytes.hex(begin, end));
    }
  }

  private void plain(
      String name, TypeEntry entry, Form.Plain form, long begin, long end, int level) {
    if (end - begin > MOST_PLAIN_BYTES) {
      report.line(level, begin, end - begin, name + ": " + bytes.hex(begin, end));
      return;
    }
    byte[] own = bytes.copy(begin, end - begin);
    try {
      Object value = entry.codec().read(own, 0, own.length, 1, null);
      report.line(level, begin, end - begin, name + " = " + Quote.plain(String.valueOf(value)));
    } catch (SerializationException e) {
      report.line(level, begin, end - begin, name + ": " + bytes.hex(begin, end));
      throw Damage.corrupt(
          begin,
          form.widthBytes() == Form.ANY_WIDTH || form.widthBytes() == end - begin
              ? "no " + entry.type().getName() + " is written so"
              : "%d bytes expected, %d are there".formatted(form.widthBytes(), end - begin));
    }
  }

  private void elements(String label, PrimitiveKind kind, long begin, long end, int level) {
    long count = (end - begin) / kind.widthBytes();
    StringBuilder text = new StringBuilder();
    long shown = Math.min(count, MOST_ELEMENTS);
    for (long i = 0; i < shown; i++) {
      text.append(i == 0 ? "" : ", ").append(bytes.scalar(kind, begin + i * kind.widthBytes()));
    }
    report.line(
        level,
        begin,
        end - begin,
        "%s: %s[%d] {%s%s}"
            .formatted(
                label, kind.primitive().getName(), count, text, shown < count ? ", ..." : ""));
    bytes.require(begin, end - begin);
    if (count * kind.widthBytes() != end - begin) {
      throw Damage.corrupt(begin, (end - begin) + " bytes are no elements of " + kind.widthBytes());
    }
  }

  private void fields(String label, Class<?> type, long begin, long end, int level) {
    report.line(level, begin, end - begin, label + ": " + Known.shortName(type));
    ObjectPlan plan = known.plan(type, compactNumbers);
    if (plan == null) {
      throw Damage.corrupt(begin, type.getName() + " is not registered here");
    }
    long base = begin + plan.fixedBytes();
    if (base > end) {
      throw Damage.corrupt(
          begin, "%d bytes expected, %d are there".formatted(plan.fixedBytes(), end - begin));
    }
    for (Operation operation : plan.inline()) {
      guarded(level + 1, () -> inline(operation, begin, level + 1));
    }
    long current = base;
    for (Operation.Compact compact : plan.compact()) {
      current = compact(compact, current, end, level + 1);
    }
    for (Operation.Slot slot : plan.slots()) {
      long at = begin + slot.offset();
      int bits = bytes.getInt(at);
      long next = next(bits, base, current, end, at);
      value(slot.field().name(), slot.shape(), bits, current, next, level + 1);
      current = next;
    }
    finish(current, end);
  }

  /// A number of variable length.
  ///
  /// @return where it ends
  private long compact(Operation.Compact compact, long begin, long end, int level) {
    long most = Math.min(Math.min(MOST_VARINT_BYTES, end - begin), bytes.left(begin));
    if (most == 0) {
      bytes.require(begin, 1);
    }
    byte[] own = bytes.copy(begin, most);
    String name = compact.field().name() + " = ";
    try {
      boolean isNull = compact.isBoxed() && Varints.isNull(own, 0, own.length);
      long number = isNull ? 0 : Varints.getLong(own, 0, own.length);
      int length = isNull ? Varints.NULL_BYTES : Varints.size(number);
      report.line(level, begin, length, name + (isNull ? "null" : Long.toString(number)));
      return begin + length;
    } catch (SerializationException e) {
      if (most < MOST_VARINT_BYTES && most < end - begin) {
        throw Damage.cutOff(begin, most + 1, most);
      }
      throw Damage.corrupt(begin, name + "no number of variable length: " + bytes.hex(begin, end));
    }
  }

  private void inline(Operation operation, long begin, int level) {
    long at = begin + operation.offset();
    String name = operation.field().name() + " = ";
    switch (operation) {
      case Operation.Scalar scalar ->
          report.line(
              level, at, scalar.kind().widthBytes(), name + bytes.scalar(scalar.kind(), at));
      case Operation.NullableScalar scalar -> {
        boolean isNull = (bytes.number(begin + scalar.bit() / 8, 1) >> (scalar.bit() % 8) & 1) != 0;
        report.line(
            level,
            at,
            scalar.kind().widthBytes(),
            name + (isNull ? "null" : bytes.scalar(scalar.kind(), at)));
      }
      case Operation.Constant constant -> {
        int width = constant.shape().widthBytes();
        report.line(
            level,
            at,
            width,
            name + constant(constant.shape().constants(), bytes.number(at, width)));
      }
      case Operation.Compact _, Operation.Slot _ ->
          throw new AssertionError(operation + " is not inline");
    }
  }

  private String constant(EnumConstants constants, int number) {
    List<String> names = constants.names();
    return number == 0
        ? "null"
        : number > 0 && number <= names.size()
            ? names.get(number - 1)
            : "! constant " + number + " of " + names.size();
  }

  /// Parts, each with a slot, and rows behind them.
  private void parts(String name, int count, List<Shape> columns, long begin, long end, int level) {
    if (count == 0) {
      rows(name, columns, begin, begin, end, level);
      return;
    }
    report.line(level, begin, end - begin, name);
    long base = begin + (long) count * Planner.SLOT_BYTES;
    long current = base;
    for (int i = 0; i < count; i++) {
      long at = begin + (long) i * Planner.SLOT_BYTES;
      int slot = bytes.getInt(at);
      long next = next(slot, base, current, end, at);
      value("part " + i, Values.ANY, slot, current, next, level + 1);
      current = next;
    }
    if (columns.isEmpty()) {
      finish(current, end);
    } else {
      rows("rows", columns, current, current, end, level + 1);
    }
  }

  /// An array that tells the class of its elements: a type reference, and how many dimensions.
  private void anyArray(String label, long begin, long end, int level) {
    int number = bytes.getInt(begin) & 0xffff;
    int dimensions = bytes.getInt(begin + Integer.BYTES);
    TypeEntry entry = known.entry(number);
    long body = begin + 2 * Integer.BYTES;
    if (entry != null
        && entry.type() == Object.class
        && (dimensions & -ClassReference.NAMED) == ClassReference.NAMED) {
      namedArray(label, dimensions - ClassReference.NAMED, begin, body, end, level);
      return;
    }
    if (entry == null || dimensions < 0 || dimensions > ClassReference.MOST_DIMENSIONS) {
      unknown(label + ": an array", number, begin, body, end, level);
      throw Damage.corrupt(
          begin, entry == null ? "elements of an unknown class" : dimensions + " dimensions");
    }
    Class<?> component = entry.type();
    for (int i = 0; i < dimensions; i++) {
      component = component.arrayType();
    }
    String name = label + ": " + Known.shortName(component.arrayType());
    rows(name, List.of(known.shapes().of(component)), begin, body, end, level);
  }

  private void namedArray(
      String label, int dimensions, long begin, long slotAt, long end, int level) {
    long base = slotAt + Integer.BYTES;
    int slot = bytes.getInt(slotAt);
    long body = next(slot, base, base, end, slotAt);
    byte[] ascii = bytes.copy(base, Math.min(body - base, MOST_PLAIN_BYTES));
    String name = new String(ascii, StandardCharsets.ISO_8859_1);
    Shape element = ClassReference.named(name, dimensions);
    if (element == null) {
      report.line(level, begin, end - begin, label + ": an array of " + Quote.plain(name));
      throw Damage.corrupt(begin, "elements of an unknown class");
    }
    String shown = label + ": " + Known.shortName(element.type().arrayType());
    rows(shown, List.of(element), begin, body, end, level);
  }

  /// A count, null bitmaps, places, and the variable part.
  private void rows(
      String name, List<Shape> columns, long begin, long position, long end, int level) {
    int count = bytes.getInt(position);
    report.line(level, begin, end - begin, name + " of " + Integer.toUnsignedString(count));
    int stride = 0;
    long head = position + Sequences.COUNT_BYTES;
    for (Shape column : columns) {
      stride += width(column);
    }
    if (count < 0 || (long) count * stride > end - head) {
      throw Damage.corrupt(
          position,
          "a count of %s in %d bytes".formatted(Integer.toUnsignedString(count), end - position));
    }
    long places = head;
    for (Shape column : columns) {
      places += column instanceof Shape.Boxed ? Sequences.nullsBytes(count) : 0;
    }
    long base = places + (long) count * stride;
    long current = base;
    for (int row = 0; row < count && !report.isFull(); row++) {
      if (row == MOST_ROWS) {
        report.more(level + 1, (count - row) + " more");
        return;
      }
      long place = places + (long) row * stride;
      long nulls = head;
      for (int column = 0; column < columns.size(); column++) {
        Shape shape = columns.get(column);
        String label = "[" + row + (columns.size() == 1 ? "]" : column == 0 ? "] key" : "] value");
        if (shape instanceof Shape.Inline inline) {
          cell(label, inline, place, nulls, row, level + 1);
          nulls += shape instanceof Shape.Boxed ? Sequences.nullsBytes(count) : 0;
        } else {
          int slot = bytes.getInt(place);
          long next = next(slot, base, current, end, place);
          value(label, shape, slot, current, next, level + 1);
          current = next;
        }
        place += width(shape);
      }
    }
    if (!report.isFull()) {
      finish(current, end);
    }
  }

  private static int width(Shape column) {
    return column instanceof Shape.Inline inline ? inline.widthBytes() : Planner.SLOT_BYTES;
  }

  private void cell(String label, Shape.Inline shape, long place, long nulls, int row, int level) {
    guarded(
        level,
        () -> {
          @Nullable String text =
              switch (shape) {
                case Shape.Boxed boxed ->
                    (bytes.number(nulls + (row >> 3), 1) >> (row & 7) & 1) != 0
                        ? "null"
                        : bytes.scalar(boxed.kind(), place);
                case Shape.Primitive primitive -> bytes.scalar(primitive.kind(), place);
                case Shape.EnumConstant enumeration ->
                    constant(
                        enumeration.constants(), bytes.number(place, enumeration.widthBytes()));
              };
          report.line(level, place, shape.widthBytes(), label + " = " + text);
        });
  }

  /// Where a value ends, as its slot says.
  private static long next(int slot, long base, long current, long end, long at) {
    long next = base + (slot >>> 2);
    if (next < current || next > end) {
      throw Damage.corrupt(
          at,
          "a slot that ends at %d, which is not in %d..%d; what follows cannot be found"
              .formatted(next, current, end));
    }
    return next;
  }

  private static void finish(long current, long end) {
    if (current != end) {
      throw Damage.corrupt(current, (end - current) + " bytes belong to no value");
    }
  }
}
