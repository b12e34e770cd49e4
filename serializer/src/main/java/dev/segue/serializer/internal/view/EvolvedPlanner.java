// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Plans a view on the layout of another writer. The methods name the reader's fields. The writer
/// has the same field, has it with another type, or lacks it.
final class EvolvedPlanner {

  private final ViewPlan own;
  private final PlanningContext here;
  private final ObjectLayout layout;
  private final PlanningContext there;
  private final InPlaceReading inPlace;

  /// @param own the view on the reader's layout of the class
  /// @param here plans views on the reader's layouts
  /// @param layout the writer's layout of the class
  /// @param there plans views on the writer's layouts
  EvolvedPlanner(ViewPlan own, PlanningContext here, ObjectLayout layout, PlanningContext there) {
    this.own = own;
    this.here = here;
    this.layout = layout;
    this.there = there;
    this.inPlace = new InPlaceReading(new ViewedValuePlanner(there));
  }

  ViewPlan plan(@Nullable Root root) {
    List<Accessor> accessors = own.accessors().stream().map(this::accessor).toList();
    return new ViewPlan(own.view(), layout, accessors, root);
  }

  private ViewPlanner planner(ObjectLayout layout) {
    return new ViewPlanner(own.view(), layout, here);
  }

  /// A field of an object, in the reader's and the writer's version.
  ///
  /// @param ownOwner the reader's layout of the object
  /// @param wanted the reader's field
  /// @param owner the writer's layout of the object
  /// @param written the writer's field; null if it has none
  private record FieldPair(
      ObjectLayout ownOwner, Operation wanted, ObjectLayout owner, @Nullable Operation written) {

    static FieldPair of(ObjectLayout ownOwner, Operation wanted, ObjectLayout owner) {
      Field field = wanted.field().field();
      Operation written =
          owner
              .operations()
              .filter(operation -> field.equals(operation.field().target()))
              .findFirst()
              .orElse(null);
      return new FieldPair(ownOwner, wanted, owner, written);
    }
  }

  private Accessor accessor(Accessor mine) {
    Method method = mine.method();
    List<String> names = Arrays.asList(planner(own.layout()).path(method).split("\\.", -1));
    List<Accessor.Step> steps = new ArrayList<>();
    ObjectLayout owner = layout;
    ObjectLayout ownOwner = own.layout();
    for (int i = 0; ; i++) {
      Operation wanted = ViewPlanner.operation(ownOwner, names.get(i), method);
      FieldPair field = FieldPair.of(ownOwner, wanted, owner);
      boolean isLast = i == names.size() - 1;
      ObjectLayout target = isLast ? null : target(field.written());
      ObjectLayout ownTarget = target == null ? null : here.layouts().of(target.type());
      if (target == null || ownTarget == null) {
        ViewedValue viewedValue = viewedValue(mine, field, names.subList(i, names.size()));
        return new Accessor(method, mine.number(), steps, owner, viewedValue, mine.path());
      }
      Operation.Slot slot = (Operation.Slot) Objects.requireNonNull(field.written());
      steps.add(new Accessor.Step(owner, slot, target));
      owner = target;
      ownOwner = ownTarget;
    }
  }

  /// The writer's layout of the objects in a field, if they can be viewed in place.
  private @Nullable ObjectLayout target(@Nullable Operation written) {
    return written instanceof Operation.Slot slot
            && slot.shape() instanceof Shape.Bean bean
            && slot.field().conversion() == null
        ? there.layouts().of(bean.type())
        : null;
  }

  /// @param names the rest of the path, from the field on
  private ViewedValue viewedValue(Accessor mine, FieldPair field, List<String> names) {
    boolean isLast = names.size() == 1;
    if (isLast && field.written() != null) {
      ViewedValue viewedValue =
          inPlace.find(mine.method(), mine.viewedValue(), field.wanted(), field.written());
      if (viewedValue != null) {
        return viewedValue;
      }
    }
    boolean isWhole = isLast && InPlaceReading.isWhole(mine.viewedValue());
    EvolvedField.Stage stage = isWhole ? null : stage(mine, field, String.join(".", names));
    Class<?> result = mine.method().getReturnType();
    return new ViewedValue.Evolved(
        mine.viewedValue(), new EvolvedField(origin(field), mine.viewedValue(), result, stage));
  }

  private EvolvedField.Origin origin(FieldPair field) {
    Operation written = field.written();
    return written == null
        ? missing(field.owner().model(), field.wanted().field().field())
        : new EvolvedField.Origin.Written(
            field.owner(), whole(written), conversion(written.field()));
  }

  private static EvolvedField.Origin missing(ClassModel model, Field field) {
    Class<?> type = field.getType();
    Object zero = type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    return new EvolvedField.Origin.Missing(model.defaults().get(field), zero);
  }

  /// Reads the whole value of a field as it was written.
  private ViewedValue whole(Operation written) {
    return switch (written) {
      case Operation.Constant constant -> new ViewedValue.Constant(constant);
      case Operation.Slot slot ->
          new ViewedValue.Value(slot, new ViewedParts.Whole(there.reader(slot.shape())));
      case Operation.Scalar scalar -> new ViewedValue.Numeric(scalar, scalar.kind());
      case Operation.NullableScalar scalar -> new ViewedValue.Numeric(scalar, scalar.kind());
      case Operation.Compact compact -> new ViewedValue.Numeric(compact, compact.kind());
    };
  }

  /// The conversion, without the field's name in errors, since the view's method adds its path.
  private static @Nullable Conversion conversion(FieldModel field) {
    return field.conversion() instanceof Conversion.Named named
        ? named.conversion()
        : field.conversion();
  }

  /// Writes the field again, as the only field of its class, to view a part of it.
  private EvolvedField.Stage stage(Accessor mine, FieldPair field, String path) {
    ClassModel model = field.ownOwner().model();
    FieldModel wanted = field.wanted().field();
    ObjectLayout single =
        LayoutPlanner.plan(new ClassModel(model.type(), model.creation(), List.of(wanted)), false);
    return new EvolvedField.Stage(
        here.writer(wanted.shape()), planner(single).accessor(mine.method(), 0, path));
  }
}
