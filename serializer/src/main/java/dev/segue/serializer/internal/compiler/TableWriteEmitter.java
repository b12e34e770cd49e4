// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.OPTIONS;
import static dev.segue.serializer.internal.compiler.Descriptors.REGISTRY;
import static dev.segue.serializer.internal.compiler.Descriptors.SEQUENCES;
import static dev.segue.serializer.internal.compiler.Descriptors.SHAPE_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.TABLE;
import static dev.segue.serializer.internal.compiler.Descriptors.TYPED_VALUES;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.container.Variants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.EnumSet;
import java.util.RandomAccess;

/// Emits a method for each container of a class, which writes containers without other state than
/// their rows. Containers that other threads may change are copied first. Other containers, nulls
/// and back references are left to the interpreter.
final class TableWriteEmitter extends TableEmitter {

  private static final ClassDesc ENUM_SET = Descriptors.of(EnumSet.class);
  private static final ClassDesc HASH_GUARD = Descriptors.of(HashGuard.class);
  private static final ClassDesc RANDOM_ACCESS = Descriptors.of(RandomAccess.class);
  private static final ClassDesc SNAPSHOTS = Descriptors.of(Snapshots.class);
  private static final ClassDesc VARIANTS = Descriptors.of(Variants.class);

  private final ValueWriteEmitter values;
  private final CellWriteEmitter cells;

  /// The local variables for a container that is being written.
  ///
  /// @param slot the position of its slot
  /// @param body the position of its rows
  /// @param tag the tag of its slot
  private record Container(Shape.Table table, int value, int slot, int body, int tag) {}

  TableWriteEmitter(Unit unit, Dialect dialect, ValueWriteEmitter values) {
    super(unit, dialect);
    this.values = values;
    this.cells = new CellWriteEmitter(unit, dialect);
  }

  void emit(ClassBuilder builder) {
    for (Shape.Table table : unit.tables()) {
      builder.withMethodBody(
          unit.tableName("write", table),
          values.valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitTable(code, table));
    }
  }

  private void emitTable(CodeBuilder code, Shape.Table table) {
    int value = code.parameterSlot(0);
    Arguments arguments = Arguments.from(code, 1);
    Frame outer =
        new Frame(
            arguments.memory(),
            arguments.start(),
            arguments.end(),
            arguments.depth(),
            code.parameterSlot(5),
            code.parameterSlot(7));
    SourceEmitter source = new SourceEmitter(table);
    int body = newPosition(code);
    int tag = code.allocateLocal(TypeKind.INT);
    Container container = new Container(table, value, code.parameterSlot(6), body, tag);
    emitHead(code, container, source.isIndexed(), outer);
    Label met = code.newLabel();
    values.emitReference(code, value, body, container.slot, outer, met);

    emitKeyCheck(code, container);
    int number = emitOpening(code, container, outer.session());
    emitStable(code, container);
    emitDescend(code, outer.depth());
    int count = code.allocateLocal(TypeKind.INT);
    Label failed = code.newLabel();
    source.loadCount(code, value, failed);
    code.istore(count);
    int head = emitCount(code, outer, body, count);
    Rows rows = layOutRows(code, table, "reserve", count, head, outer.end());
    int current = newPosition(code);
    int base = newPosition(code);
    emitBase(code, rows, "reserve", outer.end(), base);
    movePosition(code, base, current);
    if (table.columns().stream().anyMatch(Shape.Boxed.class::isInstance)) {
      loadRange(code, outer.memory(), head, rows.place());
      code.invokestatic(SEQUENCES, "clear", signature(CD_void, memory, position, position));
    }
    Frame inner =
        new Frame(outer.memory(), current, outer.end(), outer.depth(), base, outer.session());
    emitRows(code, rows, value, source, inner, failed);
    if (opens(table)) {
      values.emitClose(code, number, outer.session());
    }
    emitSlot(code, container, outer, current);
    returnPosition(code, current);
    if (tracks()) {
      code.labelBinding(met);
      returnPosition(code, outer.current());
    }
    source.emitFailed(code, value, failed);
  }

  /// Writes the container's slot.
  private void emitSlot(CodeBuilder code, Container container, Frame frame, int end) {
    code.aload(frame.memory());
    loadPosition(code, container.slot);
    loadPosition(code, frame.base());
    loadPosition(code, end);
    code.iload(container.tag);
    slots(code, "put", CD_void, memory, position, position, position, CD_int);
  }

  private void emitKeyCheck(CodeBuilder code, Container container) {
    if (unit.registry().options().boundsKeys() && !(container.table instanceof Shape.ObjectArray)) {
      code.aload(container.value);
      loadOptions(code);
      code.invokestatic(HASH_GUARD, "checkWritten", signature(CD_void, OBJECT, OPTIONS));
    }
  }

  /// Writes the number of rows.
  ///
  /// @return the local variable with the position of its end
  private int emitCount(CodeBuilder code, Frame frame, int body, int count) {
    int head = newPosition(code);
    loadPosition(code, body);
    loadDistance(code, Integer.BYTES);
    loadPosition(code, frame.end());
    slots(code, "reserve", position, position, position, position);
    storePosition(code, head);
    putAt(code, frame.memory(), body, PrimitiveKind.INT, number -> number.iload(count));
    return head;
  }

