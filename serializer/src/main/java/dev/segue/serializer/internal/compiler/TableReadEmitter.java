// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.COLLECTION;
import static dev.segue.serializer.internal.compiler.Descriptors.KIND;
import static dev.segue.serializer.internal.compiler.Descriptors.MAP;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.REGISTRY;
import static dev.segue.serializer.internal.compiler.Descriptors.SEQUENCES;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.SHAPE_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.SLOTS;
import static dev.segue.serializer.internal.compiler.Descriptors.TABLE;
import static dev.segue.serializer.internal.compiler.Descriptors.TYPED_VALUES;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/// Emits a method for each container of a class, which reads containers without other state than
/// their rows. Other containers, nulls and back references are left to the interpreter.
final class TableReadEmitter extends TableEmitter {

  private static final ClassDesc ARRAY = Descriptors.of(Array.class);
  private static final ClassDesc ARRAY_LIST = Descriptors.of(ArrayList.class);

  private final ValueReadEmitter values;
  private final CellReadEmitter cells;
  private final KeyReadEmitter keyChecks;

  TableReadEmitter(Unit unit, Dialect dialect, ValueReadEmitter values) {
    super(unit, dialect);
    this.values = values;
    this.cells = new CellReadEmitter(unit, dialect, values);
    this.keyChecks = new KeyReadEmitter(unit, dialect);
  }

  void emit(ClassBuilder builder) {
    for (Shape.Table table : unit.tables()) {
      builder.withMethodBody(
          unit.tableName("read", table),
          values.valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitTable(code, table));
    }
  }

  private void emitTable(CodeBuilder code, Shape.Table table) {
    Arguments arguments =
        new Arguments(
            code.parameterSlot(0),
            code.parameterSlot(1),
            code.parameterSlot(2),
            code.parameterSlot(3),
            code.parameterSlot(5));
    int kind = code.allocateLocal(TypeKind.REFERENCE);
    int body = newPosition(code);
    emitHead(code, table, arguments, kind, body);
    emitDescend(code, arguments.depth());
    Rows rows = emitRowCount(code, table, arguments, body);
    int base = newPosition(code);
    int current = newPosition(code);
    emitBase(code, rows, "block", arguments.end(), base);
    movePosition(code, base, current);

    int begun = code.allocateLocal(TypeKind.REFERENCE);
    int number = code.allocateLocal(TypeKind.INT);
    var container = new CellReadEmitter.Container(rows, kind, body, begun, number);
    if (counts()) {
      emitCharge(code, container, arguments.session());
    } else if (table.exact() == EnumMap.class) {
      emitChargeIfAny(code, container, arguments.session());
    }
    emitBegin(code, container);
    if (tracks()) {
      emitReserve(code, container, arguments);
    }
    int keys = keyChecks.emitNew(code, container, arguments.session());
    ValueReadEmitter.Scope scope = values.scope(code, arguments.frame(current, base));
    emitRows(code, container, keys, scope);
    values.emitFinish(code, scope.frame());
    emitEnd(code, container, keys, arguments);
  }

  /// Finds the position of the rows. Also finds the kind of the container, if the payload names one
  /// or the container is created from its rows. All other values are left to the interpreter.
  private void emitHead(
      CodeBuilder code, Shape.Table table, Arguments arguments, int kind, int body) {
    int slot = code.parameterSlot(4);
    Label exact = code.newLabel();
    Label other = code.newLabel();
    Label known = code.newLabel();
    code.aconst_null().astore(kind);
    code.iload(slot).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
    code.loadConstant(Slots.EXACT).if_icmpeq(exact);
    if (!(table instanceof Shape.ObjectArray)) {
      code.iload(slot).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
      code.loadConstant(Slots.TYPED).if_icmpne(other);
      loadRegistry(code);
      loadTable(code, table);
      loadRange(code, arguments.memory(), arguments.start(), arguments.end());
      code.invokestatic(
          TYPED_VALUES,
          "containerKind",
          signature(KIND, REGISTRY, TABLE, memory, position, position));
      code.astore(kind).aload(kind).ifnull(other);
      loadPosition(code, arguments.start(), Integer.BYTES);
      storePosition(code, body);
      code.goto_(known);
    }
    code.labelBinding(other);
    loadShapeCodec(code, table);
    loadRange(code, arguments.memory(), arguments.start(), arguments.end());
    code.iload(arguments.depth()).iload(slot).aload(arguments.session());
    code.invokevirtual(SHAPE_CODEC, "read", values.valueSignature()).areturn();
    code.labelBinding(exact);
    if (table.exact() == Optional.class) {
      loadExactKind(code, table);
      code.astore(kind);
    }
    movePosition(code, arguments.start(), body);
    code.labelBinding(known);
  }

