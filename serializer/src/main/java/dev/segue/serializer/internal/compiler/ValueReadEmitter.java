// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.BUFFER;
import static dev.segue.serializer.internal.compiler.Descriptors.CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.REGISTRY;
import static dev.segue.serializer.internal.compiler.Descriptors.SCALAR_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.SCALAR_CODECS;
import static dev.segue.serializer.internal.compiler.Descriptors.SEQUENCES;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.SHAPE_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.SLOTS;
import static dev.segue.serializer.internal.compiler.Descriptors.TYPED_VALUES;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
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

/// Emits code that reads values with slots: fields, and elements of containers.
final class ValueReadEmitter extends Emitter {

  /// The local variables of a method that reads values.
  ///
  /// @param next the end of the current value
  /// @param slot the current value's slot
  record Scope(Frame frame, int next, int slot) {}

  ValueReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// `(memory, current, end, depth, slot, session) -> value`, as in `ShapeCodec`
  MethodTypeDesc valueSignature() {
    return signature(OBJECT, memory, position, position, CD_int, CD_int, SESSION);
  }

  Scope scope(CodeBuilder code, Frame frame) {
    int next = newPosition(code);
    int slot = code.allocateLocal(TypeKind.INT);
    return new Scope(frame, next, slot);
  }

  /// Checks that the last value ends where its object or container ends.
  void emitFinish(CodeBuilder code, Frame frame) {
    loadAsLong(code, frame.current());
    loadAsLong(code, frame.end());
    slots(code, "finish", CD_void, CD_long, CD_long);
  }

  /// Stores the slot that is on the stack, and the end of its value.
  void emitSlot(CodeBuilder code, Scope scope) {
    Frame frame = scope.frame;
    code.istore(scope.slot).iload(scope.slot);
    loadPosition(code, frame.base());
    loadPosition(code, frame.current());
    loadPosition(code, frame.end());
    slots(code, "end", position, CD_int, position, position, position);
    storePosition(code, scope.next);
  }

  /// Leaves the value between `current` and `next` on the stack.
  void emitValue(CodeBuilder code, Shape shape, Scope scope) {
    switch (shape) {
      case Shape.Text _ -> {
        if (counts()) {
          emitCharge(code, scope);
        }
        loadValue(code, scope);
        code.iload(scope.slot);
        code.invokestatic(
            Descriptors.of(Strings.class),
            "read",
            signature(CD_String, memory, position, position, CD_int));
      }
      case Shape.PrimitiveArray array -> emitArray(code, array, scope);
      case Shape.Bean bean -> emitBeanValue(code, bean, scope);
      case Shape.Any any -> emitAny(code, any.type(), scope);
      case Shape.Table table -> {
        loadValueArguments(code, scope);
        code.invokestatic(unit.self(), unit.tableName("read", table), valueSignature());
      }
      case Shape.Foreign _ -> emitInterpreted(code, shape, "read", valueSignature(), scope);
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
    }
  }

  /// Skips a value without creating it, but records the objects in it that later values refer to.
  void emitSkip(CodeBuilder code, Shape shape, Scope scope) {
    MethodTypeDesc skip = signature(CD_void, memory, position, position, CD_int, CD_int, SESSION);
    emitInterpreted(code, shape, "skip", skip, scope);
  }

  private void emitInterpreted(
      CodeBuilder code, Shape shape, String method, MethodTypeDesc signature, Scope scope) {
    loadShapeCodec(code, shape);
    loadValueArguments(code, scope);
    code.invokevirtual(SHAPE_CODEC, method, signature);
  }

  private void loadValue(CodeBuilder code, Scope scope) {
    loadRange(code, scope.frame.memory(), scope.frame.current(), scope.next);
  }

  /// Loads the arguments of [#valueSignature].
  private void loadValueArguments(CodeBuilder code, Scope scope) {
    loadValue(code, scope);
    code.iload(scope.frame.depth()).iload(scope.slot).aload(scope.frame.session());
  }

  /// Loads the bounds of the value as two `long`s.
  private void loadBounds(CodeBuilder code, Scope scope) {
    loadAsLong(code, scope.frame.current());
    loadAsLong(code, scope.next);
  }

  private void loadLength(CodeBuilder code, Scope scope) {
    loadAsLong(code, scope.next);
    loadAsLong(code, scope.frame.current());
    code.lsub();
  }

  /// Charges the allocation of an object as large as the value's bytes.
  private void emitCharge(CodeBuilder code, Scope scope) {
    code.aload(scope.frame.session());
    loadLength(code, scope);
    code.l2i().iconst_1();
    loadAsLong(code, scope.frame.current());
    code.invokevirtual(SESSION, "charge", signature(CD_void, CD_int, CD_int, CD_long));
  }

