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
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/// Emits the reading of values that slots tell of: those of fields and of the elements of
/// containers.
final class ValueReadEmitter extends Emitter {

  /// The locals of a method that reads values of slots: `next` is where the one in progress ends.
  record Scope(
      int memory, int current, int next, int end, int depth, int base, int slot, int session) {}

  ValueReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// `(memory, current, end, depth, slot, session) -> value`, as in ShapeCodec
  MethodTypeDesc valueSignature() {
    return signature(OBJECT, memory, position, position, CD_int, CD_int, SESSION);
  }

  Scope scope(
      CodeBuilder code, int memory, int current, int end, int depth, int base, int session) {
    int next = newPosition(code);
    int slot = code.allocateLocal(TypeKind.INT);
    return new Scope(memory, current, next, end, depth, base, slot, session);
  }

  void emitFinish(CodeBuilder code, int current, int end) {
    loadAsLong(code, current);
    loadAsLong(code, end);
    slots(code, "finish", CD_void, CD_long, CD_long);
  }

  /// Keeps the slot on the stack, and where its value ends.
  void emitSlot(CodeBuilder code, Scope scope) {
    code.istore(scope.slot).iload(scope.slot);
    loadPosition(code, scope.base);
    loadPosition(code, scope.current);
    loadPosition(code, scope.end);
    slots(code, "end", position, CD_int, position, position, position);
    storePosition(code, scope.next);
  }

  /// Leaves the value between `current` and `next` on the stack.
  void emitValue(CodeBuilder code, Shape shape, Scope scope) {
    switch (shape) {
      case Shape.Text _ -> {
        if (counts()) {
          emitCharge(code, scope, 1, scope.current);
        }
        code.aload(scope.memory);
        loadPosition(code, scope.current);
        loadPosition(code, scope.next);
        code.iload(scope.slot);
        code.invokestatic(
            Unit.describe(Strings.class),
            "read",
            signature(CD_String, memory, position, position, CD_int));
      }
      case Shape.PrimitiveArray array when handsOver() -> {
        loadShapeCodec(code, array);
        code.aload(scope.memory);
        loadPosition(code, scope.current);
        loadPosition(code, scope.next);
        code.iload(scope.depth).iload(scope.slot).aload(scope.session);
        code.invokevirtual(SHAPE_CODEC, "read", valueSignature());
        code.checkcast(Unit.describe(array.type()));
      }
      case Shape.PrimitiveArray array -> emitArray(code, array, scope);
      case Shape.Bean bean -> emitBeanValue(code, bean, scope);
      case Shape.Any any -> emitAny(code, any.type(), scope);
      case Shape.Table table -> {
        code.aload(scope.memory);
        loadPosition(code, scope.current);
        loadPosition(code, scope.next);
        code.iload(scope.depth).iload(scope.slot).aload(scope.session);
        code.invokestatic(unit.self(), tableName("read", table), valueSignature());
      }
      case Shape.Foreign _ -> emitInterpreted(code, shape, "read", valueSignature(), scope);
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
    }
  }

  /// Reads past a value of which nothing is made, noting the objects in it that others refer to.
  void emitSkip(CodeBuilder code, Shape shape, Scope scope) {
    MethodTypeDesc skip = signature(CD_void, memory, position, position, CD_int, CD_int, SESSION);
    emitInterpreted(code, shape, "skip", skip, scope);
  }

