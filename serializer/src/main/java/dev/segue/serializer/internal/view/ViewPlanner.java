// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.payload.PartReader;
import dev.segue.serializer.internal.payload.Payload;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Holds the methods of an interface against a layout: each is found its field, or refused.
final class ViewPlanner {

  private static final String PRESENCE = "has";
  private static final String COUNT = "Count";

  /// Where the views of other interfaces come from.
  interface Views {
    ViewFactory of(Class<?> view, ObjectLayout layout);
  }

  private final Class<?> view;
  private final ObjectLayout layout;
  private final Layouts layouts;
  private final Surface surface;
  private final Payload payload;
  private final Views views;

  ViewPlanner(
      Class<?> view,
      ObjectLayout layout,
      Layouts layouts,
      Surface surface,
      Payload payload,
      Views views) {
    this.view = view;
    this.layout = layout;
    this.layouts = layouts;
    this.surface = surface;
    this.payload = payload;
    this.views = views;
  }

  ViewPlan plan(@Nullable Root root) {
    if (!view.isInterface() || view.isAnnotation() || view.isHidden() || view.isSealed()) {
      throw new IllegalArgumentException(
          "a view must be an interface, neither sealed nor hidden nor an annotation: "
              + view.getName());
    }
    List<Accessor> accessors = new ArrayList<>();
    for (Method method : abstractMethods()) {
      accessors.add(accessor(method, accessors.size()));
    }
    return new ViewPlan(view, layout, accessors, root);
  }

  /// Those that need code, in an order that does not depend on the JVM.
  private List<Method> abstractMethods() {
    Method[] all = view.getMethods();
    return Stream.of(all)
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .filter(method -> !isImplemented(method, all) && !isOfEveryObject(method))
        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
        .toList();
  }

  private static boolean isImplemented(Method method, Method[] all) {
    return Arrays.stream(all).anyMatch(other -> other.isDefault() && isSame(other, method));
  }

  private static boolean isOfEveryObject(Method method) {
    return Stream.of(Object.class.getMethods()).anyMatch(known -> isSame(known, method));
  }

  private static boolean isSame(Method one, Method other) {
    return one.getName().equals(other.getName())
        && one.getReturnType() == other.getReturnType()
        && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
  }

  private Accessor accessor(Method method, int number) {
    return accessor(method, number, path(method));
  }

  /// The field that a method asks for, and the way there.
  String path(Method method) {
    String annotated = surface.path(method);
    return annotated != null ? annotated : implied(method);
  }

  /// How a method reads what a path leads to.
  Accessor accessor(Method method, int number, String path) {
    List<Accessor.Step> steps = new ArrayList<>();
    ObjectLayout owner = layout;
    String[] names = path.split("\\.", -1);
    for (int i = 0; i < names.length - 1; i++) {
      Operation operation = operation(owner, names[i], method);
      if (!(operation instanceof Operation.Slot slot)
          || !(slot.shape() instanceof Shape.Bean bean)) {
        throw mismatch(method, operation, "an object of a registered class");
      }
      ObjectLayout target = target(bean, method, operation);
      steps.add(new Accessor.Step(owner, slot, target));
      owner = target;
    }
    Operation operation = operation(owner, names[names.length - 1], method);
    ViewedValue leaf = leaf(method, operation);
    String name = layout.type().getSimpleName() + "." + path;
    return new Accessor(method, number, steps, owner, leaf, name);
  }

  private ObjectLayout target(Shape.Bean bean, Method method, Operation operation) {
    ObjectLayout target = layouts.of(bean.type());
    if (target == null) {
      throw mismatch(method, operation, "an object of a class with fields");
    }
    return target;
  }

  /// The field that a method without a path means: that of its name, or what is left of the name
  /// without what asks for its presence or its count.
  private String implied(Method method) {
    String name = method.getName();
    if (find(layout, name) == null) {
      if (asksForPresence(method) && name.length() > PRESENCE.length()) {
        String capitalized = name.substring(PRESENCE.length());
        String field =
            capitalized.substring(0, 1).toLowerCase(Locale.ROOT) + capitalized.substring(1);
        return find(layout, field) != null ? field : name;
      }
      if (asksForCount(method)) {
        String field = name.substring(0, name.length() - COUNT.length());
        return find(layout, field) != null ? field : name;
      }
    }
    return name;
  }

  private static boolean asksForPresence(Method method) {
    return method.getReturnType() == boolean.class
        && method.getParameterCount() == 0
        && method.getName().startsWith(PRESENCE);
  }

  private static boolean asksForCount(Method method) {
    return method.getReturnType() == int.class
        && method.getParameterCount() == 0
        && method.getName().endsWith(COUNT);
  }

  Operation operation(ObjectLayout plan, String name, Method method) {
    Operation operation = find(plan, name);
    if (operation == null) {
      throw new IllegalArgumentException(
          "%s.%s() reads the field %s, but %s has only %s; @ViewPath names another one"
              .formatted(
                  method.getDeclaringClass().getSimpleName(),
                  method.getName(),
                  name,
                  plan.type().getName(),
                  operations(plan).map(known -> known.field().name()).sorted().toList()));
    }
    return operation;
  }

  static Stream<Operation> operations(ObjectLayout plan) {
    return Stream.of(plan.inline(), plan.compact(), plan.slots()).flatMap(List::stream);
  }

