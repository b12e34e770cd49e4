// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Strings;
import dev.segue.serializer.internal.wire.Utf8Strings;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/// Emits the writing of values that get a slot: those of fields and of the elements of containers.
final class ValueWriteEmitter extends Emitter {

  /// The locals of a method that writes values of slots.
  ///
  /// @param ofElements whether they are elements of a container, which may hold what it was not
  ///   declared to: a field cannot
  record Scope(
      int memory, int current, int limit, int depth, int base, int session, boolean ofElements) {}

  ValueWriteEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// `(value, memory, current, limit, depth, base, slot, session) -> current`, as in ShapeCodec
  MethodTypeDesc valueSignature() {
    return signature(
        position, OBJECT, memory, position, position, CD_int, position, position, SESSION);
  }

  /// Writes the value in a local, and its slot; `scope.current` moves behind it.
  void emitValue(CodeBuilder code, Shape shape, int value, int slot, Scope scope) {
    switch (shape) {
      case Shape.Text _ -> {
        code.aload(value).checkcast(CD_String).aload(scope.memory);
        loadPosition(code, scope.current);
        loadPosition(code, scope.limit);
        loadPosition(code, scope.base);
        loadPosition(code, slot);
        boolean utf8 = unit.registry().options().utf8();
        code.invokestatic(
            Unit.describe(utf8 ? Utf8Strings.class : Strings.class),
            "write",
            signature(position, CD_String, memory, position, position, position, position));
        storePosition(code, scope.current);
      }
      case Shape.PrimitiveArray array when handsOver() -> {
        loadShapeCodec(code, array);
        loadValueArguments(code, value, slot, scope);
        code.invokevirtual(SHAPE_CODEC, "write", valueSignature());
        storePosition(code, scope.current);
      }
      case Shape.PrimitiveArray array -> emitArray(code, array, value, slot, scope);
      case Shape.Bean bean -> emitBean(code, bean, value, slot, scope);
      case Shape.Any any -> emitAny(code, any.type(), value, slot, scope);
      case Shape.Table table -> {
        requireDeclared(code, table.type(), value, scope);
        loadValueArguments(code, value, slot, scope);
        code.invokestatic(unit.self(), tableName("write", table), valueSignature());
        storePosition(code, scope.current);
      }
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
      case Shape.Foreign _ -> throw new AssertionError("of this side, all is known");
    }
  }

