// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Plans the layout of the objects of a class.
public final class LayoutPlanner {

  private static final Comparator<FieldModel> BY_FALLING_WIDTH = new ByFallingWidth();

  private LayoutPlanner() {}

  /// @param compactNumbers whether `int`s and `long`s have variable length
  public static ObjectLayout plan(ClassModel model, boolean compactNumbers) {
    List<FieldModel> boxed = new ArrayList<>();
    List<FieldModel> primitives = new ArrayList<>();
    List<FieldModel> constants = new ArrayList<>();
    List<FieldModel> others = new ArrayList<>();
    List<FieldModel> numbers = new ArrayList<>();
    for (FieldModel field : model.fields()) {
      Shape shape = field.shape();
      if (compactNumbers && isCompactible(field)) {
        numbers.add(field);
      } else if (shape instanceof Shape.Boxed) {
        boxed.add(field);
      } else if (shape instanceof Shape.Primitive) {
        primitives.add(field);
      } else if (shape instanceof Shape.EnumConstant) {
        constants.add(field);
      } else {
        others.add(field);
      }
    }
    int nullsBytes = nullsBytes(boxed.size());
    int offset = nullsBytes;
    List<Operation> inline = new ArrayList<>();
    boxed.sort(BY_FALLING_WIDTH);
    for (FieldModel field : boxed) {
      Shape.Boxed shape = (Shape.Boxed) field.shape();
      inline.add(new Operation.NullableScalar(field, shape.kind(), offset, inline.size()));
      offset += shape.widthBytes();
    }
    primitives.sort(BY_FALLING_WIDTH);
    for (FieldModel field : primitives) {
      Shape.Primitive shape = (Shape.Primitive) field.shape();
      inline.add(new Operation.Scalar(field, shape.kind(), offset));
      offset += shape.widthBytes();
    }
    constants.sort(BY_FALLING_WIDTH);
    for (FieldModel field : constants) {
      Shape.EnumConstant shape = (Shape.EnumConstant) field.shape();
      inline.add(new Operation.Constant(field, shape, offset));
      offset += shape.widthBytes();
    }
    List<Operation.Slot> slots = new ArrayList<>();
    others.sort(FieldModel.BY_NAME);
    for (FieldModel field : others) {
      slots.add(new Operation.Slot(field, field.shape(), offset));
      offset += Shape.SLOT_BYTES;
    }
    List<Operation.Compact> compact = new ArrayList<>();
    numbers.sort(FieldModel.BY_NAME);
    for (FieldModel field : numbers) {
      compact.add(compact(field, offset));
    }
    // An object takes at least one byte, so that no two begin at the same position.
    return new ObjectLayout(
        model,
        nullsBytes,
        compact.isEmpty() ? Math.max(offset, 1) : offset,
        inline,
        compact,
        slots);
  }

  private static boolean isCompactible(FieldModel field) {
    PrimitiveKind kind = kind(field.shape());
    return kind == PrimitiveKind.INT || kind == PrimitiveKind.LONG;
  }

  private static @Nullable PrimitiveKind kind(Shape shape) {
    return switch (shape) {
      case Shape.Primitive primitive -> primitive.kind();
      case Shape.Boxed boxed -> boxed.kind();
      default -> null;
    };
  }

  private static Operation.Compact compact(FieldModel field, int offset) {
    PrimitiveKind kind = Objects.requireNonNull(kind(field.shape()), "only numbers are compact");
    return new Operation.Compact(field, kind, field.shape() instanceof Shape.Boxed, offset);
  }

  private static int widthBytes(FieldModel field) {
    return ((Shape.Inline) field.shape()).widthBytes();
  }

  /// One, two or four bytes for up to 32 boxed fields, and four more for each further 32.
  private static int nullsBytes(int boxed) {
    if (boxed == 0) {
      return 0;
    }
    int bytes = Math.ceilDiv(boxed, Byte.SIZE);
    return bytes <= 2 ? bytes : Math.ceilDiv(bytes, Integer.BYTES) * Integer.BYTES;
  }

  private static final class ByFallingWidth implements Comparator<FieldModel> {

    @Override
    public int compare(FieldModel a, FieldModel b) {
      int byWidth = Integer.compare(widthBytes(b), widthBytes(a));
      return byWidth != 0 ? byWidth : FieldModel.BY_NAME.compare(a, b);
    }
  }
}
