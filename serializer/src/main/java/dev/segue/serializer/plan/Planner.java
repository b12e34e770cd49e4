// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.plan;

import dev.segue.serializer.model.ClassModel;
import dev.segue.serializer.model.FieldModel;
import dev.segue.serializer.model.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Lays the fields of a class out in its fixed block.
public final class Planner {

  /// Bytes of a slot.
  public static final int SLOT_BYTES = Integer.BYTES;

  private static final Comparator<FieldModel> BY_NAME =
      Comparator.comparing(FieldModel::name).thenComparing(field -> field.owner().getName());
  private static final Comparator<FieldModel> BY_FALLING_WIDTH =
      Comparator.comparingInt(Planner::widthBytes).reversed().thenComparing(BY_NAME);

  private Planner() {}

  public static ObjectPlan plan(ClassModel model) {
    List<FieldModel> boxed = fields(model, Shape.Boxed.class, BY_FALLING_WIDTH).toList();
    int nullsBytes = nullsBytes(boxed.size());
    int offset = nullsBytes;
    List<Operation> inline = new ArrayList<>();
    for (FieldModel field : boxed) {
      Shape.Boxed shape = (Shape.Boxed) field.shape();
      inline.add(new Operation.NullableScalar(field, shape.kind(), offset, inline.size()));
      offset += shape.widthBytes();
    }
    for (FieldModel field : fields(model, Shape.Primitive.class, BY_FALLING_WIDTH).toList()) {
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
        offset += SLOT_BYTES;
      }
    }
    // An object takes a byte at least, so that no two begin at the same place.
    return new ObjectPlan(model, nullsBytes, Math.max(offset, 1), inline, slots);
  }

  private static Stream<FieldModel> fields(
      ClassModel model, Class<? extends Shape> shape, Comparator<FieldModel> order) {
    return model.fields().stream().filter(field -> shape.isInstance(field.shape())).sorted(order);
  }

  private static int widthBytes(FieldModel field) {
    return ((Shape.Inline) field.shape()).widthBytes();
  }

  /// One, two or four bytes for up to 32 boxed fields, and four for each further 32.
  private static int nullsBytes(int boxed) {
    if (boxed == 0) {
      return 0;
    }
    int bytes = Math.ceilDiv(boxed, Byte.SIZE);
    return bytes <= 2 ? bytes : Math.ceilDiv(bytes, Integer.BYTES) * Integer.BYTES;
  }
}
