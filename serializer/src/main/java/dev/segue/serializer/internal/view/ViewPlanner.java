// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.ViewPath;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plans the view of an interface on a layout: finds the field that each method reads, or rejects
/// the interface.
final class ViewPlanner {

  private final Class<?> view;
  private final ObjectLayout layout;
  private final PlanningContext context;
  private final ViewedValuePlanner viewedValues;

  /// @param layout a layout from the context
  ViewPlanner(Class<?> view, ObjectLayout layout, PlanningContext context) {
    this.view = view;
    this.layout = layout;
    this.context = context;
    this.viewedValues = new ViewedValuePlanner(context);
  }

  ViewPlan plan(@Nullable Root root) {
    List<Accessor> accessors = new ArrayList<>();
    for (Method method : ViewMethods.of(view)) {
      accessors.add(accessor(method, accessors.size(), path(method)));
    }
    return new ViewPlan(view, layout, accessors, root);
  }

  /// The names of the fields that lead to a method's value, separated by dots: the annotated path,
  /// or the field with the method's name, or the field in a name such as `hasX` or `xCount`.
  String path(Method method) {
    ViewPath annotated = method.getAnnotation(ViewPath.class);
    if (annotated != null) {
      return annotated.value();
    }
    String name = method.getName();
    String field = ViewMethods.field(method);
    return find(layout, name) == null && find(layout, field) != null ? field : name;
  }

  /// Plans how a method reads the value that a path leads to.
  Accessor accessor(Method method, int number, String path) {
    List<Accessor.Step> steps = new ArrayList<>();
    ObjectLayout owner = layout;
    String[] names = path.split("\\.", -1);
    for (int i = 0; i < names.length - 1; i++) {
      Operation operation = operation(owner, names[i], method);
      if (!(operation instanceof Operation.Slot slot)
          || !(slot.shape() instanceof Shape.Bean bean)) {
        throw ViewMismatch.step(method, operation, "an object of a registered class");
      }
      ObjectLayout target = context.layout(bean, method, operation);
      steps.add(new Accessor.Step(owner, slot, target));
      owner = target;
    }
    Operation operation = operation(owner, names[names.length - 1], method);
    ViewedValue viewedValue = viewedValues.find(method, operation);
    if (viewedValue == null) {
      throw ViewMismatch.signature(method, operation);
    }
    String name = layout.type().getSimpleName() + "." + path;
    return new Accessor(method, number, steps, owner, viewedValue, name);
  }

  /// The field with a name.
  static Operation operation(ObjectLayout layout, String name, Method method) {
    Operation operation = find(layout, name);
    if (operation == null) {
      throw ViewMismatch.noField(method, name, layout);
    }
    return operation;
  }

  /// The field with a name, or null. If a subclass hides a field, the subclass's field counts.
  private static @Nullable Operation find(ObjectLayout layout, String name) {
    Operation found = null;
    for (Operation operation : layout.operations().toList()) {
      if (operation.field().name().equals(name)
          && (found == null || found.field().owner().isAssignableFrom(operation.field().owner()))) {
        found = operation;
      }
    }
    return found;
  }
}
