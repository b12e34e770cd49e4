// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.payload.PartReader;
import dev.segue.serializer.internal.payload.PartWriter;
import dev.segue.serializer.internal.payload.Payload;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds what the methods of a view ask for in the layout of another writer: by this side's fields,
/// each of which the writer has too, or as another type, or not at all.
final class EvolvedPlanner {

  private final ViewPlan own;
  private final Function<ObjectLayout, ViewPlanner> here;
  private final Layouts ownLayouts;
  private final Payload payload;
  private final ObjectLayout layout;
  private final ViewPlanner there;
  private final Layouts layouts;
  private final Payload writer;

  /// @param own the view on this side's layout of the class
  /// @param here plans views on any layout of this side
  /// @param there plans views on the writer's layout
  EvolvedPlanner(
      ViewPlan own,
      Function<ObjectLayout, ViewPlanner> here,
      Layouts ownLayouts,
      Payload payload,
      ObjectLayout layout,
      ViewPlanner there,
      Layouts layouts,
      Payload writer) {
    this.own = own;
    this.here = here;
    this.ownLayouts = ownLayouts;
    this.payload = payload;
    this.layout = layout;
    this.there = there;
    this.layouts = layouts;
    this.writer = writer;
  }

  ViewPlan plan(@Nullable Root root) {
    List<Accessor> accessors = own.accessors().stream().map(this::accessor).toList();
    return new ViewPlan(own.view(), layout, accessors, root);
  }

  private Accessor accessor(Accessor mine) {
    Method method = mine.method();
    ViewPlanner planner = here.apply(own.layout());
    List<String> names = Arrays.asList(planner.path(method).split("\\.", -1));
    List<Accessor.Step> steps = new ArrayList<>();
    ObjectLayout owner = layout;
    ObjectLayout ownOwner = own.layout();
    for (int i = 0; ; i++) {
      Operation wanted = planner.operation(ownOwner, names.get(i), method);
      Operation written = written(owner, wanted.field().field());
      boolean isLast = i == names.size() - 1;
      ObjectLayout target = isLast ? null : target(written);
      ObjectLayout ownTarget = target == null ? null : ownLayouts.of(target.type());
      if (target == null || ownTarget == null) {
        ViewedValue own = mine.leaf();
        ViewedValue leaf = isLast ? direct(method, own, wanted, written) : null;
        if (leaf == null) {
          boolean isWhole = isLast && isWhole(own);
          List<String> rest = isWhole ? List.of() : names.subList(i, names.size());
          leaf = evolved(mine, ownOwner, wanted, owner, written, rest);
        }
        return new Accessor(method, mine.number(), steps, owner, leaf, mine.path());
      }
      steps.add(new Accessor.Step(owner, (Operation.Slot) Objects.requireNonNull(written), target));
      owner = target;
      ownOwner = ownTarget;
    }
  }

  private static @Nullable Operation written(ObjectLayout plan, Field field) {
    return ViewPlanner.operations(plan)
        .filter(operation -> field.equals(operation.field().target()))
        .findFirst()
        .orElse(null);
  }

  /// The layout of a field's objects, if they can be looked into where they are.
  private @Nullable ObjectLayout target(@Nullable Operation written) {
    return written instanceof Operation.Slot slot
            && slot.shape() instanceof Shape.Bean bean
            && slot.field().conversion() == null
        ? layouts.of(bean.type())
        : null;
  }

  /// How a field is read that stands there as it would stand here, or nearly so; or null.
  private @Nullable ViewedValue direct(
      Method method, ViewedValue own, Operation wanted, @Nullable Operation written) {
    if (written == null) {
      return null;
    }
    if (own instanceof ViewedValue.Presence) {
      return new ViewedValue.Presence(written);
    }
    PrimitiveKind kind = number(written);
    if (own instanceof ViewedValue.Numeric number
        && kind != null
        && (kind == number.kind() || Conversion.Widening.isLossless(kind, number.kind()))) {
      return new ViewedValue.Numeric(written, number.kind());
    }
    boolean isConverted = written.field().conversion() != null;
    if (isConverted && !keepsRows(wanted.field().shape(), written.field().shape())) {
      return null;
    }
    ViewedValue leaf = there.find(method, written);
    if (leaf == null || leaf.getClass() != own.getClass() || (isConverted && isWhole(leaf))) {
      return null;
    }
    return leaf;
  }

  private static @Nullable PrimitiveKind number(Operation operation) {
    return switch (operation) {
      case Operation.Scalar scalar -> scalar.kind();
      case Operation.NullableScalar scalar -> scalar.kind();
      case Operation.Compact compact -> compact.kind();
      case Operation.Constant _, Operation.Slot _ -> null;
    };
  }

  /// Whether the elements of another kind of container are the same, in the same order, when they
  /// are put into that of this side.
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
      default -> false;
    };
  }

  /// Whether nothing is to be looked into.
  private static boolean isWhole(ViewedValue leaf) {
    return switch (leaf) {
      case ViewedValue.Numeric _, ViewedValue.Constant _, ViewedValue.Presence _ -> true;
      case ViewedValue.Value(var _, var part) ->
          part instanceof ViewedParts.Whole || part instanceof ViewedParts.Text;
      default -> false;
    };
  }

  /// @param rest the way from the field's owner to what is looked at; empty if it is the value
  private ViewedValue evolved(
      Accessor mine,
      ObjectLayout ownOwner,
      Operation wanted,
      ObjectLayout owner,
      @Nullable Operation written,
      List<String> rest) {
    EvolvedField.Origin origin =
        written == null
            ? missing(owner.model(), wanted)
            : new EvolvedField.Origin.Written(owner, leaf(written), conversion(written.field()));
    EvolvedField.Stage stage = null;
    if (!rest.isEmpty()) {
      ClassModel model = ownOwner.model();
      ObjectLayout single =
          LayoutPlanner.plan(
              new ClassModel(model.type(), model.creation(), List.of(wanted.field())), false);
      Shape shape = wanted.field().shape();
      stage =
          new EvolvedField.Stage(
              new PartWriter(shape, payload.registry(), payload.maxDepth()),
              here.apply(single).accessor(mine.method(), 0, String.join(".", rest)));
    }
    Class<?> result = mine.method().getReturnType();
    return new ViewedValue.Evolved(
        mine.leaf(), new EvolvedField(origin, mine.leaf(), result, stage));
  }

  /// What a field is that the writer does not have.
  private static EvolvedField.Origin missing(ClassModel model, Operation wanted) {
    Field field = wanted.field().field();
    Class<?> type = field.getType();
    Object zero = type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    return new EvolvedField.Origin.Missing(model.defaults().get(field), zero);
  }

  /// How the value of a field is read as it was written.
  private ViewedValue leaf(Operation written) {
    return switch (written) {
      case Operation.Constant constant -> new ViewedValue.Constant(constant);
      case Operation.Slot slot -> {
        PartReader reader = new PartReader(slot.shape(), writer.registry(), writer.maxDepth());
        yield new ViewedValue.Value(slot, new ViewedParts.Whole(reader));
      }
      case Operation.Scalar _, Operation.NullableScalar _, Operation.Compact _ ->
          new ViewedValue.Numeric(written, Objects.requireNonNull(number(written)));
    };
  }

  /// The path of an error is known by the view's method.
  private static @Nullable Conversion conversion(FieldModel field) {
    return field.conversion() instanceof Conversion.Named named
        ? named.conversion()
        : field.conversion();
  }
}
