// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ENUMS;
import static dev.segue.serializer.internal.compiler.Descriptors.ENUM_CONSTANTS;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.SEQUENCES;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;

/// Emits the writing of one cell of a container's row.
final class CellWriteEmitter extends TableEmitter {

  private final ValueWriteEmitter values;

  CellWriteEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
    this.values = new ValueWriteEmitter(unit, dialect, true);
  }

  /// Writes the cell in a local variable and moves to the place of the next cell.
  void emit(CodeBuilder code, Rows rows, int column, int cell, int index, Frame frame) {
    switch (rows.column(column)) {
      case Shape.Boxed boxed -> {
        PrimitiveKind kind = boxed.kind();
        Label present = code.newLabel();
        Label end = code.newLabel();
        code.aload(cell).ifnonnull(present);
        code.aload(frame.memory());
        loadPosition(code, rows.nulls().get(column));
        code.iload(index);
        code.invokestatic(SEQUENCES, "setNull", signature(CD_void, memory, position, CD_int));
        putAt(
            code,
            frame.memory(),
            rows.place(),
            kind,
            zero -> PrimitiveCode.loadZero(zero, PrimitiveCode.typeKind(kind)));
        code.goto_(end).labelBinding(present);
        putAt(
            code,
            frame.memory(),
            rows.place(),
            kind,
            box -> PrimitiveCode.emitCastAndUnbox(box.aload(cell), kind));
        code.labelBinding(end);
      }
      case Shape.EnumConstant constant -> {
        PrimitiveKind number = PrimitiveCode.numberOf(constant.widthBytes());
        putAt(
            code,
            frame.memory(),
            rows.place(),
            number,
            ordinal -> {
              ordinal.aload(cell);
              loadEnumConstants(ordinal, constant.constants());
              ordinal.invokestatic(ENUMS, "number", signature(CD_int, OBJECT, ENUM_CONSTANTS));
              PrimitiveCode.narrow(ordinal, number);
            });
      }
      case Shape shape -> values.emitValue(code, shape, cell, rows.place(), frame);
    }
    emitNextPlace(code, rows, rows.column(column));
  }
}
