// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;

import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.classfile.ClassBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/// One generated class in the making: what all of its methods share.
///
/// @param plan what is compiled
/// @param registry where the codecs of other classes are
/// @param self the generated class
/// @param constants the objects it refers to
record Unit(ObjectLayout plan, TypeRegistry registry, ClassDesc self, Constants constants) {

  /// Numbers per method, at most: what C2 compiles quickly, and inlines as a whole or not at all.
  private static final int NUMBERS_PER_METHOD = 32;

  /// Slots per method.
  static final int SLOTS_PER_METHOD = 16;

  ClassDesc type() {
    return describe(plan.type());
  }

  static ClassDesc describe(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /// Whether plain bytecode of a nestmate may touch a field.
  boolean isDirect(Field field) {
    return field.getDeclaringClass().isNestmateOf(plan.type());
  }

  boolean isDirectToWrite(Field field) {
    return isDirect(field) && !Modifier.isFinal(field.getModifiers());
  }

  /// The type that a field has in the descriptor of a handle.
  static ClassDesc erased(Field field) {
    return field.getType().isPrimitive() ? describe(field.getType()) : CD_Object;
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
      throw new IllegalStateException("type=" + type + " is planned as registered, but is not");
    }
    return entry;
  }

  /// The inline operations, cut into what one method does. Boxed fields come first and are cut
  /// where a word of the null bitmap ends.
  List<List<Operation>> inlineParts(int boxedPerMethod) {
    List<List<Operation>> parts = new ArrayList<>();
    List<Operation> part = new ArrayList<>();
    for (Operation operation : plan.inline()) {
      if (operation.field().isSkipped()) {
        continue;
      }
      boolean wordEnded =
          !part.isEmpty()
              && nullWord(part.getLast(), boxedPerMethod) != nullWord(operation, boxedPerMethod);
      if (part.size() == NUMBERS_PER_METHOD || wordEnded) {
        parts.add(part);
        part = new ArrayList<>();
      }
      part.add(operation);
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }

  /// The word of the null bitmap that an operation needs, or -1.
  private static int nullWord(Operation operation, int boxedPerMethod) {
    return operation instanceof Operation.NullableScalar scalar
        ? scalar.bit() / boxedPerMethod
        : -1;
  }

  /// How wide the word of the null bitmap that starts at a bit is, in bytes. The last one goes on
  /// to the bitmap's end.
  int nullWordBytes(int firstBit, int boxedPerMethod) {
    long boxed = plan.inline().stream().filter(Operation.NullableScalar.class::isInstance).count();
    boolean last = firstBit + boxedPerMethod >= boxed;
    return last ? plan.nullsBytes() - firstBit / Byte.SIZE : boxedPerMethod / Byte.SIZE;
  }

  /// The slots, cut into what one method does.
  List<List<Operation.Slot>> slotParts() {
    List<List<Operation.Slot>> parts = new ArrayList<>();
    for (int i = 0; i < plan.slots().size(); i += SLOTS_PER_METHOD) {
      int end = Math.min(i + SLOTS_PER_METHOD, plan.slots().size());
      parts.add(plan.slots().subList(i, end));
    }
    return parts;
  }

  /// The compact numbers, cut into what one method does.
  List<List<Operation.Compact>> compactParts() {
    List<List<Operation.Compact>> parts = new ArrayList<>();
    for (int i = 0; i < plan.compact().size(); i += NUMBERS_PER_METHOD) {
      int end = Math.min(i + NUMBERS_PER_METHOD, plan.compact().size());
      parts.add(plan.compact().subList(i, end));
    }
    return parts;
  }

  /// The containers, each of which gets methods of its own.
  List<Shape.Table> tables() {
    List<Shape.Table> tables = new ArrayList<>();
    plan.slots().forEach(slot -> addTables(slot.shape(), tables));
    return tables;
  }

  private static void addTables(Shape shape, List<Shape.Table> tables) {
    if (shape instanceof Shape.Table table && !tables.contains(table)) {
      tables.add(table);
      table.columns().forEach(column -> addTables(column, tables));
    }
  }

  /// The methods of one class, both dialects.
  void emit(ClassBuilder builder) {
    for (Dialect dialect : Dialect.values()) {
      if (!plan.model().isForeign()) {
        new WriteEmitter(this, dialect).emit(builder);
      }
      new ReadEmitter(this, dialect).emit(builder);
    }
  }
}