  /// Finds the start of the rows and the slot's tag; leaves all other values to the interpreter.
  private void emitHead(CodeBuilder code, Container container, boolean isIndexed, Frame frame) {
    Shape.Table table = container.table;
    int value = container.value;
    Label exact = code.newLabel();
    Label other = code.newLabel();
    Label known = code.newLabel();
    code.aload(value).ifnull(other);
    if (table.exact() == EnumSet.class) {
      code.aload(value).instanceOf(ENUM_SET).ifne(exact);
    } else {
      emitExact(code, table.exact(), value, exact);
    }
    if (!(table instanceof Shape.ObjectArray)) {
      if (isIndexed) {
        code.aload(value).instanceOf(RANDOM_ACCESS).ifeq(other);
      }
      loadRegistry(code);
      code.aload(value);
      loadTable(code, table);
      loadRange(code, frame.memory(), frame.current(), frame.end());
      code.invokestatic(
          TYPED_VALUES,
          "containerBody",
          signature(position, REGISTRY, OBJECT, TABLE, memory, position, position));
      storePosition(code, container.body);
      loadAsLong(code, container.body);
      code.lconst_0().lcmp().ifeq(other);
      code.loadConstant(Slots.TYPED).istore(container.tag).goto_(known);
    }
    code.labelBinding(other);
    emitInterpreted(code, container, frame);
    code.labelBinding(exact).loadConstant(Slots.EXACT).istore(container.tag);
    movePosition(code, frame.current(), container.body);
    code.labelBinding(known);
  }

  /// Records that a container is being written that readers create from its elements, so that none
  /// of them can refer to it.
  ///
  /// @return the local variable for closing it
  private int emitOpening(CodeBuilder code, Container container, int session) {
    if (!opens(container.table)) {
      return -1;
    }
    int number = code.allocateLocal(TypeKind.INT);
    if (new SourceEmitter(container.table).isOptional()) {
      values.emitOpen(code, "open", container.value, session, number);
      return number;
    }
    Label usual = code.newLabel();
    code.iconst_m1().istore(number);
    branchIfExact(code, container, usual);
    values.emitOpen(code, "openContainer", container.value, session, number);
    code.labelBinding(usual);
    return number;
  }

  private boolean opens(Shape.Table table) {
    return tracks() && !(table instanceof Shape.ObjectArray);
  }

  /// Replaces a container that other threads may change with a copy.
  private void emitStable(CodeBuilder code, Container container) {
    if (container.table instanceof Shape.ObjectArray) {
      return;
    }
    int value = container.value;
    Label stable = code.newLabel();
    if (!Snapshots.isShared(container.table.exact())) {
      branchIfExact(code, container, stable);
    }
    code.aload(value).invokestatic(SNAPSHOTS, "stable", signature(OBJECT, OBJECT)).astore(value);
    code.labelBinding(stable);
  }

  private static void branchIfExact(CodeBuilder code, Container container, Label exact) {
    code.iload(container.tag).loadConstant(Slots.EXACT).if_icmpeq(exact);
  }

  /// Jumps if the container is of exactly the given type, and its usual variant.
  private void emitExact(CodeBuilder code, Class<?> type, int value, Label exact) {
    code.aload(value).invokevirtual(OBJECT, "getClass", signature(CD_Class));
    loadClass(code, type);
    if (!Variants.arePossible(type)) {
      code.if_acmpeq(exact);
      return;
    }
    Label other = code.newLabel();
    code.if_acmpne(other).aload(value);
    code.invokestatic(VARIANTS, "isUsual", signature(CD_boolean, OBJECT));
    code.ifne(exact).labelBinding(other);
  }

  private void emitInterpreted(CodeBuilder code, Container container, Frame frame) {
    loadShapeCodec(code, container.table);
    values.loadValueArguments(code, container.value, container.slot, frame);
    code.invokevirtual(SHAPE_CODEC, "write", values.valueSignature());
    code.return_(dialect.positionKind());
  }

  private void emitRows(
      CodeBuilder code, Rows rows, int value, SourceEmitter container, Frame frame, Label failed) {
    int index = code.allocateLocal(TypeKind.INT);
    int source = code.allocateLocal(TypeKind.REFERENCE);
    int cell = code.allocateLocal(TypeKind.REFERENCE);
    code.iconst_0().istore(index);
    Label failedAt = code.newLabel();
    container.loadSource(code, value, failed);
    code.astore(source);
    withinElements(
        code,
        index,
        loop -> {
          Label top = loop.newLabel();
          Label end = loop.newLabel();
          loop.labelBinding(top).iload(index).iload(rows.count()).if_icmpge(end);
          container.loadRow(loop, source, index, rows.count(), failedAt);
          loop.astore(cell);
          if (rows.table() instanceof Shape.Mapping) {
            int row = loop.allocateLocal(TypeKind.REFERENCE);
            loop.aload(cell);
            container.castRow(loop);
            loop.astore(row);
            container.loadKey(loop, row, failedAt);
            loop.astore(cell);
            cells.emit(loop, rows, 0, cell, index, frame);
            container.loadValue(loop, value, row, failedAt);
            loop.astore(cell);
            cells.emit(loop, rows, 1, cell, index, frame);
          } else {
            cells.emit(loop, rows, 0, cell, index, frame);
          }
          loop.iinc(index, 1).goto_(top).labelBinding(end);
        });
    Label end = code.newLabel();
    container.emitCheckEnd(code, source, index, rows.count(), end, failed);
    container.emitFailedAt(code, value, index, end, failedAt);
    code.labelBinding(end);
  }
}
