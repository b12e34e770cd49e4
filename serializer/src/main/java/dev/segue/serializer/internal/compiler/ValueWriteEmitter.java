// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.BUFFER;
import static dev.segue.serializer.internal.compiler.Descriptors.CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.REGISTRY;
import static dev.segue.serializer.internal.compiler.Descriptors.SCALAR_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.SCALAR_CODECS;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.TYPED_VALUES;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.PrimitiveKind;
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

/// Emits code that writes values with slots: fields, and elements of containers.
final class ValueWriteEmitter extends Emitter {

  private final boolean ofElements;

  /// @param ofElements whether the values are elements of a container, which may violate its
  ///   declared element type; values of fields always have their declared types
  ValueWriteEmitter(Unit unit, Dialect dialect, boolean ofElements) {
    super(unit, dialect);
    this.ofElements = ofElements;
  }

  /// `(value, memory, current, end, depth, base, slot, session) -> current`, as in `ShapeCodec`
  MethodTypeDesc valueSignature() {
    return signature(
        position, OBJECT, memory, position, position, CD_int, position, position, SESSION);
  }

  /// Writes the value in a local variable, and its slot; `current` moves past it.
  void emitValue(CodeBuilder code, Shape shape, int value, int slot, Frame frame) {
    switch (shape) {
      case Shape.Text _ -> {
        code.aload(value).checkcast(CD_String);
        loadRest(code, frame);
        loadPosition(code, frame.base());
        loadPosition(code, slot);
        boolean utf8 = unit.registry().options().utf8();
        code.invokestatic(
            Descriptors.of(utf8 ? Utf8Strings.class : Strings.class),
            "write",
            signature(position, CD_String, memory, position, position, position, position));
        storePosition(code, frame.current());
      }
      case Shape.PrimitiveArray array -> emitArray(code, array, value, slot, frame);
      case Shape.Bean bean -> emitBean(code, bean, value, slot, frame);
      case Shape.Any any -> emitAny(code, any.type(), value, slot, frame);
      case Shape.Table table -> {
        requireDeclared(code, table.type(), value);
        loadValueArguments(code, value, slot, frame);
        code.invokestatic(unit.self(), unit.tableName("write", table), valueSignature());
        storePosition(code, frame.current());
      }
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
      case Shape.Foreign _ -> throw new AssertionError("a foreign class is never written");
    }
  }

  void loadValueArguments(CodeBuilder code, int value, int slot, Frame frame) {
    code.aload(value);
    loadRest(code, frame);
    code.iload(frame.depth());
    loadPosition(code, frame.base());
    loadPosition(code, slot);
    code.aload(frame.session());
  }

  /// Loads memory, and the bounds of its unused part.
  private void loadRest(CodeBuilder code, Frame frame) {
    loadRange(code, frame.memory(), frame.current(), frame.end());
  }

  private void putSlot(CodeBuilder code, int slot, int tag, Frame frame) {
    code.aload(frame.memory());
    loadPosition(code, slot);
    loadPosition(code, frame.base());
    loadPosition(code, frame.current());
    code.loadConstant(tag);
    slots(code, "put", CD_void, memory, position, position, position, CD_int);
  }

  /// Writes a null and jumps to the end, or falls through.
  private void emitNull(CodeBuilder code, int value, int slot, Frame frame, Label end) {
    Label present = code.newLabel();
    code.aload(value).ifnonnull(present);
    putSlot(code, slot, Slots.NULL, frame);
    code.goto_(end).labelBinding(present);
  }

  /// Writes a back reference and jumps to the end if references are tracked and the value was
  /// written before, or falls through.
  ///
  /// @param body the start of the value's own bytes, if it is written
  void emitReference(CodeBuilder code, int value, int body, int slot, Frame frame, Label end) {
    if (!tracks()) {
      return;
    }
    Label first = code.newLabel();
    int earlier = code.allocateLocal(TypeKind.INT);
    code.aload(frame.session()).aload(value);
    loadAsLong(code, body);
    code.invokevirtual(SESSION, "find", signature(CD_int, OBJECT, CD_long)).istore(earlier);
    code.iload(earlier).iflt(first);
    code.iload(earlier);
    loadRest(code, frame);
    loadPosition(code, frame.base());
    loadPosition(code, slot);
    code.invokestatic(
        TYPED_VALUES,
        "writeReference",
        signature(position, CD_int, memory, position, position, position, position));
    storePosition(code, frame.current());
    code.goto_(end).labelBinding(first);
  }

  /// Records that an object's parts are being written.
  ///
  /// @param method the method of `Session`
  /// @param number the local variable for [#emitClose]
  void emitOpen(CodeBuilder code, String method, int object, int session, int number) {
    code.aload(session).aload(object);
    code.invokevirtual(SESSION, method, signature(CD_int, OBJECT)).istore(number);
  }

  /// Records that an object's parts have been written.
  void emitClose(CodeBuilder code, int number, int session) {
    code.aload(session).iload(number);
    code.invokevirtual(SESSION, "close", signature(CD_void, CD_int));
  }

