// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.custom.UserTypes;
import dev.segue.serializer.internal.evolution.Defaults;
import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.FinalFields;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Examines classes before they become known: determines whether and how they can be serialized.
final class Examination {

  private final RegisteredClasses registered;
  private final Shapes shapes;
  private final FinalFields policy = FinalFields.current();
  private final ClassModels reader;

  /// The models of the known classes and of the examined ones.
  private final Map<Class<?>, ClassModel> models;

  private final Set<Class<?>> examined = new LinkedHashSet<>();
  private final Deque<Class<?>> declared = new ArrayDeque<>();

  /// @param shapes classifies the types that the classes declare
  /// @param tracksReferences whether the serializer keeps shared objects
  /// @param known the models of the classes that are known
  Examination(
      RegisteredClasses registered,
      Shapes shapes,
      boolean tracksReferences,
      Map<Class<?>, ClassModel> known) {
    this.registered = registered;
    this.shapes = shapes;
    this.reader = new ClassModels(shapes, policy, tracksReferences);
    this.models = new HashMap<>(known);
  }

  /// Examines one class.
  ///
  /// @throws SerializationException if it cannot be serialized or accessed
  void add(Class<?> type) {
    TypeSchema.Kind kind = registered.kind(type);
    registered.requireState(type);
    if (kind == TypeSchema.Kind.THROWABLE) {
      UserTypes.requireSettable(type, policy);
    }
    if (kind.hasFields()) {
      ClassModel model = Defaults.complete(reader.of(type));
      models.put(type, model);
      Access.lookupIn(type);
      Access.requireSettable(model.reflected(), policy);
    }
    examined.add(type);
  }

  /// Examines a class, unless it is known, and all classes with a layout that it declares.
  ///
  /// @throws SerializationException if one cannot be serialized or accessed
  void addReachable(Class<?> type) {
    List<Class<?>> added = new ArrayList<>();
    declared.add(type);
    try {
      while (!declared.isEmpty()) {
        Class<?> next = declared.poll();
        if (!examined.contains(next) && !models.containsKey(next)) {
          add(next);
          added.add(next);
          follow(next);
        }
      }
    } catch (RuntimeException | LinkageError e) {
      declared.clear();
      added.forEach(examined::remove);
      added.forEach(models::remove);
      throw e;
    }
  }

  private void follow(Class<?> type) {
    if (type.isEnum()) {
      EnumConstants _ = EnumConstants.of(type); // initializes the enum while no lock is held
    } else if (type.isArray()) {
      follow(shapes.of(type.componentType()));
    }
    ClassModel model = models.get(type);
    if (model != null) {
      for (FieldModel field : model.fields()) {
        follow(field.shape());
      }
    }
  }

  private void follow(Shape shape) {
    if (shape instanceof Shape.Bean bean) {
      declared.add(bean.type());
    } else if (shape instanceof Shape.Table table) {
      for (Shape column : table.columns()) {
        follow(column);
      }
    }
  }

  /// The model of an examined class; null if it is not written field by field.
  @Nullable ClassModel model(Class<?> type) {
    return models.get(type);
  }

  /// The examined classes, which have no numbers yet.
  List<LocalType> types() {
    List<LocalType> types = new ArrayList<>();
    for (Class<?> type : examined) {
      types.add(type(type, 0));
    }
    return types;
  }

  /// An examined class.
  LocalType type(Class<?> type, int number) {
    TypeSchema.Kind kind = registered.kind(type);
    int fingerprint = registered.fingerprint(type, kind, shapes, models);
    ClassModel model = kind.hasFields() ? models.get(type) : null;
    return new LocalType(type, number, fingerprint, kind, model, shapes);
  }
}
