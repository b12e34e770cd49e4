// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;

import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/// A codec class that is being generated: the state that the emitters of its methods share.
///
/// @param plan the class to serialize
/// @param registry the codecs of other classes
/// @param self the generated class
/// @param constants the objects that it refers to
record Unit(ObjectLayout plan, TypeRegistry registry, ClassDesc self, Constants constants) {

  ClassDesc type() {
    return Descriptors.of(plan.type());
  }

  /// Whether the bytecode of a nestmate can access a field.
  boolean isDirect(Field field) {
    return field.getDeclaringClass().isNestmateOf(plan.type());
  }

  boolean isDirectToWrite(Field field) {
    return isDirect(field) && !Modifier.isFinal(field.getModifiers());
  }

  /// The type of a field in the descriptor of its method handle.
  static ClassDesc erased(Field field) {
    return field.getType().isPrimitive() ? Descriptors.of(field.getType()) : CD_Object;
  }

  DynamicConstantDesc<?> getter(Field field) {
    return constants.of(
        "get " + field,
        CD_MethodHandle,
        () -> Access.getter(field).asType(MethodType.methodType(erasedClass(field), plan.type())));
  }

  DynamicConstantDesc<?> setter(Field field) {
    return constants.of(
        "set " + field,
        CD_MethodHandle,
        () -> {
          MethodHandle setter = Access.setter(field);
          return setter.asType(MethodType.methodType(void.class, plan.type(), erasedClass(field)));
        });
  }

  private static Class<?> erasedClass(Field field) {
    return field.getType().isPrimitive() ? field.getType() : Object.class;
  }

  TypeEntry entry(Class<?> type) {
    TypeEntry entry = registry.entry(type);
    if (entry == null) {
      throw new IllegalStateException(
          "type=" + type + " is planned as registered, but has no entry");
    }
    return entry;
  }

  /// The containers, each of which has its own methods.
  List<Shape.Table> tables() {
    List<Shape.Table> tables = new ArrayList<>();
    plan.slots().forEach(slot -> addTables(slot.shape(), tables));
    return tables;
  }

  /// The name of a container's method.
  String tableName(String verb, Shape.Table table) {
    return verb + "Table" + tables().indexOf(table);
  }

  private static void addTables(Shape shape, List<Shape.Table> tables) {
    if (shape instanceof Shape.Table table && !tables.contains(table)) {
      tables.add(table);
      table.columns().forEach(column -> addTables(column, tables));
    }
  }
}
