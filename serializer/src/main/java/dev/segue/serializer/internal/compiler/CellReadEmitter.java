// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ENUM_CONSTANTS;
import static dev.segue.serializer.internal.compiler.Descriptors.KIND;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.REGISTRY;
import static dev.segue.serializer.internal.compiler.Descriptors.SEQUENCES;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.codec.UnknownNulls;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;

/// Emits the reading of one cell of a container's row.
final class CellReadEmitter extends TableEmitter {

  private static final ClassDesc UNKNOWN_NULLS = Descriptors.of(UnknownNulls.class);

  private final ValueReadEmitter values;

  /// The local variables for a container that is being read.
  ///
  /// @param kind the kind of the container, or null if it is the declared kind
  /// @param body the position of its count
  /// @param begun the container, empty at first
  /// @param number its number among the tracked objects
  record Container(Rows rows, int kind, int body, int begun, int number) {}

  CellReadEmitter(Unit unit, Dialect dialect, ValueReadEmitter values) {
    super(unit, dialect);
    this.values = values;
  }

  /// Leaves a cell on the stack and moves to the next one.
  void emit(
      CodeBuilder code, Container container, int column, int index, ValueReadEmitter.Scope scope) {
    Rows rows = container.rows;
    emitCell(code, rows, column, index, scope);
    if (canBeUnknown(rows.table(), column)) {
      emitNullCheck(code, container, column, scope);
    }
    if (!(rows.column(column) instanceof Shape.Inline)) {
      movePosition(code, scope.next(), scope.frame().current());
    }
    emitNextPlace(code, rows, rows.column(column));
  }

  private void emitCell(
      CodeBuilder code, Rows rows, int column, int index, ValueReadEmitter.Scope scope) {
    int memoryLocal = scope.frame().memory();
    switch (rows.column(column)) {
      case Shape.Boxed boxed -> {
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        code.aload(memoryLocal);
        loadPosition(code, rows.nulls().get(column));
        code.iload(index);
        code.invokestatic(SEQUENCES, "isNull", signature(CD_boolean, memory, position, CD_int));
        code.ifne(isNull);
        getAt(code, memoryLocal, rows.place(), boxed.kind());
        PrimitiveCode.emitBox(code, boxed.kind());
        code.goto_(end).labelBinding(isNull).aconst_null().labelBinding(end);
      }
      case Shape.EnumConstant constant -> {
        PrimitiveKind number = PrimitiveCode.numberOf(constant.widthBytes());
        getNumberAt(code, memoryLocal, rows.place(), number);
        emitEnumConstant(code, constant.constants(), rows.place());
      }
      case Shape shape -> {
        getAt(code, memoryLocal, rows.place(), PrimitiveKind.INT);
        values.emitSlot(code, scope);
        values.emitValue(code, shape, scope);
      }
    }
  }

  /// Whether null could be read in place of an unknown value although the container might not
  /// permit null.
  private boolean canBeUnknown(Shape.Table table, int column) {
    return switch (table.columns().get(column)) {
      case Shape.Text _, Shape.Boxed _, Shape.Primitive _, Shape.PrimitiveArray _ -> false;
      case Shape.EnumConstant constant ->
          constant.constants().nullIfUnknown() && !(table instanceof Shape.ObjectArray);
      default -> unit.plan().model().isForeign() && !(table instanceof Shape.ObjectArray);
    };
  }

  /// Checks whether the value on the stack is null, and leaves it there.
  private void emitNullCheck(
      CodeBuilder code, Container container, int column, ValueReadEmitter.Scope scope) {
    Frame frame = scope.frame();
    Rows rows = container.rows;
    Label known = code.newLabel();
    code.dup().ifnonnull(known);
    if (rows.column(column) instanceof Shape.EnumConstant constant) {
      PrimitiveKind number = PrimitiveCode.numberOf(constant.widthBytes());
      getNumberAt(code, frame.memory(), rows.place(), number);
      loadEnumConstants(code, constant.constants());
      loadAsLong(code, rows.place());
      loadContext(code, container, column, frame);
      code.invokestatic(
          UNKNOWN_NULLS,
          "check",
          signature(CD_void, CD_int, ENUM_CONSTANTS, CD_long, KIND, OBJECT, CD_int, SESSION));
    } else {
      loadRegistry(code);
      code.aload(frame.memory());
      loadPosition(code, frame.current());
      code.iload(scope.slot()).loadConstant(UnknownNulls.declared(rows.column(column)));
      loadContext(code, container, column, frame);
      code.invokestatic(
          UNKNOWN_NULLS,
          "check",
          signature(
              CD_void, REGISTRY, memory, position, CD_int, CD_int, KIND, OBJECT, CD_int, SESSION));
    }
    code.labelBinding(known);
  }

  private static void loadContext(CodeBuilder code, Container container, int column, Frame frame) {
    code.aload(container.kind).aload(container.begun).loadConstant(column).aload(frame.session());
  }
}