  private void emitInterpreted(
      CodeBuilder code, Shape shape, String method, MethodTypeDesc signature, Scope scope) {
    loadShapeCodec(code, shape);
    code.aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.next);
    code.iload(scope.depth).iload(scope.slot).aload(scope.session);
    code.invokevirtual(SHAPE_CODEC, method, signature);
  }

  /// Counts the allocation of as many bytes as the value has.
  private void emitCharge(CodeBuilder code, Scope scope, int widthBytes, int current) {
    code.aload(scope.session);
    loadAsLong(code, scope.next);
    loadAsLong(code, scope.current);
    code.lsub().l2i().loadConstant(widthBytes);
    loadAsLong(code, current);
    code.invokevirtual(SESSION, "charge", signature(CD_void, CD_int, CD_int, CD_long));
  }

  private void branchUnlessExact(CodeBuilder code, int slot, Label other) {
    code.iload(slot).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
    code.loadConstant(Slots.EXACT).if_icmpne(other);
  }

  private void emitArray(CodeBuilder code, Shape.PrimitiveArray shape, Scope scope) {
    ClassDesc type = Unit.describe(shape.type());
    Label other = code.newLabel();
    Label end = code.newLabel();
    int array = code.allocateLocal(TypeKind.REFERENCE);
    branchUnlessExact(code, scope.slot, other);
    if (counts()) {
      emitCharge(code, scope, 1, scope.current);
    }
    loadAsLong(code, scope.next);
    loadAsLong(code, scope.current);
    code.lsub().loadConstant(shape.kind().widthBytes());
    loadAsLong(code, scope.current);
    code.invokestatic(SEQUENCES, "elements", signature(CD_int, CD_long, CD_int, CD_long));
    code.newarray(TypeKind.from(shape.kind().primitive())).astore(array);
    code.aload(array).aload(scope.memory);
    loadPosition(code, scope.current);
    code.invokestatic(dialect.arrays(), "get", signature(CD_void, type, memory, position));
    if (tracks()) {
      Label empty = code.newLabel();
      code.aload(array).arraylength().ifeq(empty);
      code.aload(scope.session).aload(array);
      loadAsLong(code, scope.current);
      loadAsLong(code, scope.next);
      code.invokevirtual(SESSION, "add", signature(CD_void, OBJECT, CD_long, CD_long));
      code.labelBinding(empty);
    }
    code.aload(array).goto_(end).labelBinding(other);
    if (tracks()) {
      emitTyped(code, shape.type(), scope);
      code.checkcast(type);
    } else {
      code.iload(scope.slot);
      loadAsLong(code, scope.current);
      loadAsLong(code, scope.next);
      slots(code, "nothing", CD_void, CD_int, CD_long, CD_long);
      code.aconst_null();
    }
    code.labelBinding(end);
  }

  private void emitBeanValue(CodeBuilder code, Shape.Bean shape, Scope scope) {
    Label other = code.newLabel();
    Label end = code.newLabel();
    branchUnlessExact(code, scope.slot, other);
    code.loadConstant(unit.constants().codec(unit.entry(shape.type())));
    code.aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.next);
    loadDepthBelow(code, scope.depth);
    code.aload(scope.session);
    code.invokevirtual(
        CODEC, "read", signature(OBJECT, memory, position, position, CD_int, SESSION));
    code.goto_(end).labelBinding(other);
    emitTyped(code, shape.type(), scope);
    code.labelBinding(end);
  }

  /// @param expected what the declaration tells
  private void emitAny(CodeBuilder code, Class<?> expected, Scope scope) {
    TypeEntry leaf = leafEntry(expected);
    if (leaf == null) {
      emitTyped(code, expected, scope);
      return;
    }
    Label other = code.newLabel();
    Label end = code.newLabel();
    code.iload(scope.slot).loadConstant(leaf.reference()).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.next);
    code.invokestatic(
        LEAVES, "isAt", signature(CD_boolean, CD_int, CD_int, memory, position, position));
    code.ifeq(other);
    loadLeaf(code, leaf);
    loadMedium(code, scope.memory, scope.session);
    loadAsLong(code, scope.current);
    code.loadConstant((long) Integer.BYTES).ladd();
    loadAsLong(code, scope.next);
    code.invokeinterface(LEAF, "read", signature(OBJECT, MEDIUM, CD_long, CD_long));
    code.goto_(end).labelBinding(other);
    emitTyped(code, expected, scope);
    code.labelBinding(end);
  }

  private void emitTyped(CodeBuilder code, Class<?> expected, Scope scope) {
    loadRegistry(code);
    code.aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.next);
    loadDepthBelow(code, scope.depth);
    code.iload(scope.slot);
    loadClass(code, expected);
    code.aload(scope.session);
    code.invokestatic(
        TYPED_VALUES,
        "read",
        signature(OBJECT, REGISTRY, memory, position, position, CD_int, CD_int, CD_Class, SESSION));
  }
}
