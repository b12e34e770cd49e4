// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static java.util.function.Predicate.not;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Plans the layout of the objects of a class.
public final class LayoutPlanner {

  private static final Comparator<FieldModel> BY_NAME =
      Comparator.comparing(FieldModel::name).thenComparing(FieldModel::ownerName);
  private static final Comparator<FieldModel> BY_FALLING_WIDTH =
      Comparator.comparingInt(LayoutPlanner::widthBytes).reversed().thenComparing(BY_NAME);

  private LayoutPlanner() {}

  /// @param compactNumbers whether `int`s and `long`s have variable length
  public static ObjectLayout plan(ClassModel model, boolean compactNumbers) {
    Predicate<FieldModel> isCompact = field -> compactNumbers && isCompactible(field);
    List<FieldModel> boxed =
        fields(model, Shape.Boxed.class, BY_FALLING_WIDTH).filter(not(isCompact)).toList();
    int nullsBytes = nullsBytes(boxed.size());
    int offset = nullsBytes;
    List<Operation> inline = new ArrayList<>();
    for (FieldModel field : boxed) {
      Shape.Boxed shape = (Shape.Boxed) field.shape();
      inline.add(new Operation.NullableScalar(field, shape.kind(), offset, inline.size()));
      offset += shape.widthBytes();
    }
    for (FieldModel field :
        fields(model, Shape.Primitive.class, BY_FALLING_WIDTH).filter(not(isCompact)).toList()) {
      Shape.Primitive shape = (Shape.Primitive) field.shape();
      inline.add(new Operation.Scalar(field, shape.kind(), offset));
      offset += shape.widthBytes();
    }
    for (FieldModel field : fields(model, Shape.EnumConstant.class, BY_FALLING_WIDTH).toList()) {
      Shape.EnumConstant shape = (Shape.EnumConstant) field.shape();
      inline.add(new Operation.Constant(field, shape, offset));
      offset += shape.widthBytes();
    }
    List<Operation.Slot> slots = new ArrayList<>();
    for (FieldModel field : model.fields().stream().sorted(BY_NAME).toList()) {
      if (!(field.shape() instanceof Shape.Inline)) {
        slots.add(new Operation.Slot(field, field.shape(), offset));
        offset += Shape.SLOT_BYTES;
      }
    }
    int fixed = offset;
    List<Operation.Compact> compact =
        model.fields().stream()
            .filter(isCompact)
            .sorted(BY_NAME)
            .map(field -> compact(field, fixed))
            .toList();
    // An object takes at least one byte, so that no two begin at the same position.
    return new ObjectLayout(
        model,
        nullsBytes,
        compact.isEmpty() ? Math.max(offset, 1) : offset,
        inline,
        compact,
        slots);
  }

  private static Stream<FieldModel> fields(
      ClassModel model, Class<? extends Shape> shape, Comparator<FieldModel> order) {
    return model.fields().stream().filter(field -> shape.isInstance(field.shape())).sorted(order);
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
}
