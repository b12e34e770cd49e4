// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.payload.PartReader;
import dev.segue.serializer.internal.payload.PartWriter;
import dev.segue.serializer.internal.payload.Payload;
import java.lang.reflect.Method;

/// The context for planning views on the payloads of one writer.
///
/// @param payload reads the writer's payloads
/// @param isOtherVersion whether the writer has other versions of the classes
/// @param layouts the writer's layouts
/// @param flyweights the types for strings and lists
/// @param views supplies the views that a view refers to
record PlanningContext(
    Payload payload, boolean isOtherVersion, Layouts layouts, Flyweights flyweights, Views views) {

  /// Supplies the view of an interface on one of the layouts.
  @FunctionalInterface
  interface Views {
    ViewFactory of(Class<?> view, ObjectLayout layout);
  }

  /// The layout of the objects in a field or a container.
  ///
  /// @throws IllegalArgumentException if their class has no fields
  ObjectLayout layout(Shape.Bean bean, Method method, Operation operation) {
    ObjectLayout layout = layouts.of(bean.type());
    if (layout == null) {
      throw ViewMismatch.step(method, operation, "an object of a class with fields");
    }
    return layout;
  }

  ViewedRows rows(Shape.Table table) {
    return new ViewedRows(payload.registry(), table);
  }

  PartReader reader(Shape shape) {
    return new PartReader(shape, payload.registry(), payload.maxDepth(), isOtherVersion);
  }

  PartWriter writer(Shape shape) {
    return new PartWriter(shape, payload.registry(), payload.maxDepth());
  }
}