  void loadValueArguments(CodeBuilder code, int value, int slot, Scope scope) {
    code.aload(value).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.limit);
    code.iload(scope.depth);
    loadPosition(code, scope.base);
    loadPosition(code, slot);
    code.aload(scope.session);
  }

  private void putSlot(CodeBuilder code, int slot, int tag, Scope scope) {
    code.aload(scope.memory);
    loadPosition(code, slot);
    loadPosition(code, scope.base);
    loadPosition(code, scope.current);
    code.loadConstant(tag);
    slots(code, "put", CD_void, memory, position, position, position, CD_int);
  }

  /// Writes a null and leaves, or goes on.
  private void emitNull(CodeBuilder code, int value, int slot, Scope scope, Label end) {
    Label present = code.newLabel();
    code.aload(value).ifnonnull(present);
    putSlot(code, slot, Slots.NULL, scope);
    code.goto_(end).labelBinding(present);
  }

  /// Writes a back reference and leaves, if the value was met before and references are asked for;
  /// or goes on.
  ///
  /// @param body where the value's own bytes would begin
  void emitReference(CodeBuilder code, int value, int body, int slot, Scope scope, Label end) {
    if (!tracks()) {
      return;
    }
    Label first = code.newLabel();
    int earlier = code.allocateLocal(TypeKind.INT);
    code.aload(scope.session).aload(value);
    loadAsLong(code, body);
    code.invokevirtual(SESSION, "find", signature(CD_int, OBJECT, CD_long)).istore(earlier);
    code.iload(earlier).iflt(first);
    code.iload(earlier).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.limit);
    loadPosition(code, scope.base);
    loadPosition(code, slot);
    code.invokestatic(
        TYPED_VALUES,
        "writeReference",
        signature(position, CD_int, memory, position, position, position, position));
    storePosition(code, scope.current);
    code.goto_(end).labelBinding(first);
  }

  /// Notes that the parts of an object are about to be written.
  ///
  /// @param method of Session
  /// @param number the local for [#emitClose]
  void emitOpen(CodeBuilder code, String method, int object, int session, int number) {
    code.aload(session).aload(object);
    code.invokevirtual(SESSION, method, signature(CD_int, OBJECT)).istore(number);
  }

  /// Notes that they were.
  void emitClose(CodeBuilder code, int number, int session) {
    code.aload(session).iload(number);
    code.invokevirtual(SESSION, "close", signature(CD_void, CD_int));
  }

  private void emitArray(
      CodeBuilder code, Shape.PrimitiveArray shape, int value, int slot, Scope scope) {
    ClassDesc type = Unit.describe(shape.type());
    Label end = code.newLabel();
    int behind = newPosition(code);
    int array = code.allocateLocal(TypeKind.REFERENCE);
    emitNull(code, value, slot, scope, end);
    code.aload(value).checkcast(type).astore(array);
    if (tracks()) {
      Label empty = code.newLabel();
      code.aload(array).arraylength().ifeq(empty);
      emitReference(code, value, scope.current, slot, scope, end);
      code.labelBinding(empty);
    }
    loadPosition(code, scope.current);
    code.aload(array).arraylength().loadConstant(shape.kind().widthBytes());
    loadPosition(code, scope.limit);
    slots(code, "reserve", position, position, CD_int, CD_int, position);
    storePosition(code, behind);
    code.aload(array).aload(scope.memory);
    loadPosition(code, scope.current);
    code.invokestatic(dialect.arrays(), "put", signature(CD_void, type, memory, position));
    loadPosition(code, behind);
    storePosition(code, scope.current);
    putSlot(code, slot, Slots.EXACT, scope);
    code.labelBinding(end);
  }

  private void emitBean(CodeBuilder code, Shape.Bean shape, int value, int slot, Scope scope) {
    Label other = code.newLabel();
    Label end = code.newLabel();
    emitNull(code, value, slot, scope, end);
    code.aload(value).invokevirtual(OBJECT, "getClass", signature(CD_Class));
    loadClass(code, shape.type());
    code.if_acmpne(other);
    emitReference(code, value, scope.current, slot, scope, end);
    code.loadConstant(unit.constants().codec(unit.entry(shape.type())));
    code.aload(value).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.limit);
    loadDepthBelow(code, scope.depth);
    code.aload(scope.session);
    code.invokevirtual(
        CODEC, "write", signature(position, OBJECT, memory, position, position, CD_int, SESSION));
    storePosition(code, scope.current);
    putSlot(code, slot, Slots.EXACT, scope);
    code.goto_(end).labelBinding(other);
    requireDeclared(code, shape.type(), value, scope);
    emitTyped(code, value, slot, scope);
    code.labelBinding(end);
  }

  /// Refuses an element that is not what its declaration says.
  private void requireDeclared(CodeBuilder code, Class<?> declared, int value, Scope scope) {
    if (scope.ofElements && declared != Object.class) {
      code.aload(value);
      loadClass(code, declared);
      code.invokestatic(LEAVES, "requireDeclared", signature(CD_void, OBJECT, CD_Class));
    }
  }

  /// @param declared what the value is at least
  private void emitAny(CodeBuilder code, Class<?> declared, int value, int slot, Scope scope) {
    TypeEntry leaf = leafEntry(declared);
    if (leaf == null) {
      requireDeclared(code, declared, value, scope);
      emitTyped(code, value, slot, scope);
      return;
    }
    Label other = code.newLabel();
    Label end = code.newLabel();
    code.aload(value);
    loadClass(code, declared);
    code.invokestatic(LEAVES, "is", signature(CD_boolean, OBJECT, CD_Class)).ifeq(other);
    emitLeaf(code, leaf, value, scope);
    putSlot(code, slot, Slots.TYPED, scope);
    code.goto_(end).labelBinding(other);
    requireDeclared(code, declared, value, scope);
    emitTyped(code, value, slot, scope);
    code.labelBinding(end);
  }

  /// Writes a type reference and a value behind it.
  private void emitLeaf(CodeBuilder code, TypeEntry leaf, int value, Scope scope) {
    int body = newPosition(code);
    loadPosition(code, scope.current);
    loadDistance(code, Integer.BYTES);
    loadPosition(code, scope.limit);
    slots(code, "reserve", position, position, position, position);
    storePosition(code, body);
    code.aload(scope.memory);
    loadPosition(code, scope.current);
    code.loadConstant(leaf.reference());
    put(code, "Int", CD_int);
    loadLeaf(code, leaf);
    code.aload(value);
    loadMedium(code, scope.memory, scope.session);
    loadAsLong(code, body);
    loadAsLong(code, scope.limit);
    code.invokeinterface(LEAF, "write", signature(CD_long, OBJECT, MEDIUM, CD_long, CD_long));
    storeLong(code, scope.current);
  }

  private void emitTyped(CodeBuilder code, int value, int slot, Scope scope) {
    loadRegistry(code);
    code.aload(value).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.limit);
    loadDepthBelow(code, scope.depth);
    loadPosition(code, scope.base);
    loadPosition(code, slot);
    code.aload(scope.session);
    code.invokestatic(TYPED_VALUES, "write", valueSignature().insertParameterTypes(0, REGISTRY));
    storePosition(code, scope.current);
  }
}
