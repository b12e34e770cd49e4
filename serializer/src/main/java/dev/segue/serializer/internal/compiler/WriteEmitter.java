// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ENUMS;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.VARINTS;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Emits the writing half of a codec: one method for the object, and private methods for each part
/// of its fixed block and its slots, and for each container.
final class WriteEmitter extends Emitter {

  private static final ClassDesc ENUM = Descriptors.of(Enum.class);

  /// The length of the longest method that C2 inlines: the default of `-XX:FreqInlineSize`.
  private static final int INLINED_BYTES = 325;

  private final ObjectParts parts;
  private final ValueWriteEmitter values;
  private final TableWriteEmitter tables;

  WriteEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
    this.parts = new ObjectParts(unit, dialect, "write");
    this.values = new ValueWriteEmitter(unit, dialect, false);
    this.tables = new TableWriteEmitter(unit, dialect, values);
  }

  void emit(ClassBuilder builder) {
    builder.withMethodBody("write", objectSignature(), ACC_PUBLIC, this::emitObject);
    if (!unit.plan().slots().isEmpty()) {
      builder.withMethodBody("writeRoot", objectSignature(), ACC_PUBLIC, this::emitRoot);
    }
    parts.emitInline(builder, this::emitInline);
    parts.emitCompact(builder, this::emitCompact);
    parts.emitSlots(builder, this::emitSlots);
    tables.emit(builder);
  }

  /// `(object, memory, start, end, depth, session) -> current`
  private MethodTypeDesc objectSignature() {
    return signature(position, OBJECT, memory, position, position, CD_int, SESSION);
  }

  /// Emits a method that the JIT always compiles by itself. C2 inlines up to 15 levels of calls,
  /// and an application calls `Serializer.write` at any level. If the limit fell into the loop over
  /// a string's characters, each character would cost a call.
  private void emitRoot(CodeBuilder code) {
    Arguments arguments = Arguments.from(code, 1);
    code.aload(code.receiverSlot()).aload(code.parameterSlot(0));
    loadRange(code, arguments.memory(), arguments.start(), arguments.end());
    code.iload(arguments.depth()).aload(arguments.session());
    code.invokevirtual(unit.self(), "write", objectSignature());
    code.return_(dialect.positionKind());
    for (int i = 0; i < INLINED_BYTES; i++) {
      code.nop(); // never executed
    }
  }

  private void emitObject(CodeBuilder code) {
    Arguments arguments = Arguments.from(code, 1);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    int base = newPosition(code);
    code.aload(code.parameterSlot(0)).checkcast(unit.type()).astore(object);
    if (unit.plan().nests()) {
      emitEnter(code, arguments.depth());
    }
    int number = emitOpening(code, object, arguments.session());
    loadPosition(code, arguments.start());
    loadDistance(code, unit.plan().fixedBytes());
    loadPosition(code, arguments.end());
    slots(code, "reserve", position, position, position, position);
    storePosition(code, base);
    parts.callInline(code, object, arguments);
    if (unit.plan().isEmpty()) {
      putAt(code, arguments.memory(), arguments.start(), PrimitiveKind.BYTE, CodeBuilder::iconst_0);
    }
    int current = newPosition(code);
    movePosition(code, base, current);
    Frame frame = arguments.frame(current, base);
    parts.callCompact(code, object, frame);
    List<List<Operation.Slot>> slots = parts.slotParts();
    if (slots.size() == 1) {
      emitFields(code, slots.getFirst(), object, arguments.start(), frame);
    } else {
      parts.callSlots(code, object, arguments.start(), frame);
    }
    if (opens()) {
      values.emitClose(code, number, arguments.session());
    }
    returnPosition(code, current);
  }

  /// Records that an object is being written that its parts cannot refer to, such as a record.
  ///
  /// @return the local variable for closing it
  private int emitOpening(CodeBuilder code, int object, int session) {
    if (!opens()) {
      return -1;
    }
    int number = code.allocateLocal(TypeKind.INT);
    values.emitOpen(code, "open", object, session, number);
    return number;
  }

  private boolean opens() {
    return tracks() && unit.plan().model().isCreatedLast() && unit.plan().nests();
  }

  private void emitSlots(CodeBuilder code, List<Operation.Slot> part) {
    Frame frame = ObjectParts.slotsFrame(code);
    emitFields(code, part, code.parameterSlot(0), code.parameterSlot(2), frame);
    returnPosition(code, frame.current());
  }

  private void emitFields(
      CodeBuilder code, List<Operation.Slot> part, int object, int start, Frame frame) {
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
            values.emitValue(body, operation.shape(), value, slot, frame);
          }
        });
  }

  private void emitInline(CodeBuilder code, List<Operation> part) {
    int object = code.parameterSlot(0);
    Dialect.Block block = parts.inlineBlock(code);
    int nulls = code.allocateLocal(TypeKind.INT);
    int value = code.allocateLocal(TypeKind.REFERENCE);
    boolean boxed = part.getFirst() instanceof Operation.NullableScalar;
    if (boxed) {
      code.iconst_0().istore(nulls);
    }
    for (Operation operation : part) {
      switch (operation) {
        case Operation.Scalar scalar -> {
          dialect.loadAddressInBlock(code, block, scalar.offset(), scalar.kind());
          loadField(code, scalar.field(), object);
          dialect.put(code, scalar.kind());
        }
        case Operation.NullableScalar scalar -> {
          loadField(code, scalar.field(), object);
          code.checkcast(PrimitiveCode.box(scalar.kind())).astore(value);
          dialect.loadAddressInBlock(code, block, scalar.offset(), scalar.kind());
          emitUnboxed(code, scalar, value, nulls);
          dialect.put(code, scalar.kind());
        }
        case Operation.Constant constant -> {
          PrimitiveKind number = PrimitiveCode.numberOf(constant.shape().widthBytes());
          dialect.loadAddressInBlock(code, block, constant.offset(), number);
          loadField(code, constant.field(), object);
          code.checkcast(ENUM);
          code.invokestatic(ENUMS, "number", signature(CD_int, ENUM));
          putNumber(code, number);
        }
        case Operation.Compact _, Operation.Slot _ ->
            throw new AssertionError(operation + " is not inline");
      }
    }
    if (boxed) {
      int firstBit = parts.firstBit((Operation.NullableScalar) part.getFirst());
      PrimitiveKind word = parts.nullWord(firstBit);
      dialect.loadAddressInBlock(code, block, firstBit / Byte.SIZE, word);
      code.iload(nulls);
      putNumber(code, word);
    }
    code.return_();
  }

  private void emitCompact(CodeBuilder code, List<Operation.Compact> part) {
    int object = code.parameterSlot(0);
    int memoryLocal = code.parameterSlot(1);
    int current = code.parameterSlot(2);
    int end = code.parameterSlot(3);
    int value = code.allocateLocal(TypeKind.REFERENCE);
    for (Operation.Compact operation : part) {
      Label isNull = code.newLabel();
      Label done = code.newLabel();
      ClassDesc box = PrimitiveCode.box(operation.kind());
      if (operation.isBoxed()) {
        loadField(code, operation.field(), object);
        code.checkcast(box).astore(value).aload(value).ifnull(isNull);
      }
      loadRange(code, memoryLocal, current, end);
      if (operation.isBoxed()) {
        code.aload(value).invokevirtual(box, "longValue", signature(CD_long));
      } else {
        loadField(code, operation.field(), object);
        if (operation.kind() == PrimitiveKind.INT) {
          code.i2l();
        }
      }
      code.invokestatic(VARINTS, "put", signature(position, memory, position, position, CD_long));
      if (operation.isBoxed()) {
        code.goto_(done).labelBinding(isNull);
        loadRange(code, memoryLocal, current, end);
        code.invokestatic(VARINTS, "putNull", signature(position, memory, position, position));
        code.labelBinding(done);
      }
      storePosition(code, current);
    }
    returnPosition(code, current);
  }

  /// Loads the primitive in a box; for null, loads zero and sets the bit in the null bitmap.
  private void emitUnboxed(
      CodeBuilder code, Operation.NullableScalar scalar, int value, int nulls) {
    Label present = code.newLabel();
    Label end = code.newLabel();
    code.aload(value).ifnonnull(present);
    code.iload(nulls).loadConstant(parts.maskOf(scalar)).ior().istore(nulls);
    PrimitiveCode.loadZero(code, PrimitiveCode.typeKind(scalar.kind()));
    code.goto_(end).labelBinding(present).aload(value);
    PrimitiveCode.emitUnbox(code, scalar.kind());
    code.labelBinding(end);
  }

  private void putNumber(CodeBuilder code, PrimitiveKind kind) {
    PrimitiveCode.narrow(code, kind);
    dialect.put(code, kind);
  }

  private void loadField(CodeBuilder code, FieldModel field, int object) {
    if (unit.isDirect(field.field())) {
      code.aload(object);
      ClassDesc type = Descriptors.of(field.field().getType());
      code.getfield(Descriptors.of(field.owner()), field.name(), type);
    } else {
      code.loadConstant(unit.getter(field.field())).aload(object);
      code.invokevirtual(
          CD_MethodHandle, "invokeExact", signature(Unit.erased(field.field()), unit.type()));
    }
  }
}
