// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ENUMS;
import static dev.segue.serializer.internal.compiler.Descriptors.ENUM_CONSTANTS;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.VARINTS;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.function.Consumer;

/// Emits code that reads values without slots: numbers and enum constants in an object's fixed
/// block, and variable-length numbers after it.
final class NumberReadEmitter extends Emitter {

  private final ObjectParts parts;
  private final TargetEmitter targets;

  /// The local variables for reading variable-length numbers.
  ///
  /// @param current the position of the next number
  /// @param end the end of the object
  record Source(int memory, int current, int end) {}

  NumberReadEmitter(Unit unit, Dialect dialect, ObjectParts parts, TargetEmitter targets) {
    super(unit, dialect);
    this.parts = parts;
    this.targets = targets;
  }

  void emitInline(
      CodeBuilder code,
      List<Operation> part,
      Dialect.Block block,
      int start,
      TargetEmitter.Target target) {
    int nulls = code.allocateLocal(TypeKind.INT);
    if (part.getFirst() instanceof Operation.NullableScalar first) {
      int firstBit = parts.firstBit(first);
      PrimitiveKind word = parts.nullWord(firstBit);
      dialect.loadAddressInBlock(code, block, firstBit / Byte.SIZE, word);
      getNumber(code, word);
      code.istore(nulls);
    }
    for (Operation operation : part) {
      targets.assign(
          code, operation, target, v -> emitInlineValue(v, operation, block, start, nulls));
    }
  }

  private void emitInlineValue(
      CodeBuilder code, Operation operation, Dialect.Block block, int start, int nulls) {
    switch (operation) {
      case Operation.Scalar scalar -> {
        dialect.loadAddressInBlock(code, block, scalar.offset(), scalar.kind());
        dialect.get(code, scalar.kind());
      }
      case Operation.NullableScalar scalar -> {
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        code.iload(nulls).loadConstant(parts.maskOf(scalar)).iand().ifne(isNull);
        dialect.loadAddressInBlock(code, block, scalar.offset(), scalar.kind());
        dialect.get(code, scalar.kind());
        PrimitiveCode.emitBox(code, scalar.kind());
        code.goto_(end).labelBinding(isNull).aconst_null().labelBinding(end);
      }
      case Operation.Constant constant -> {
        PrimitiveKind number = PrimitiveCode.numberOf(constant.shape().widthBytes());
        dialect.loadAddressInBlock(code, block, constant.offset(), number);
        getNumber(code, number);
        loadEnumConstants(code, constant.shape().constants());
        loadAsLong(code, start);
        code.loadConstant(constant.field().qualifiedName());
        code.invokestatic(
            ENUMS, "constant", signature(OBJECT, CD_int, ENUM_CONSTANTS, CD_long, CD_String));
      }
      case Operation.Compact _, Operation.Slot _ ->
          throw new AssertionError(operation + " is not inline");
    }
  }

  /// Reads variable-length numbers; `current` moves past them.
  void emitCompact(
      CodeBuilder code,
      List<Operation.Compact> operations,
      Source source,
      TargetEmitter.Target target) {
    if (operations.isEmpty()) {
      return;
    }
    int number = code.allocateLocal(TypeKind.LONG);
    for (Operation.Compact operation : operations) {
      Consumer<CodeBuilder> value = body -> emitCompactValue(body, operation, source, number);
      if (!operation.field().isSkipped()) {
        targets.assign(code, operation, target, value);
      } else {
        value.accept(code);
        pop(
            code,
            operation.isBoxed() ? TypeKind.REFERENCE : PrimitiveCode.typeKind(operation.kind()));
      }
    }
  }

  /// Leaves a variable-length number on the stack; `current` moves past it.
  private void emitCompactValue(
      CodeBuilder code, Operation.Compact operation, Source source, int number) {
    boolean isInt = operation.kind() == PrimitiveKind.INT;
    Label isNull = code.newLabel();
    Label done = code.newLabel();
    if (operation.isBoxed()) {
      loadRange(code, source.memory, source.current, source.end);
      code.invokestatic(VARINTS, "isNull", signature(CD_boolean, memory, position, position));
      code.ifne(isNull);
    }
    loadRange(code, source.memory, source.current, source.end);
    code.invokestatic(
        VARINTS,
        isInt ? "getInt" : "getLong",
        signature(PrimitiveCode.type(operation.kind()), memory, position, position));
    if (isInt) {
      code.i2l();
    }
    code.lstore(number);
    loadPosition(code, source.current);
    code.lload(number).invokestatic(VARINTS, "size", signature(CD_int, CD_long));
    intToPosition(code);
    addPositions(code);
    storePosition(code, source.current);
    code.lload(number);
    if (isInt) {
      code.l2i();
    }
    if (operation.isBoxed()) {
      PrimitiveCode.emitBox(code, operation.kind());
      code.goto_(done).labelBinding(isNull);
      loadPosition(code, source.current, Varints.NULL_BYTES);
      storePosition(code, source.current);
      code.aconst_null().labelBinding(done);
    }
  }

  private void getNumber(CodeBuilder code, PrimitiveKind kind) {
    dialect.get(code, kind);
    PrimitiveCode.widen(code, kind);
  }

  private static void pop(CodeBuilder code, TypeKind kind) {
    if (kind.slotSize() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }
}
