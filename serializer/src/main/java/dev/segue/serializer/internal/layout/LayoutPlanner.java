// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Plans the layout of the objects of a class.
public final class LayoutPlanner implements Comparator<FieldModel> {

  private final List<FieldModel> boxed = new ArrayList<>();
  private final List<FieldModel> primitives = new ArrayList<>();
  private final List<FieldModel> constants = new ArrayList<>();
  private final List<FieldModel> others = new ArrayList<>();
  private final List<FieldModel> numbers = new ArrayList<>();

  /// The offset of the next field.
  private int offset;

  private LayoutPlanner() {}

  /// @param compactNumbers whether `int`s and `long`s have variable length
  public static ObjectLayout plan(ClassModel model, boolean compactNumbers) {
    LayoutPlanner planner = new LayoutPlanner();
    for (FieldModel field : model.fields()) {
      planner.group(field, compactNumbers);
    }
    int nullsBytes = nullsBytes(planner.boxed.size());
    planner.offset = nullsBytes;
    List<Operation> inline = planner.inline();
    List<Operation.Slot> slots = planner.slots();
    List<Operation.Compact> compact = planner.compact();
    // An object takes at least one byte, so that no two objects begin at the same position.
    int fixedBytes = compact.isEmpty() ? Math.max(planner.offset, 1) : planner.offset;
    return new ObjectLayout(model, nullsBytes, fixedBytes, inline, compact, slots);
  }

  private void group(FieldModel field, boolean compactNumbers) {
    Shape shape = field.shape();
    if (compactNumbers && isCompactible(field)) {
      numbers.add(field);
    } else if (!(shape instanceof Shape.Inline)) {
      others.add(field);
    } else if (shape instanceof Shape.Primitive) {
      primitives.add(field);
    } else if (shape instanceof Shape.EnumConstant) {
      constants.add(field);
    } else {
      boxed.add(field);
    }
  }

  private List<Operation> inline() {
    List<Operation> inline = new ArrayList<>();
    boxed.sort(this);
    for (FieldModel field : boxed) {
      Shape.Boxed shape = (Shape.Boxed) field.shape();
      inline.add(new Operation.NullableScalar(field, shape.kind(), offset, inline.size()));
      offset += shape.widthBytes();
    }
    primitives.sort(this);
    for (FieldModel field : primitives) {
      Shape.Primitive shape = (Shape.Primitive) field.shape();
      inline.add(new Operation.Scalar(field, shape.kind(), offset));
      offset += shape.widthBytes();
    }
    constants.sort(this);
    for (FieldModel field : constants) {
      Shape.EnumConstant shape = (Shape.EnumConstant) field.shape();
      inline.add(new Operation.Constant(field, shape, offset));
      offset += shape.widthBytes();
    }
    return inline;
  }

  private List<Operation.Slot> slots() {
    List<Operation.Slot> slots = new ArrayList<>();
    others.sort(FieldModel.BY_NAME);
    for (FieldModel field : others) {
      slots.add(new Operation.Slot(field, field.shape(), offset));
      offset += Shape.SLOT_BYTES;
    }
    return slots;
  }

  private List<Operation.Compact> compact() {
    List<Operation.Compact> compact = new ArrayList<>();
    numbers.sort(FieldModel.BY_NAME);
    for (FieldModel field : numbers) {
      compact.add(compact(field, offset));
    }
    return compact;
  }

  private static boolean isCompactible(FieldModel field) {
    PrimitiveKind kind = kind(field.shape());
    return kind == PrimitiveKind.INT || kind == PrimitiveKind.LONG;
  }

  private static @Nullable PrimitiveKind kind(Shape shape) {
    if (shape instanceof Shape.Primitive primitive) {
      return primitive.kind();
    }
    return shape instanceof Shape.Boxed boxed ? boxed.kind() : null;
  }

  private static Operation.Compact compact(FieldModel field, int offset) {
    PrimitiveKind kind = Objects.requireNonNull(kind(field.shape()), "only numbers are compact");
    return new Operation.Compact(field, kind, field.shape() instanceof Shape.Boxed, offset);
  }

  private static int widthBytes(FieldModel field) {
    return ((Shape.Inline) field.shape()).widthBytes();
  }

  /// The size of the null bitmap: one, two or four bytes for up to 32 boxed fields, and four more
  /// for each further 32.
  private static int nullsBytes(int boxed) {
    if (boxed == 0) {
      return 0;
    }
    int bytes = Math.ceilDiv(boxed, Byte.SIZE);
    return bytes <= 2 ? bytes : Math.ceilDiv(bytes, Integer.BYTES) * Integer.BYTES;
  }

  /// The order of fields in their group, by falling width. It is here, and not in a class of its
  /// own, since the first object waits for each class.
  @Override
  public int compare(FieldModel a, FieldModel b) {
    int byWidth = Integer.compare(widthBytes(b), widthBytes(a));
    return byWidth != 0 ? byWidth : FieldModel.BY_NAME.compare(a, b);
  }
}
