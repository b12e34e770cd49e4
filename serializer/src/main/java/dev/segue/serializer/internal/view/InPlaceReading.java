// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides which fields of another writer's payloads a view can read in place, as in the
/// serializer's own payloads: fields of the same type, and some of a similar type.
final class InPlaceReading {

  private final ViewedValuePlanner viewedValues;

  /// @param viewedValues plans on the writer's layouts
  InPlaceReading(ViewedValuePlanner viewedValues) {
    this.viewedValues = viewedValues;
  }

  /// Plans how a method reads the writer's field.
  ///
  /// @param own the method's value in the serializer's own payloads
  /// @param wanted the reader's field
  /// @return null if the field cannot be read in place
  @Nullable ViewedValue find(Method method, ViewedValue own, Operation wanted, Operation written) {
    if (own instanceof ViewedValue.Presence) {
      return new ViewedValue.Presence(written);
    }
    PrimitiveKind kind = written.number();
    if (own instanceof ViewedValue.Numeric number
        && kind != null
        && (kind == number.kind() || Conversion.Widening.isLossless(kind, number.kind()))) {
      return new ViewedValue.Numeric(written, number.kind());
    }
    boolean isConverted = written.field().conversion() != null;
    if (isConverted && !keepsRows(wanted.field().shape(), written.field().shape())) {
      return null;
    }
    ViewedValue viewedValue = viewedValues.find(method, written);
    if (viewedValue == null
        || viewedValue.getClass() != own.getClass()
        || (isConverted && isWhole(viewedValue))) {
      return null;
    }
    return viewedValue;
  }

  /// Whether a container of another kind has the same elements, in the same order, after conversion
  /// to the reader's kind.
  private static boolean keepsRows(Shape wanted, Shape written) {
    return wanted instanceof Shape.Table table
        && written instanceof Shape.Table other
        && table.columns().size() == 1
        && other.columns().size() == 1
        && (table.type().isArray()
            || table.type() == Collection.class
            || List.class.isAssignableFrom(table.type()))
        && isSame(table.columns().getFirst(), other.columns().getFirst());
  }

  private static boolean isSame(Shape wanted, Shape written) {
    return switch (wanted) {
      case Shape.Bean bean ->
          written instanceof Shape.Bean other && bean.type().isAssignableFrom(other.type());
      case Shape.Text _ -> written instanceof Shape.Text;
      case Shape.Boxed boxed -> boxed.equals(written);
      case Shape.Primitive _,
          Shape.EnumConstant _,
          Shape.PrimitiveArray _,
          Shape.Table _,
          Shape.Any _,
          Shape.Foreign _ ->
          false;
    };
  }

  /// Whether a method returns the value itself, not a part of it.
  static boolean isWhole(ViewedValue viewedValue) {
    return switch (viewedValue) {
      case ViewedValue.Numeric _, ViewedValue.Constant _, ViewedValue.Presence _ -> true;
      case ViewedValue.Value(var _, var part) ->
          part instanceof ViewedParts.Whole || part instanceof ViewedParts.Text;
      case ViewedValue.ElementCount _,
          ViewedValue.RowCount _,
          ViewedValue.Element _,
          ViewedValue.InlineRow _,
          ViewedValue.Row _,
          ViewedValue.Evolved _ ->
          false;
    };
  }
}