  private void emitArray(
      CodeBuilder code, Shape.PrimitiveArray shape, int value, int slot, Frame frame) {
    ClassDesc type = Descriptors.of(shape.type());
    Label end = code.newLabel();
    int array = code.allocateLocal(TypeKind.REFERENCE);
    emitNull(code, value, slot, frame, end);
    code.aload(value).checkcast(type).astore(array);
    if (tracks()) {
      Label empty = code.newLabel();
      code.aload(array).arraylength().ifeq(empty);
      emitReference(code, value, frame.current(), slot, frame, end);
      code.labelBinding(empty);
    }
    if (handsOver()) {
      emitCodec(code, shape.type(), array, frame);
    } else {
      emitElements(code, shape, array, frame);
    }
    putSlot(code, slot, Slots.EXACT, frame);
    code.labelBinding(end);
  }

  private void emitElements(CodeBuilder code, Shape.PrimitiveArray shape, int array, Frame frame) {
    int next = newPosition(code);
    loadPosition(code, frame.current());
    code.aload(array).arraylength().loadConstant(shape.kind().widthBytes());
    loadPosition(code, frame.end());
    slots(code, "reserve", position, position, CD_int, CD_int, position);
    storePosition(code, next);
    code.aload(array).aload(frame.memory());
    loadPosition(code, frame.current());
    ClassDesc type = Descriptors.of(shape.type());
    code.invokestatic(dialect.arrays(), "put", signature(CD_void, type, memory, position));
    movePosition(code, next, frame.current());
  }

  /// Writes the parts of a value of exactly this class.
  private void emitCodec(CodeBuilder code, Class<?> type, int value, Frame frame) {
    code.loadConstant(unit.constants().codec(unit.entry(type)));
    code.aload(value);
    loadRest(code, frame);
    loadDepthBelow(code, frame.depth());
    code.aload(frame.session());
    code.invokevirtual(
        CODEC, "write", signature(position, OBJECT, memory, position, position, CD_int, SESSION));
    storePosition(code, frame.current());
  }

  private void emitBean(CodeBuilder code, Shape.Bean shape, int value, int slot, Frame frame) {
    Label other = code.newLabel();
    Label end = code.newLabel();
    emitNull(code, value, slot, frame, end);
    code.aload(value).invokevirtual(OBJECT, "getClass", signature(CD_Class));
    loadClass(code, shape.type());
    code.if_acmpne(other);
    emitReference(code, value, frame.current(), slot, frame, end);
    emitCodec(code, shape.type(), value, frame);
    putSlot(code, slot, Slots.EXACT, frame);
    code.goto_(end).labelBinding(other);
    requireDeclared(code, shape.type(), value);
    emitTyped(code, value, slot, frame);
    code.labelBinding(end);
  }

  /// Rejects an element that is not of the declared type.
  private void requireDeclared(CodeBuilder code, Class<?> declared, int value) {
    if (ofElements && declared != Object.class) {
      code.aload(value);
      loadClass(code, declared);
      code.invokestatic(SCALAR_CODECS, "requireDeclared", signature(CD_void, OBJECT, CD_Class));
    }
  }

  private void emitAny(CodeBuilder code, Class<?> declared, int value, int slot, Frame frame) {
    TypeEntry scalarCodec = scalarCodecEntry(declared);
    if (scalarCodec == null) {
      requireDeclared(code, declared, value);
      emitTyped(code, value, slot, frame);
      return;
    }
    Label other = code.newLabel();
    Label end = code.newLabel();
    code.aload(value);
    loadClass(code, declared);
    code.invokestatic(SCALAR_CODECS, "is", signature(CD_boolean, OBJECT, CD_Class)).ifeq(other);
    emitScalarCodec(code, scalarCodec, value, frame);
    putSlot(code, slot, Slots.TYPED, frame);
    code.goto_(end).labelBinding(other);
    requireDeclared(code, declared, value);
    emitTyped(code, value, slot, frame);
    code.labelBinding(end);
  }

  /// Writes a type reference and the value after it.
  private void emitScalarCodec(CodeBuilder code, TypeEntry scalarCodec, int value, Frame frame) {
    int body = newPosition(code);
    loadPosition(code, frame.current());
    loadDistance(code, Integer.BYTES);
    loadPosition(code, frame.end());
    slots(code, "reserve", position, position, position, position);
    storePosition(code, body);
    code.aload(frame.memory());
    loadPosition(code, frame.current());
    code.loadConstant(scalarCodec.reference());
    dialect.callPut(code, PrimitiveKind.INT);
    loadScalarCodec(code, scalarCodec);
    code.aload(value);
    loadBuffer(code, frame.memory(), frame.session());
    loadAsLong(code, body);
    loadAsLong(code, frame.end());
    code.invokeinterface(
        SCALAR_CODEC, "write", signature(CD_long, OBJECT, BUFFER, CD_long, CD_long));
    storeLong(code, frame.current());
  }

  private void emitTyped(CodeBuilder code, int value, int slot, Frame frame) {
    loadRegistry(code);
    code.aload(value);
    loadRest(code, frame);
    loadDepthBelow(code, frame.depth());
    loadPosition(code, frame.base());
    loadPosition(code, slot);
    code.aload(frame.session());
    code.invokestatic(TYPED_VALUES, "write", valueSignature().insertParameterTypes(0, REGISTRY));
    storePosition(code, frame.current());
  }
}
