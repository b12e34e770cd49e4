// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.wire.Enums;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Emits the writing half of a codec: one method for the object, private ones for each part of its
/// fixed block, of its slots, and for each list.
final class WriteEmitter extends Emitter {

  private static final ClassDesc ENUM = Unit.describe(Enum.class);

  private final ValueWriteEmitter values;
  private final TableWriteEmitter tables;

  WriteEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
    this.values = new ValueWriteEmitter(unit, dialect);
    this.tables = new TableWriteEmitter(unit, dialect, values);
  }

  void emit(ClassBuilder builder) {
    builder.withMethodBody(
        "write",
        signature(position, OBJECT, memory, position, position, CD_int, SESSION),
        ACC_PUBLIC,
        this::emitObject);
    List<List<Operation>> inline = inlineParts();
    for (int i = 0; i < inline.size(); i++) {
      List<Operation> part = inline.get(i);
      builder.withMethodBody(
          "writeFixed" + i, inlineSignature(), ACC_PRIVATE | ACC_STATIC, c -> emitInline(c, part));
    }
    List<List<Operation.Compact>> compact = unit.compactParts();
    for (int i = 0; i < compact.size(); i++) {
      List<Operation.Compact> part = compact.get(i);
      builder.withMethodBody(
          "writeCompact" + i,
          compactSignature(),
          ACC_PRIVATE | ACC_STATIC,
          c -> emitCompact(c, part));
    }
    List<List<Operation.Slot>> slots = unit.slotParts();
    for (int i = 0; slots.size() > 1 && i < slots.size(); i++) {
      List<Operation.Slot> part = slots.get(i);
      builder.withMethodBody(
          "writeSlots" + i, slotsSignature(), ACC_PRIVATE | ACC_STATIC, c -> emitSlots(c, part));
    }
    tables.emit(builder);
  }

  private MethodTypeDesc inlineSignature() {
    return signature(CD_void, unit.type(), memory, position);
  }

  /// `(object, memory, current, limit) -> current`
  private MethodTypeDesc compactSignature() {
    return signature(position, unit.type(), memory, position, position);
  }

  /// `(object, memory, position, limit, depth, base, current, session) -> current`
  private MethodTypeDesc slotsSignature() {
    return signature(
        position, unit.type(), memory, position, position, CD_int, position, position, SESSION);
  }

  private void emitObject(CodeBuilder code) {
    int memoryLocal = code.parameterSlot(1);
    int start = code.parameterSlot(2);
    int limit = code.parameterSlot(3);
    int depth = code.parameterSlot(4);
    int session = code.parameterSlot(5);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    int base = newPosition(code);
    code.aload(code.parameterSlot(0)).checkcast(unit.type()).astore(object);
    enterIfNesting(code, depth);
    int number = emitOpening(code, object, session);
    loadPosition(code, start);
    loadDistance(code, unit.plan().fixedBytes());
    loadPosition(code, limit);
    slots(code, "reserve", position, position, position, position);
    storePosition(code, base);
    int inline = inlineParts().size();
    for (int i = 0; i < inline; i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      code.invokestatic(unit.self(), "writeFixed" + i, inlineSignature());
    }
    if (unit.plan().isEmpty()) {
      putAt(code, memoryLocal, start, PrimitiveKind.BYTE, CodeBuilder::iconst_0);
    }
    List<List<Operation.Slot>> parts = unit.slotParts();
    int current = newPosition(code);
    loadPosition(code, base);
    storePosition(code, current);
    for (int i = 0; i < unit.compactParts().size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, current);
      loadPosition(code, limit);
      code.invokestatic(unit.self(), "writeCompact" + i, compactSignature());
      storePosition(code, current);
    }
    if (parts.size() == 1) {
      emitFields(
          code,
          parts.getFirst(),
          object,
          start,
          new ValueWriteEmitter.Scope(memoryLocal, current, limit, depth, base, session, false));
    }
    for (int i = 0; parts.size() > 1 && i < parts.size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      loadPosition(code, limit);
      code.iload(depth);
      loadPosition(code, base);
      loadPosition(code, current);
      code.aload(session);
      code.invokestatic(unit.self(), "writeSlots" + i, slotsSignature());
      storePosition(code, current);
    }
    if (opens()) {
      values.emitClose(code, number, session);
    }
    returnPosition(code, current);
  }

  /// Notes a record, which its components cannot refer to.
  ///
  /// @return the local for closing it
  private int emitOpening(CodeBuilder code, int object, int session) {
    if (!opens()) {
      return -1;
    }
    int number = code.allocateLocal(TypeKind.INT);
    values.emitOpen(code, "open", object, session, number);
    return number;
  }

  private boolean opens() {
    return tracks() && unit.plan().model().isRecord() && unit.plan().nests();
  }

  private void emitSlots(CodeBuilder code, List<Operation.Slot> part) {
    int current = code.parameterSlot(6);
    ValueWriteEmitter.Scope scope =
        new ValueWriteEmitter.Scope(
            code.parameterSlot(1),
            current,
            code.parameterSlot(3),
            code.parameterSlot(4),
            code.parameterSlot(5),
            code.parameterSlot(7),
            false);
    emitFields(code, part, code.parameterSlot(0), code.parameterSlot(2), scope);
    returnPosition(code, current);
  }

  private void emitFields(
      CodeBuilder code,
      List<Operation.Slot> part,
      int object,
      int start,
      ValueWriteEmitter.Scope scope) {
    int at = code.allocateLocal(TypeKind.INT);
    int value = code.allocateLocal(TypeKind.REFERENCE);
    int slot = newPosition(code);
    code.iconst_0().istore(at);
    withinFields(
        code,
        part,
        at,
        body -> {
          for (int i = 0; i < part.size(); i++) {
            Operation.Slot operation = part.get(i);
            body.loadConstant(i).istore(at);
            loadField(body, operation.field(), object);
            body.astore(value);
            loadPosition(body, start, operation.offset());
            storePosition(body, slot);
            values.emitValue(body, operation.shape(), value, slot, scope);
          }
        });
  }

  private void emitInline(CodeBuilder code, List<Operation> part) {
    int object = code.parameterSlot(0);
    int start = code.parameterSlot(2);
    int block = openBlock(code, code.parameterSlot(1), start);
    int nulls = code.allocateLocal(TypeKind.INT);
    int value = code.allocateLocal(TypeKind.REFERENCE);
    boolean boxed = part.getFirst() instanceof Operation.NullableScalar;
    if (boxed) {
      code.iconst_0().istore(nulls);
    }
    for (Operation operation : part) {
      switch (operation) {
        case Operation.Scalar scalar -> {
          loadPlace(code, block, start, scalar.offset(), scalar.kind());
          loadField(code, scalar.field(), object);
          putPlace(code, scalar.kind());
        }
        case Operation.NullableScalar scalar -> {
          loadField(code, scalar.field(), object);
          code.checkcast(Unit.describe(scalar.kind().box())).astore(value);
          loadPlace(code, block, start, scalar.offset(), scalar.kind());
          emitUnboxed(code, scalar, value, nulls);
          putPlace(code, scalar.kind());
        }
        case Operation.Constant constant -> {
          PrimitiveKind number = numberOf(constant.shape().widthBytes());
          loadPlace(code, block, start, constant.offset(), number);
          loadField(code, constant.field(), object);
          code.checkcast(ENUM);
          code.invokestatic(Unit.describe(Enums.class), "number", signature(CD_int, ENUM));
          putNumber(code, number);
        }
        case Operation.Compact _, Operation.Slot _ ->
            throw new AssertionError(operation + " is not inline");
      }
    }
    if (boxed) {
      int firstBit = firstBit((Operation.NullableScalar) part.getFirst());
      PrimitiveKind word = nullWord(firstBit);
      loadPlace(code, block, start, firstBit / Byte.SIZE, word);
      code.iload(nulls);
      putNumber(code, word);
    }
    code.return_();
  }

  private void emitCompact(CodeBuilder code, List<Operation.Compact> part) {
    int object = code.parameterSlot(0);
    int memoryLocal = code.parameterSlot(1);
    int current = code.parameterSlot(2);
    int limit = code.parameterSlot(3);
    int value = code.allocateLocal(TypeKind.REFERENCE);
    for (Operation.Compact operation : part) {
      Label isNull = code.newLabel();
      Label end = code.newLabel();
      boolean isInt = operation.kind() == PrimitiveKind.INT;
      ClassDesc box = Unit.describe(operation.kind().box());
      if (operation.isBoxed()) {
        loadField(code, operation.field(), object);
        code.checkcast(box).astore(value).aload(value).ifnull(isNull);
      }
      code.aload(memoryLocal);
      loadPosition(code, current);
      loadPosition(code, limit);
      if (operation.isBoxed()) {
        code.aload(value).invokevirtual(box, "longValue", signature(CD_long));
      } else {
        loadField(code, operation.field(), object);
        if (isInt) {
          code.i2l();
        }
      }
      code.invokestatic(VARINTS, "put", signature(position, memory, position, position, CD_long));
      if (operation.isBoxed()) {
        code.goto_(end).labelBinding(isNull).aload(memoryLocal);
        loadPosition(code, current);
        loadPosition(code, limit);
        code.invokestatic(VARINTS, "putNull", signature(position, memory, position, position));
        code.labelBinding(end);
      }
      storePosition(code, current);
    }
    returnPosition(code, current);
  }

  /// The primitive in a box, or zero and a bit of the null bitmap.
  private void emitUnboxed(
      CodeBuilder code, Operation.NullableScalar scalar, int value, int nulls) {
    PrimitiveKind kind = scalar.kind();
    Label present = code.newLabel();
    Label end = code.newLabel();
    code.aload(value).ifnonnull(present);
    code.iload(nulls).loadConstant(maskOf(scalar)).ior().istore(nulls);
    loadZero(code, TypeKind.from(kind.primitive()));
    code.goto_(end).labelBinding(present).aload(value);
    code.invokevirtual(
        Unit.describe(kind.box()),
        kind.primitive().getName() + "Value",
        signature(Unit.describe(kind.primitive())));
    code.labelBinding(end);
  }

  private void putNumber(CodeBuilder code, PrimitiveKind kind) {
    narrow(code, kind);
    putPlace(code, kind);
  }

  private void loadField(CodeBuilder code, FieldModel field, int object) {
    if (unit.isDirect(field.field())) {
      code.aload(object);
      ClassDesc type = Unit.describe(field.field().getType());
      code.getfield(Unit.describe(field.owner()), field.name(), type);
    } else {
      code.loadConstant(unit.getter(field.field())).aload(object);
      ClassDesc handle = Unit.describe(java.lang.invoke.MethodHandle.class);
      code.invokevirtual(handle, "invokeExact", signature(Unit.erased(field.field()), unit.type()));
    }
  }
}
