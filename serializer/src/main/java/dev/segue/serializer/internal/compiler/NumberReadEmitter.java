// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.function.Consumer;

/// Emits the reading of what stands in an object itself: numbers and enum constants at fixed
/// places, and numbers of variable length.
final class NumberReadEmitter extends Emitter {

  private final TargetEmitter targets;

  NumberReadEmitter(Unit unit, Dialect dialect, TargetEmitter targets) {
    super(unit, dialect);
    this.targets = targets;
  }

  void emitInline(
      CodeBuilder code, List<Operation> part, int block, int start, TargetEmitter.Target target) {
    int nulls = code.allocateLocal(TypeKind.INT);
    if (part.getFirst() instanceof Operation.NullableScalar first) {
      int firstBit = firstBit(first);
      PrimitiveKind word = nullWord(firstBit);
      loadPlace(code, block, start, firstBit / Byte.SIZE, word);
      getNumber(code, word);
      code.istore(nulls);
    }
    for (Operation operation : part) {
      targets.assign(
          code, operation, target, v -> emitInlineValue(v, operation, block, start, nulls));
    }
  }

  private void emitInlineValue(
      CodeBuilder code, Operation operation, int block, int start, int nulls) {
    switch (operation) {
      case Operation.Scalar scalar -> {
        loadPlace(code, block, start, scalar.offset(), scalar.kind());
        getPlace(code, scalar.kind());
      }
      case Operation.NullableScalar scalar -> {
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        PrimitiveKind kind = scalar.kind();
        ClassDesc primitive = Unit.describe(kind.primitive());
        ClassDesc box = Unit.describe(kind.box());
        code.iload(nulls).loadConstant(maskOf(scalar)).iand().ifne(isNull);
        loadPlace(code, block, start, scalar.offset(), kind);
        getPlace(code, kind);
        code.invokestatic(box, "valueOf", signature(box, primitive));
        code.goto_(end).labelBinding(isNull).aconst_null().labelBinding(end);
      }
      case Operation.Constant constant -> {
        PrimitiveKind number = numberOf(constant.shape().widthBytes());
        loadPlace(code, block, start, constant.offset(), number);
        getNumber(code, number);
        EnumConstants constants = constant.shape().constants();
        code.loadConstant(unit.constants().of(constants, ENUM_CONSTANTS, () -> constants));
        loadAsLong(code, start);
        code.invokestatic(
            Unit.describe(Enums.class),
            "constant",
            signature(OBJECT, CD_int, ENUM_CONSTANTS, CD_long));
      }
      case Operation.Compact _, Operation.Slot _ ->
          throw new AssertionError(operation + " is not inline");
    }
  }

  void emitCompact(
      CodeBuilder code,
      List<Operation.Compact> operations,
      int memoryLocal,
      int current,
      int end,
      TargetEmitter.Target target) {
    if (operations.isEmpty()) {
      return;
    }
    int number = code.allocateLocal(TypeKind.LONG);
    for (Operation.Compact operation : operations) {
      Consumer<CodeBuilder> value =
          body -> emitCompactValue(body, operation, memoryLocal, current, end, number);
      if (!operation.field().isSkipped()) {
        targets.assign(code, operation, target, value);
      } else {
        value.accept(code);
        pop(
            code,
            operation.isBoxed() ? TypeKind.REFERENCE : TypeKind.from(operation.kind().primitive()));
      }
    }
  }

  /// Leaves a number of variable length on the stack; `current` moves behind it.
  private void emitCompactValue(
      CodeBuilder code,
      Operation.Compact operation,
      int memoryLocal,
      int current,
      int end,
      int number) {
    boolean isInt = operation.kind() == PrimitiveKind.INT;
    ClassDesc primitive = Unit.describe(operation.kind().primitive());
    ClassDesc box = Unit.describe(operation.kind().box());
    Label isNull = code.newLabel();
    Label done = code.newLabel();
    if (operation.isBoxed()) {
      code.aload(memoryLocal);
      loadPosition(code, current);
      loadPosition(code, end);
      code.invokestatic(VARINTS, "isNull", signature(CD_boolean, memory, position, position));
      code.ifne(isNull);
    }
    code.aload(memoryLocal);
    loadPosition(code, current);
    loadPosition(code, end);
    code.invokestatic(
        VARINTS, isInt ? "getInt" : "getLong", signature(primitive, memory, position, position));
    if (isInt) {
      code.i2l();
    }
    code.lstore(number);
    loadPosition(code, current);
    code.lload(number).invokestatic(VARINTS, "size", signature(CD_int, CD_long));
    if (dialect == Dialect.SEGMENT) {
      code.i2l();
    }
    addPositions(code);
    storePosition(code, current);
    code.lload(number);
    if (isInt) {
      code.l2i();
    }
    if (operation.isBoxed()) {
      code.invokestatic(box, "valueOf", signature(box, primitive)).goto_(done);
      code.labelBinding(isNull);
      loadPosition(code, current, Varints.NULL_BYTES);
      storePosition(code, current);
      code.aconst_null().labelBinding(done);
    }
  }

  /// Gets a number, as unsigned if it is of one or two bytes.
  private void getNumber(CodeBuilder code, PrimitiveKind kind) {
    getPlace(code, kind);
    widen(code, kind);
  }

  private static void pop(CodeBuilder code, TypeKind kind) {
    if (kind.slotSize() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }
}