  private Rows emitRowCount(CodeBuilder code, Shape.Table table, Arguments arguments, int body) {
    int end = arguments.end();
    int head = newPosition(code);
    int count = code.allocateLocal(TypeKind.INT);
    loadPosition(code, body);
    loadDistance(code, Sequences.COUNT_BYTES);
    loadPosition(code, end);
    slots(code, "block", position, position, position, position);
    storePosition(code, head);
    getAt(code, arguments.memory(), body, PrimitiveKind.INT);
    code.loadConstant(stride(table));
    loadAsLong(code, body);
    loadAsLong(code, end);
    code.invokestatic(SEQUENCES, "count", signature(CD_int, CD_int, CD_int, CD_long, CD_long));
    code.istore(count);
    return layOutRows(code, table, "block", count, head, end);
  }

  private void loadExactKind(CodeBuilder code, Shape.Table table) {
    code.loadConstant(
        unit.constants().of(List.of("kind", table), KIND, () -> unit.registry().exactKind(table)));
  }

  /// Charges the budget for a container that is larger than its bytes in the payload account for.
  private void emitChargeIfAny(CodeBuilder code, CellReadEmitter.Container container, int session) {
    Label isUnwatched = code.newLabel();
    code.aload(session).ifnull(isUnwatched);
    emitCharge(code, container, session);
    code.labelBinding(isUnwatched);
  }

  private void emitCharge(CodeBuilder code, CellReadEmitter.Container container, int session) {
    Label isNamed = code.newLabel();
    Label loaded = code.newLabel();
    code.aload(session).aload(container.kind()).ifnonnull(isNamed);
    loadExactKind(code, container.rows().table());
    code.goto_(loaded).labelBinding(isNamed).aload(container.kind()).labelBinding(loaded);
    code.iload(container.rows().count());
    loadAsLong(code, container.body());
    code.invokevirtual(SESSION, "charge", signature(CD_void, KIND, CD_int, CD_long));
  }

  /// Creates the container, or the object that collects its elements.
  private void emitBegin(CodeBuilder code, CellReadEmitter.Container container) {
    Shape.Table table = container.rows().table();
    int count = container.rows().count();
    Label isNamed = code.newLabel();
    Label end = code.newLabel();
    code.aload(container.kind()).ifnonnull(isNamed);
    if (table instanceof Shape.ObjectArray array) {
      loadClass(code, array.type().componentType());
      code.iload(count);
      code.invokestatic(ARRAY, "newInstance", signature(OBJECT, CD_Class, CD_int));
    } else if (table.exact() == ArrayList.class) {
      code.new_(ARRAY_LIST).dup().iload(count);
      code.invokespecial(ARRAY_LIST, INIT_NAME, signature(CD_void, CD_int));
    } else {
      loadExactKind(code, table);
      code.iload(count).invokeinterface(KIND, "begin", signature(OBJECT, CD_int));
    }
    code.astore(container.begun());
    code.goto_(end).labelBinding(isNamed);
    code.aload(container.kind()).iload(count);
    code.invokeinterface(KIND, "begin", signature(OBJECT, CD_int));
    code.astore(container.begun());
    code.labelBinding(end);
  }