  /// The field of a name; where a subclass hides one, the subclass's.
  private static @Nullable Operation find(ObjectLayout plan, String name) {
    Operation found = null;
    for (Operation operation : operations(plan).toList()) {
      if (operation.field().name().equals(name)
          && (found == null || found.field().owner().isAssignableFrom(operation.field().owner()))) {
        found = operation;
      }
    }
    return found;
  }

  private ViewedValue leaf(Method method, Operation operation) {
    ViewedValue leaf = find(method, operation);
    if (leaf == null) {
      throw new IllegalArgumentException(
          "%s.%s(%s) returns %s, but %s is %s"
              .formatted(
                  method.getDeclaringClass().getSimpleName(),
                  method.getName(),
                  Arrays.stream(method.getGenericParameterTypes())
                      .map(ViewPlanner::simple)
                      .collect(Collectors.joining(", ")),
                  simple(method.getGenericReturnType()),
                  operation.field().qualifiedName(),
                  named(operation)));
    }
    return leaf;
  }

  /// The type of a field, with an article.
  private static String named(Operation operation) {
    String name = simple(operation.field().field().getGenericType());
    return ("aeiouAEIOU".indexOf(name.charAt(0)) < 0 ? "a " : "an ") + name;
  }

  /// A type without its packages and enclosing classes.
  private static String simple(Type type) {
    return type.getTypeName().replaceAll("[\\w.]+[.$](?=\\w)", "");
  }

  /// How a method reads a field, or null if it does not go with it.
  @Nullable ViewedValue find(Method method, Operation operation) {
    ViewedValue leaf =
        switch (operation) {
          case Operation.Slot slot when method.getParameterCount() == 1 -> indexed(method, slot);
          case Operation.Slot slot when method.getParameterCount() == 0 -> whole(method, slot);
          case Operation.Constant constant
              when method.getParameterCount() == 0
                  && method.getReturnType().isAssignableFrom(constant.shape().type()) ->
              new ViewedValue.Constant(constant);
          case Operation.Scalar scalar when isOf(method, scalar.kind()) ->
              new ViewedValue.Numeric(scalar, scalar.kind());
          case Operation.NullableScalar scalar when isOf(method, scalar.kind()) ->
              new ViewedValue.Numeric(scalar, scalar.kind());
          case Operation.Compact compact when isOf(method, compact.kind()) ->
              new ViewedValue.Numeric(compact, compact.kind());
          default -> null;
        };
    return leaf == null && asksForPresence(method) ? new ViewedValue.Presence(operation) : leaf;
  }

  private static boolean isOf(Method method, PrimitiveKind kind) {
    return method.getParameterCount() == 0 && isOf(method.getReturnType(), kind);
  }

  private static boolean isOf(Class<?> result, PrimitiveKind kind) {
    return result == kind.primitive() || result == kind.box();
  }

  private @Nullable ViewedValue whole(Method method, Operation.Slot slot) {
    Class<?> result = method.getReturnType();
    Shape shape = slot.shape();
    if (asksForCount(method) && shape instanceof Shape.PrimitiveArray array) {
      return new ViewedValue.ElementCount(slot, array.kind().widthBytes());
    }
    if (asksForCount(method) && shape instanceof Shape.Table table) {
      return new ViewedValue.RowCount(slot, new ViewedRows(payload.registry(), table));
    }
    Part part = part(method, result, shape, slot);
    if (part == null
        && result == surface.list()
        && shape instanceof Shape.Table table
        && table.columns().size() == 1
        && table.columns().getFirst() instanceof Shape.Bean bean
        && method.getGenericReturnType() instanceof ParameterizedType generic
        && generic.getActualTypeArguments()[0] instanceof Class<?> element) {
      ViewFactory elements = views.of(element, target(bean, method, slot));
      part = surface.lists(new ViewedRows(payload.registry(), table), elements);
    }
    return part == null ? null : new ViewedValue.Value(slot, part);
  }

  /// How a value of a shape is returned as a type, or null if it cannot be.
  private @Nullable Part part(Method method, Class<?> result, Shape shape, Operation operation) {
    if (shape instanceof Shape.Text && result == surface.text()) {
      return surface.texts();
    }
    if (shape instanceof Shape.Text && result.isAssignableFrom(String.class)) {
      return new ViewedParts.Text();
    }
    if (shape instanceof Shape.PrimitiveArray && result == MemorySegment.class) {
      return new ViewedParts.Slice();
    }
    if (result.isAssignableFrom(shape.type())) {
      return new ViewedParts.Whole(new PartReader(shape, payload.registry(), payload.maxDepth()));
    }
    if (shape instanceof Shape.Bean bean && result.isInterface()) {
      return new ViewedParts.Nested(views.of(result, target(bean, method, operation)));
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
    ViewedRows rows = new ViewedRows(payload.registry(), table);
    return switch (rows.element()) {
      case Shape.Boxed boxed when isOf(result, boxed.kind()) ->
          new ViewedValue.InlineRow(slot, rows);
      case Shape.EnumConstant constant when result.isAssignableFrom(constant.type()) ->
          new ViewedValue.InlineRow(slot, rows);
      case Shape.Inline _ -> null;
      case Shape element -> {
        Part part = part(method, result, element, slot);
        yield part == null ? null : new ViewedValue.Row(slot, rows, part);
      }
    };
  }

  private static IllegalArgumentException mismatch(
      Method method, Operation operation, String what) {
    return new IllegalArgumentException(
        "%s.%s() goes through %s, %s, which is not %s"
            .formatted(
                method.getDeclaringClass().getSimpleName(),
                method.getName(),
                operation.field().qualifiedName(),
                named(operation),
                what));
  }
}