  private void branchUnlessExact(CodeBuilder code, int slot, Label other) {
    code.iload(slot).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
    code.loadConstant(Slots.EXACT).if_icmpne(other);
  }

  private void emitArray(CodeBuilder code, Shape.PrimitiveArray shape, Scope scope) {
    ClassDesc type = Descriptors.of(shape.type());
    Label other = code.newLabel();
    Label end = code.newLabel();
    branchUnlessExact(code, scope.slot, other);
    if (handsOver()) {
      emitCodec(code, shape.type(), scope);
      code.checkcast(type);
    } else {
      emitElements(code, shape, scope);
    }
    code.goto_(end).labelBinding(other);
    if (tracks()) {
      emitTyped(code, shape.type(), scope);
      code.checkcast(type);
    } else {
      code.iload(scope.slot);
      loadBounds(code, scope);
      slots(code, "nothing", CD_void, CD_int, CD_long, CD_long);
      code.aconst_null();
    }
    code.labelBinding(end);
  }

  /// Leaves a new array on the stack.
  private void emitElements(CodeBuilder code, Shape.PrimitiveArray shape, Scope scope) {
    ClassDesc type = Descriptors.of(shape.type());
    int array = code.allocateLocal(TypeKind.REFERENCE);
    if (counts()) {
      emitCharge(code, scope);
    }
    loadLength(code, scope);
    code.loadConstant(shape.kind().widthBytes());
    loadAsLong(code, scope.frame.current());
    code.invokestatic(SEQUENCES, "elements", signature(CD_int, CD_long, CD_int, CD_long));
    code.newarray(PrimitiveCode.typeKind(shape.kind())).astore(array);
    code.aload(array).aload(scope.frame.memory());
    loadPosition(code, scope.frame.current());
    code.invokestatic(dialect.arrays(), "get", signature(CD_void, type, memory, position));
    if (tracks()) {
      Label empty = code.newLabel();
      code.aload(array).arraylength().ifeq(empty);
      code.aload(scope.frame.session()).aload(array);
      loadBounds(code, scope);
      code.invokevirtual(SESSION, "add", signature(CD_void, OBJECT, CD_long, CD_long));
      code.labelBinding(empty);
    }
    code.aload(array);
  }

  /// Reads the parts of a value of exactly this class.
  private void emitCodec(CodeBuilder code, Class<?> type, Scope scope) {
    code.loadConstant(unit.constants().codec(unit.entry(type)));
    loadValue(code, scope);
    loadDepthBelow(code, scope.frame.depth());
    code.aload(scope.frame.session());
    code.invokevirtual(
        CODEC, "read", signature(OBJECT, memory, position, position, CD_int, SESSION));
  }

  private void emitBeanValue(CodeBuilder code, Shape.Bean shape, Scope scope) {
    Label other = code.newLabel();
    Label end = code.newLabel();
    branchUnlessExact(code, scope.slot, other);
    emitCodec(code, shape.type(), scope);
    code.goto_(end).labelBinding(other);
    emitTyped(code, shape.type(), scope);
    code.labelBinding(end);
  }

  /// @param expected the declared type
  private void emitAny(CodeBuilder code, Class<?> expected, Scope scope) {
    TypeEntry scalarCodec = scalarCodecEntry(expected);
    if (scalarCodec == null) {
      emitTyped(code, expected, scope);
      return;
    }
    Label other = code.newLabel();
    Label end = code.newLabel();
    code.iload(scope.slot).loadConstant(scalarCodec.reference());
    loadValue(code, scope);
    code.invokestatic(
        SCALAR_CODECS, "isAt", signature(CD_boolean, CD_int, CD_int, memory, position, position));
    code.ifeq(other);
    loadScalarCodec(code, scalarCodec);
    loadBuffer(code, scope.frame.memory(), scope.frame.session());
    loadAsLong(code, scope.frame.current());
    code.loadConstant((long) Integer.BYTES).ladd();
    loadAsLong(code, scope.next);
    code.invokeinterface(SCALAR_CODEC, "read", signature(OBJECT, BUFFER, CD_long, CD_long));
    code.goto_(end).labelBinding(other);
    emitTyped(code, expected, scope);
    code.labelBinding(end);
  }

  private void emitTyped(CodeBuilder code, Class<?> expected, Scope scope) {
    loadRegistry(code);
    loadValue(code, scope);
    loadDepthBelow(code, scope.frame.depth());
    code.iload(scope.slot);
    loadClass(code, expected);
    code.aload(scope.frame.session());
    code.invokestatic(
        TYPED_VALUES,
        "read",
        signature(OBJECT, REGISTRY, memory, position, position, CD_int, CD_int, CD_Class, SESSION));
  }
}