  /// Reserves the container's number, and sets its object unless the container is created from its
  /// rows.
  private void emitReserve(
      CodeBuilder code, CellReadEmitter.Container container, Arguments arguments) {
    Label unfinished = code.newLabel();
    Label self = code.newLabel();
    code.aload(arguments.session());
    loadAsLong(code, container.body());
    loadAsLong(code, arguments.end());
    code.invokevirtual(SESSION, "reserve", signature(CD_int, CD_long, CD_long));
    code.istore(container.number());
    code.aload(container.kind()).ifnull(self);
    code.aload(container.kind());
    code.invokeinterface(KIND, "isSelf", signature(CD_boolean)).ifeq(unfinished);
    code.labelBinding(self);
    emitSet(code, container, arguments.session());
    code.labelBinding(unfinished);
  }

  private static void emitSet(CodeBuilder code, CellReadEmitter.Container container, int session) {
    code.aload(session).iload(container.number()).aload(container.begun());
    code.invokevirtual(SESSION, "set", signature(CD_void, CD_int, OBJECT));
  }

  private void emitEnd(
      CodeBuilder code, CellReadEmitter.Container container, int keys, Arguments arguments) {
    Label end = code.newLabel();
    code.aload(container.kind()).ifnull(end);
    keyChecks.emitCheckBegun(code, container, keys, arguments);
    code.aload(container.kind()).aload(container.begun());
    loadAsLong(code, container.body());
    code.invokestatic(SEQUENCES, "finish", signature(OBJECT, KIND, OBJECT, CD_long));
    code.astore(container.begun());
    if (tracks()) {
      emitSet(code, container, arguments.session());
    }
    code.labelBinding(end);
    keyChecks.emitFinish(code, container, keys);
    keyChecks.emitCheckCount(code, container, keys, arguments);
    code.aload(container.begun()).areturn();
  }

  private void emitRows(
      CodeBuilder code,
      CellReadEmitter.Container container,
      int keys,
      ValueReadEmitter.Scope scope) {
    Shape.Table table = container.rows().table();
    int current = scope.frame().current();
    int columns = table.columns().size();
    int index = code.allocateLocal(TypeKind.INT);
    int[] locals = {code.allocateLocal(TypeKind.REFERENCE), code.allocateLocal(TypeKind.REFERENCE)};
    int[] row = Arrays.copyOf(locals, columns);
    int target = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(container.begun()).checkcast(interfaceOf(table)).astore(target);
    code.iconst_0().istore(index);
    withinElementsRead(
        code,
        index,
        current,
        loop -> {
          Label top = loop.newLabel();
          Label end = loop.newLabel();
          loop.labelBinding(top).iload(index).iload(container.rows().count()).if_icmpge(end);
          for (int i = 0; i < columns; i++) {
            cells.emit(loop, container, i, index, scope);
            loop.astore(row[i]);
            if (i < columns - 1) {
              keyChecks.emitRead(loop, keys, current);
            }
          }
          withinPut(
              loop,
              current,
              put -> {
                Label next = put.newLabel();
                keyChecks.emitDefers(put, keys, row, current, next);
                emitPut(put, table, target, index, row);
                put.labelBinding(next);
              });
          loop.iinc(index, 1).goto_(top).labelBinding(end);
        });
  }

  private static ClassDesc interfaceOf(Shape.Table table) {
    return switch (table) {
      case Shape.ObjectArray _ -> OBJECT.arrayType();
      case Shape.Sequence _ -> COLLECTION;
      case Shape.Mapping _ -> MAP;
    };
  }

  private static void emitPut(
      CodeBuilder code, Shape.Table table, int target, int index, int[] row) {
    code.aload(target);
    switch (table) {
      case Shape.ObjectArray _ -> code.iload(index).aload(row[0]).aastore();
      case Shape.Sequence _ ->
          code.aload(row[0])
              .invokeinterface(COLLECTION, "add", signature(CD_boolean, OBJECT))
              .pop();
      case Shape.Mapping _ ->
          code.aload(row[0])
              .aload(row[1])
              .invokeinterface(MAP, "put", signature(OBJECT, OBJECT, OBJECT))
              .pop();
    }
  }
}
