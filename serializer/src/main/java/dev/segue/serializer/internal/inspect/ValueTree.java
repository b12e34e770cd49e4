// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.RowLayout;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.ClassReference;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns the bytes of values into the lines of a tree. Damage is reported where it occurs. Values
/// after it are still shown if they can be located.
final class ValueTree {

  private static final int MOST_LEVELS = 64;
  private static final int MOST_ROWS = 50;

  private final KnownTypes known;
  private final Bytes bytes;
  private final long origin;
  private final boolean compactNumbers;
  private final Report report;
  private final ScalarLines scalars;

  /// @param origin the offset of the payload
  /// @param compactNumbers whether the payload has compact numbers
  ValueTree(KnownTypes known, Bytes bytes, long origin, boolean compactNumbers, Report report) {
    this.known = known;
    this.bytes = bytes;
    this.origin = origin;
    this.compactNumbers = compactNumbers;
    this.report = report;
    this.scalars = new ScalarLines(bytes, report);
  }

  /// Shows a value of a known type, without a slot.
  void typed(Node node, TypeEntry entry) {
    guarded(node.level(), () -> showTyped(node, entry));
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

  /// Walks values that have slots, one after the other.
  private final class SlotWalk {

    private final Node owner;
    private final long base;
    private long current;

    /// @param owner the object or container that holds the values
    /// @param base the offset that slots are relative to
    /// @param current the offset of the first value
    SlotWalk(Node owner, long base, long current) {
      this.owner = owner;
      this.base = base;
      this.current = current;
    }

    /// Shows the next value.
    ///
    /// @param at the offset of its slot
    void show(String label, Shape shape, long at) {
      int slot = bytes.getInt(at);
      long next = next(slot, base, current, owner.end(), at);
      Node node = owner.child(label, current, next);
      guarded(node.level(), () -> showValue(node, shape, slot));
      current = next;
    }

    void finish() {
      ValueTree.finish(current, owner.end());
    }
  }

  private void showValue(Node node, Shape shape, int slot) {
    int tag = Slots.tag(slot);
    if (tag == Slots.NULL) {
      report.line(node, " = null");
      finish(node.begin(), node.end());
    } else if (shape instanceof Shape.Text) {
      report.line(node, " = " + Quote.of(bytes, tag, node.begin(), node.end()));
    } else if (tag == Slots.REFERENCE) {
      long at = Integer.toUnsignedLong(bytes.getInt(node.begin())) + origin;
      report.line(node, " = the object at " + at);
      finish(node.begin() + Integer.BYTES, node.end());
    } else if (tag == Slots.TYPED && !(shape instanceof Shape.PrimitiveArray)) {
      showReferenced(node, shape);
    } else {
      switch (shape) {
        case Shape.PrimitiveArray array when tag == Slots.EXACT ->
            scalars.elements(node, array.kind());
        case Shape.Table table ->
            rows(node.plus(": " + TypeNames.of(table.exact())), table.columns(), node.begin());
        case Shape.Bean bean -> fields(node, bean.type());
        case Shape.Foreign foreign -> unknown(node, foreign.number(), node.begin());
        case Shape.PrimitiveArray _, Shape.Any _, Shape.Text _, Shape.Inline _ -> {
          report.line(node, "");
          throw Damage.corrupt(
              node.begin(), "tag " + tag + " is not valid for a value of this type");
        }
      }
    }
  }

  /// Shows a part of a tree that is preceded by its type reference.
  private void showAny(Node node) {
    guarded(node.level(), () -> showReferenced(node, Values.ANY));
  }

  /// Shows a value that is preceded by its type reference.
  private void showReferenced(Node node, Shape shape) {
    int reference = bytes.getInt(node.begin());
    long body = node.begin() + Integer.BYTES;
    int number = reference & 0xffff;
    TypeEntry entry = known.entry(number);
    if (body > node.end()) {
      throw Damage.corrupt(node.begin(), "no room for a type reference");
    }
    if (entry == null) {
      unknown(node, number, body);
    } else if (entry.reference() != reference) {
      report.line(node, ": " + TypeNames.of(entry) + ": " + bytes.hex(body, node.end()));
      throw Damage.corrupt(
          node.begin(),
          "another version of %s, or registered otherwise: %04x there, %04x here"
              .formatted(entry.type().getName(), reference >>> 16, entry.reference() >>> 16));
    } else if (shape instanceof Shape.Table table
        && TypeNumbers.isRows(number)
        && KnownTypes.form(entry) instanceof Form.Parts(int count, List<Shape> columns)
        && count == 0
        && columns.size() == table.columns().size()) {
      rows(node.plus(": " + TypeNames.of(entry)), table.columns(), body);
    } else {
      showTyped(node.from(body), entry);
    }
  }

  private void unknown(Node node, int number, long body) {
    report.line(
        node,
        ": %s, not registered here: %s"
            .formatted(TypeNames.number(number), bytes.hex(body, node.end())));
  }

  private void showTyped(Node node, TypeEntry entry) {
    if (known.layout(entry) != null) {
      fields(node, entry.type());
      return;
    }
    Node named = node.plus(": " + TypeNames.of(entry));
    switch (KnownTypes.form(entry)) {
      case Form.Plain plain -> scalars.plain(named, entry, plain);
      case Form.Text _ -> {
        long base = node.begin() + Integer.BYTES;
        int slot = bytes.getInt(node.begin());
        finish(next(slot, base, base, node.end(), node.begin()), node.end());
        report.line(named, " = " + Quote.of(bytes, Slots.tag(slot), base, node.end()));
      }
      case Form.Elements array -> scalars.elements(node, array.kind());
      case Form.Constant constant -> {
        int number = bytes.getInt(node.begin());
        report.line(named, " = " + ScalarLines.constant(constant.constants(), number));
        finish(node.begin() + Integer.BYTES, node.end());
      }
      case Form.Parts(int count, List<Shape> columns) -> parts(named, count, columns);
      case Form.Tree(int columns) ->
          new TreeLines(known, bytes, report, this::showAny).show(named, columns);
      case Form.AnyArray _ -> anyArray(node);
      case Form.Opaque _ -> report.line(named, ": " + bytes.hex(node.begin(), node.end()));
    }
  }

  private void fields(Node node, Class<?> type) {
    report.line(node, ": " + TypeNames.of(type));
    long begin = node.begin();
    ObjectLayout layout = known.layout(type, compactNumbers);
    if (layout == null) {
      throw Damage.corrupt(begin, type.getName() + " is not registered here");
    }
    long base = begin + layout.fixedBytes();
    if (base > node.end()) {
      throw Damage.corrupt(
          begin, "%d bytes expected, %d found".formatted(layout.fixedBytes(), node.bytes()));
    }
    for (Operation operation : layout.inline()) {
      int bit = operation instanceof Operation.NullableScalar scalar ? scalar.bit() : 0;
      String name = operation.field().name();
      inline(node, name, operation.field().shape(), begin + operation.offset(), begin, bit);
    }
    long current = base;
    for (Operation.Compact compact : layout.compact()) {
      Node number = node.child(compact.field().name(), current, node.end());
      current = scalars.compact(number, compact);
    }
    SlotWalk walk = new SlotWalk(node, base, current);
    for (Operation.Slot slot : layout.slots()) {
      walk.show(slot.field().name(), slot.shape(), begin + slot.offset());
    }
    walk.finish();
  }

  private void inline(Node owner, String label, Shape shape, long at, long bitmap, int bit) {
    Node node = owner.child(label, at, at + shape.placeBytes());
    guarded(node.level(), () -> scalars.inline(node, (Shape.Inline) shape, bitmap, bit));
  }

  /// Shows a number of parts, each with a slot, and the rows that follow them.
  private void parts(Node node, int count, List<Shape> columns) {
    if (count == 0) {
      rows(node, columns, node.begin());
      return;
    }
    report.line(node, "");
    long base = node.begin() + (long) count * Shape.SLOT_BYTES;
    SlotWalk walk = new SlotWalk(node, base, base);
    for (int i = 0; i < count; i++) {
      walk.show("part " + i, Values.ANY, node.begin() + (long) i * Shape.SLOT_BYTES);
    }
    if (columns.isEmpty()) {
      walk.finish();
    } else {
      rows(node.child("rows", walk.current, node.end()), columns, walk.current);
    }
  }

  /// Shows an array that starts with the class of its elements: a type reference and a number of
  /// dimensions.
  private void anyArray(Node node) {
    long begin = node.begin();
    int number = bytes.getInt(begin) & 0xffff;
    int dimensions = bytes.getInt(begin + Integer.BYTES);
    TypeEntry entry = known.entry(number);
    long body = begin + 2 * Integer.BYTES;
    if (entry != null
        && entry.type() == Object.class
        && (dimensions & -ClassReference.NAMED) == ClassReference.NAMED) {
      namedArray(node, dimensions - ClassReference.NAMED, body);
      return;
    }
    if (entry == null || dimensions < 0 || dimensions > ClassReference.MOST_DIMENSIONS) {
      unknown(node.plus(": an array"), number, body);
      throw Damage.corrupt(
          begin, entry == null ? "elements of an unknown class" : dimensions + " dimensions");
    }
    Class<?> component = entry.type();
    for (int i = 0; i < dimensions; i++) {
      component = component.arrayType();
    }
    Node named = node.plus(": " + TypeNames.of(component.arrayType()));
    rows(named, List.of(known.shapes().of(component)), body);
  }

  /// Shows an array whose element class is given by name.
  ///
  /// @param slotAt the offset of the name's slot
  private void namedArray(Node node, int dimensions, long slotAt) {
    long base = slotAt + Integer.BYTES;
    int slot = bytes.getInt(slotAt);
    long body = next(slot, base, base, node.end(), slotAt);
    byte[] ascii = bytes.copy(base, Math.min(body - base, ScalarLines.MOST_PLAIN_BYTES));
    String name = new String(ascii, StandardCharsets.ISO_8859_1);
    @Nullable Shape element = ClassReference.named(name, dimensions);
    if (element == null) {
      report.line(node, ": an array of " + Quote.plain(name));
      throw Damage.corrupt(node.begin(), "elements of an unknown class");
    }
    rows(node.plus(": " + TypeNames.of(element.type().arrayType())), List.of(element), body);
  }

  /// Shows the rows of a container.
  ///
  /// @param position the offset of the count
  private void rows(Node node, List<Shape> columns, long position) {
    int count = bytes.getInt(position);
    report.line(node, " of " + Integer.toUnsignedString(count));
    RowLayout layout = RowLayout.of(columns);
    long head = position + Sequences.COUNT_BYTES;
    if (count < 0 || (long) count * layout.strideBytes() > node.end() - head) {
      throw Damage.corrupt(
          position,
          "a count of %s in %d bytes"
              .formatted(Integer.toUnsignedString(count), node.end() - position));
    }
    long base = head + layout.base(count);
    SlotWalk walk = new SlotWalk(node, base, base);
    for (int row = 0; row < count && !report.isFull(); row++) {
      if (row == MOST_ROWS) {
        report.more(node.level() + 1, (count - row) + " more");
        return;
      }
      for (int column = 0; column < columns.size(); column++) {
        Shape shape = columns.get(column);
        long place = head + layout.places(count) + layout.place(row, column);
        String label = "[" + row + (columns.size() == 1 ? "]" : column == 0 ? "] key" : "] value");
        if (shape instanceof Shape.Inline) {
          inline(node, label, shape, place, head + layout.bitmap(column, count), row);
        } else {
          walk.show(label, shape, place);
        }
      }
    }
    if (!report.isFull()) {
      walk.finish();
    }
  }

  /// The end of a value, according to its slot.
  private static long next(int slot, long base, long current, long end, long at) {
    long next = base + (slot >>> Slots.TAG_BITS);
    if (next < current || next > end) {
      throw Damage.corrupt(
          at,
          "a slot ends at %d, not in %d..%d; the values after it cannot be located"
              .formatted(next, current, end));
    }
    return next;
  }

  private static void finish(long current, long end) {
    if (current != end) {
      throw Damage.corrupt(current, (end - current) + " bytes after the last value");
    }
  }
}
