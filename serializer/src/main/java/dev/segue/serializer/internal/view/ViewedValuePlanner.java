// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/// Plans how a method of a view reads the field at the end of its path.
final class ViewedValuePlanner {

  private final PlanningContext context;

  ViewedValuePlanner(PlanningContext context) {
    this.context = context;
  }

  /// Returns null if the method's signature does not fit the field.
  @Nullable ViewedValue find(Method method, Operation operation) {
    ViewedValue viewedValue =
        switch (operation) {
          case Operation.Slot slot when method.getParameterCount() == 1 -> indexed(method, slot);
          case Operation.Slot slot when method.getParameterCount() == 0 -> whole(method, slot);
          case Operation.Constant constant
              when method.getParameterCount() == 0
                  && method.getReturnType().isAssignableFrom(constant.shape().type()) ->
              new ViewedValue.Constant(constant);
          case Operation.Slot _, Operation.Constant _ -> null;
          case Operation.Scalar scalar -> numeric(method, scalar, scalar.kind());
          case Operation.NullableScalar scalar -> numeric(method, scalar, scalar.kind());
          case Operation.Compact compact -> numeric(method, compact, compact.kind());
        };
    return viewedValue == null && ViewMethods.asksForPresence(method)
        ? new ViewedValue.Presence(operation)
        : viewedValue;
  }

  private static @Nullable ViewedValue numeric(
      Method method, Operation operation, PrimitiveKind kind) {
    return method.getParameterCount() == 0 && isOf(method.getReturnType(), kind)
        ? new ViewedValue.Numeric(operation, kind)
        : null;
  }

  private static boolean isOf(Class<?> result, PrimitiveKind kind) {
    return result == kind.primitive() || result == kind.box();
  }

  private @Nullable ViewedValue whole(Method method, Operation.Slot slot) {
    Class<?> result = method.getReturnType();
    Shape shape = slot.shape();
    if (ViewMethods.asksForCount(method) && shape instanceof Shape.PrimitiveArray array) {
      return new ViewedValue.ElementCount(slot, array.kind().widthBytes());
    }
    if (ViewMethods.asksForCount(method) && shape instanceof Shape.Table table) {
      return new ViewedValue.RowCount(slot, context.rows(table));
    }
    Part part = part(method, result, shape, slot);
    if (part == null && shape instanceof Shape.Table table) {
      part = list(method, table, slot);
    }
    return part == null ? null : new ViewedValue.Value(slot, part);
  }

  /// A reader of lists of objects, if the method returns such a list.
  private @Nullable Part list(Method method, Shape.Table table, Operation.Slot slot) {
    return method.getReturnType() == context.flyweights().list()
            && table.columns().size() == 1
            && table.columns().getFirst() instanceof Shape.Bean bean
            && method.getGenericReturnType() instanceof ParameterizedType generic
            && generic.getActualTypeArguments()[0] instanceof Class<?> element
        ? context
            .flyweights()
            .lists(new ViewedElements(context.rows(table), nested(element, bean, method, slot)))
        : null;
  }

  private Part nested(Class<?> view, Shape.Bean bean, Method method, Operation operation) {
    return new ViewedParts.Nested(
        context.views().of(view, context.layout(bean, method, operation)));
  }

  /// A reader that returns values of a shape as a type; null if there is none.
  private @Nullable Part part(Method method, Class<?> result, Shape shape, Operation operation) {
    if (shape instanceof Shape.Text && result == context.flyweights().text()) {
      return context.flyweights().texts();
    }
    if (shape instanceof Shape.Text && result.isAssignableFrom(String.class)) {
      return new ViewedParts.Text();
    }
    if (shape instanceof Shape.PrimitiveArray && result == MemorySegment.class) {
      return new ViewedParts.Slice();
    }
    if (result.isAssignableFrom(shape.type())) {
      return new ViewedParts.Whole(context.reader(shape));
    }
    if (shape instanceof Shape.Bean bean && result.isInterface()) {
      return nested(result, bean, method, operation);
    }
    return null;
  }

  private @Nullable ViewedValue indexed(Method method, Operation.Slot slot) {
    Class<?> result = method.getReturnType();
    if (method.getParameterTypes()[0] != int.class) {
      return null;
    }
    if (slot.shape() instanceof Shape.PrimitiveArray array && result == array.kind().primitive()) {
      return new ViewedValue.Element(slot, array.kind());
    }
    if (!(slot.shape() instanceof Shape.Table table) || table.columns().size() != 1) {
      return null;
    }
    ViewedRows rows = context.rows(table);
    return switch (rows.element()) {
      case Shape.Boxed boxed when isOf(result, boxed.kind()) ->
          new ViewedValue.InlineRow(slot, rows);
      case Shape.EnumConstant constant when result.isAssignableFrom(constant.type()) ->
          new ViewedValue.InlineRow(slot, rows);
      case Shape.Inline _ -> null;
      case Shape element -> {
        Part part = part(method, result, element, slot);
        yield part == null ? null : new ViewedValue.Row(slot, new ViewedElements(rows, part));
      }
    };
  }
}
