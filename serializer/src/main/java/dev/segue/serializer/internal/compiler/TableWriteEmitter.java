// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.container.Variants;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;

/// Emits a method for each container of a class: it writes those that are nothing but their rows.
/// Arrays and lists with random access are written by index, the others by iterator, but for an
/// `Optional`, which is asked, and what may change meanwhile, which is copied first; whatever else
/// there is goes to the interpreter.
final class TableWriteEmitter extends Emitter {

  private static final ClassDesc OPTIONS = Unit.describe(Options.class);
  private static final ClassDesc LIST = Unit.describe(List.class);
  private static final ClassDesc COLLECTION = Unit.describe(Collection.class);
  private static final ClassDesc MAP = Unit.describe(Map.class);
  private static final ClassDesc ENTRY = Unit.describe(Map.Entry.class);
  private static final ClassDesc OPTIONAL = Unit.describe(Optional.class);
  private static final ClassDesc SNAPSHOTS = Unit.describe(Snapshots.class);
  private static final ClassDesc ITERATOR = Unit.describe(Iterator.class);

  private final ValueWriteEmitter values;

  TableWriteEmitter(Unit unit, Dialect dialect, ValueWriteEmitter values) {
    super(unit, dialect);
    this.values = values;
  }

  void emit(ClassBuilder builder) {
    for (Shape.Table table : unit.tables()) {
      builder.withMethodBody(
          tableName("write", table),
          values.valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitTable(code, table));
    }
  }

  private static boolean isIndexed(Shape.Table table) {
    return table instanceof Shape.ObjectArray || table.exact() == ArrayList.class;
  }

  private static boolean isOptional(Shape.Table table) {
    return table.exact() == Optional.class;
  }

  private void emitTable(CodeBuilder code, Shape.Table table) {
    int value = code.parameterSlot(0);
    int memoryLocal = code.parameterSlot(1);
    int start = code.parameterSlot(2);
    int limit = code.parameterSlot(3);
    int depth = code.parameterSlot(4);
    int base = code.parameterSlot(5);
    int slot = code.parameterSlot(6);
    int session = code.parameterSlot(7);
    ValueWriteEmitter.Scope outer =
        new ValueWriteEmitter.Scope(memoryLocal, start, limit, depth, base, session, false);
    int body = newPosition(code);
    int tag = code.allocateLocal(TypeKind.INT);
    emitHead(code, table, value, slot, outer, body, tag);
    Label met = code.newLabel();
    values.emitReference(code, value, body, slot, outer, met);

    emitKeyCheck(code, table, value);
    int number = emitOpening(code, table, value, tag, session);
    emitStable(code, table, value, tag);
    loadDepthBelow(code, depth);
    code.istore(depth).iload(depth);
    slots(code, "enter", CD_void, CD_int);
    int rows = code.allocateLocal(TypeKind.INT);
    Label failed = code.newLabel();
    guarded(code, table, failed, () -> loadRows(code, table, value));
    code.istore(rows);
    int head = emitCount(code, outer, body, rows);
    Nulls nulls = layOutNulls(code, table, "reserve", rows, head, limit);
    int place = newPosition(code);
    int current = newPosition(code);
    int elementBase = newPosition(code);
    loadPosition(code, nulls.end());
    storePosition(code, place);
    loadPosition(code, place);
    code.iload(rows).loadConstant(stride(table));
    loadPosition(code, limit);
    slots(code, "reserve", position, position, CD_int, CD_int, position);
    storePosition(code, elementBase);
    loadPosition(code, elementBase);
    storePosition(code, current);
    if (table.columns().stream().anyMatch(Shape.Boxed.class::isInstance)) {
      code.aload(memoryLocal);
      loadPosition(code, head);
      loadPosition(code, place);
      code.invokestatic(SEQUENCES, "clear", signature(CD_void, memory, position, position));
    }
    ValueWriteEmitter.Scope inner =
        new ValueWriteEmitter.Scope(memoryLocal, current, limit, depth, elementBase, session, true);
    emitRows(code, table, value, rows, place, nulls, inner, failed);
    emitClosing(code, table, number, session);
    emitSlot(code, outer, slot, current, tag);
    returnPosition(code, current);
    if (tracks()) {
      code.labelBinding(met);
      returnPosition(code, start);
    }
    emitFailed(code, table, value, failed);
  }

  /// Writes the slot of the table, which ends at the given position.
  private void emitSlot(
      CodeBuilder code, ValueWriteEmitter.Scope scope, int slot, int end, int tag) {
    code.aload(scope.memory());
    loadPosition(code, slot);
    loadPosition(code, scope.base());
    loadPosition(code, end);
    code.iload(tag);
    slots(code, "put", CD_void, memory, position, position, position, CD_int);
  }

  private void emitKeyCheck(CodeBuilder code, Shape.Table table, int value) {
    if (unit.registry().options().boundsKeys() && !(table instanceof Shape.ObjectArray)) {
      code.aload(value);
      code.loadConstant(unit.constants().of("options", OPTIONS, () -> unit.registry().options()));
      code.invokestatic(
          Unit.describe(HashGuard.class), "checkWritten", signature(CD_void, OBJECT, OPTIONS));
    }
  }

  /// Writes how many rows there are.
  ///
  /// @return the local of where that ends
  private int emitCount(CodeBuilder code, ValueWriteEmitter.Scope scope, int body, int rows) {
    int head = newPosition(code);
    loadPosition(code, body);
    loadDistance(code, Integer.BYTES);
    loadPosition(code, scope.limit());
    slots(code, "reserve", position, position, position, position);
    storePosition(code, head);
    putAt(code, scope.memory(), body, PrimitiveKind.INT, count -> count.iload(rows));
    return head;
  }

  /// The handler of what a container throws.
  private static void emitFailed(CodeBuilder code, Shape.Table table, int value, Label failed) {
    if (isGuarded(table)) {
      code.labelBinding(failed).aload(value);
      code.invokestatic(FAILURES, "thrown", signature(EXCEPTION, ANY_EXCEPTION, OBJECT)).athrow();
    }
  }

  /// Whether code that is not ours may run when a container is asked for its elements: it may be a
  /// view.
  private static boolean isGuarded(Shape.Table table) {
    return !(table instanceof Shape.ObjectArray) && !isOptional(table);
  }

  /// Code that asks a container; what that throws goes to a handler.
  private static void guarded(CodeBuilder code, Shape.Table table, Label handler, Runnable body) {
    if (!isGuarded(table)) {
      body.run();
      return;
    }
    Label start = code.newBoundLabel();
    body.run();
    Label end = code.newBoundLabel();
    code.exceptionCatch(start, end, handler, ANY_EXCEPTION);
  }

  /// Finds where the rows go and how the slot is tagged; hands everything that this method is not
  /// for to the interpreter.
  private void emitHead(
      CodeBuilder code,
      Shape.Table table,
      int value,
      int slot,
      ValueWriteEmitter.Scope scope,
      int body,
      int tag) {
    Label exact = code.newLabel();
    Label other = code.newLabel();
    Label known = code.newLabel();
    code.aload(value).ifnull(other);
    if (table.exact() == EnumSet.class) {
      code.aload(value).instanceOf(Unit.describe(EnumSet.class)).ifne(exact);
    } else {
      emitExact(code, table.exact(), value, exact);
    }
    if (!(table instanceof Shape.ObjectArray)) {
      if (isIndexed(table)) {
        code.aload(value).instanceOf(Unit.describe(RandomAccess.class)).ifeq(other);
      }
      loadRegistry(code);
      code.aload(value);
      loadTable(code, table);
      code.aload(scope.memory());
      loadPosition(code, scope.current());
      loadPosition(code, scope.limit());
      code.invokestatic(
          TYPED_VALUES,
          "containerBody",
          signature(position, REGISTRY, OBJECT, TABLE, memory, position, position));
      storePosition(code, body);
      loadAsLong(code, body);
      code.lconst_0().lcmp().ifeq(other);
      code.loadConstant(Slots.TYPED).istore(tag).goto_(known);
    }
    code.labelBinding(other);
    emitInterpreted(code, table, value, slot, scope);
    code.labelBinding(exact).loadConstant(Slots.EXACT).istore(tag);
    loadPosition(code, scope.current());
    storePosition(code, body);
    code.labelBinding(known);
  }

  /// Notes a container whose elements cannot refer to it: one that is made of them.
  ///
  /// @return the local for [#emitClosing]
  private int emitOpening(CodeBuilder code, Shape.Table table, int value, int tag, int session) {
    if (!opens(table)) {
      return -1;
    }
    int number = code.allocateLocal(TypeKind.INT);
    if (isOptional(table)) {
      values.emitOpen(code, "open", value, session, number);
      return number;
    }
    Label usual = code.newLabel();
    code.iconst_m1().istore(number).iload(tag).loadConstant(Slots.EXACT).if_icmpeq(usual);
    values.emitOpen(code, "openContainer", value, session, number);
    code.labelBinding(usual);
    return number;
  }

  private void emitClosing(CodeBuilder code, Shape.Table table, int number, int session) {
    if (opens(table)) {
      values.emitClose(code, number, session);
    }
  }

  private boolean opens(Shape.Table table) {
    return tracks() && !(table instanceof Shape.ObjectArray);
  }

  /// Replaces a container that others may change meanwhile by what it holds.
  private void emitStable(CodeBuilder code, Shape.Table table, int value, int tag) {
    if (table instanceof Shape.ObjectArray) {
      return;
    }
    Label stable = code.newLabel();
    if (!Snapshots.isShared(table.exact())) {
      code.iload(tag).loadConstant(Slots.EXACT).if_icmpeq(stable);
    }
    code.aload(value).invokestatic(SNAPSHOTS, "stable", signature(OBJECT, OBJECT)).astore(value);
    code.labelBinding(stable);
  }

  /// Goes where a container is handled that is what its class usually is, or goes on.
  private void emitExact(CodeBuilder code, Class<?> type, int value, Label exact) {
    code.aload(value).invokevirtual(OBJECT, "getClass", signature(CD_Class));
    loadClass(code, type);
    if (!Variants.arePossible(type)) {
      code.if_acmpeq(exact);
      return;
    }
    Label other = code.newLabel();
    code.if_acmpne(other).aload(value);
    code.invokestatic(Unit.describe(Variants.class), "isUsual", signature(CD_boolean, OBJECT));
    code.ifne(exact).labelBinding(other);
  }

  private void emitInterpreted(
      CodeBuilder code, Shape.Table table, int value, int slot, ValueWriteEmitter.Scope scope) {
    loadShapeCodec(code, table);
    values.loadValueArguments(code, value, slot, scope);
    code.invokevirtual(SHAPE_CODEC, "write", values.valueSignature());
    code.return_(dialect.positionKind());
  }

  private static void loadRows(CodeBuilder code, Shape.Table table, int value) {
    code.aload(value);
    switch (table) {
      case Shape.ObjectArray _ -> code.checkcast(OBJECT.arrayType()).arraylength();
      case Shape.Sequence list when isOptional(list) ->
          code.checkcast(OPTIONAL).invokevirtual(OPTIONAL, "isPresent", signature(CD_boolean));
      case Shape.Sequence _ ->
          code.checkcast(COLLECTION).invokeinterface(COLLECTION, "size", signature(CD_int));
      case Shape.Mapping _ -> code.checkcast(MAP).invokeinterface(MAP, "size", signature(CD_int));
    }
  }

  private void emitRows(
      CodeBuilder code,
      Shape.Table table,
      int value,
      int rows,
      int place,
      Nulls nulls,
      ValueWriteEmitter.Scope scope,
      Label failed) {
    int index = code.allocateLocal(TypeKind.INT);
    int source = code.allocateLocal(TypeKind.REFERENCE);
    int cell = code.allocateLocal(TypeKind.REFERENCE);
    code.iconst_0().istore(index);
    Label failedAt = code.newLabel();
    guarded(code, table, failed, () -> loadSource(code, table, value));
    code.astore(source);
    withinElements(
        code,
        index,
        loop -> {
          Label top = loop.newLabel();
          Label end = loop.newLabel();
          loop.labelBinding(top).iload(index).iload(rows).if_icmpge(end);
          guarded(loop, table, failedAt, () -> loadRow(loop, table, source, index, rows));
          loop.astore(cell);
          if (table instanceof Shape.Mapping map) {
            int entry = loop.allocateLocal(TypeKind.REFERENCE);
            loop.aload(cell).checkcast(ENTRY).astore(entry);
            loadOfEntry(loop, map, entry, "getKey", failedAt);
            loop.astore(cell);
            emitCell(loop, map.key(), cell, place, nulls.columns().get(0), index, scope);
            loadOfEntry(loop, map, entry, "getValue", failedAt);
            loop.astore(cell);
            emitCell(loop, map.value(), cell, place, nulls.columns().get(1), index, scope);
          } else {
            Shape element = table.columns().getFirst();
            emitCell(loop, element, cell, place, nulls.columns().get(0), index, scope);
          }
          loop.iinc(index, 1).goto_(top).labelBinding(end);
        });
    Label end = code.newLabel();
    if (!isIndexed(table) && !isOptional(table)) {
      guarded(
          code,
          table,
          failed,
          () -> {
            code.aload(source).invokeinterface(ITERATOR, "hasNext", signature(CD_boolean));
            code.ifeq(end);
            emitChanged(code, index, rows);
          });
    }
    if (isGuarded(table)) {
      code.goto_(end).labelBinding(failedAt).aload(value).iload(index);
      code.invokestatic(FAILURES, "thrown", signature(EXCEPTION, ANY_EXCEPTION, OBJECT, CD_int));
      code.athrow();
    }
    code.labelBinding(end);
  }

  private static void loadOfEntry(
      CodeBuilder code, Shape.Mapping map, int entry, String method, Label failed) {
    guarded(
        code,
        map,
        failed,
        () -> code.aload(entry).invokeinterface(ENTRY, method, signature(OBJECT)));
  }

  private static void loadSource(CodeBuilder code, Shape.Table table, int value) {
    ClassDesc set = Unit.describe(java.util.Set.class);
    code.aload(value);
    switch (table) {
      case Shape.ObjectArray _ -> code.checkcast(OBJECT.arrayType());
      case Shape.Sequence list when isIndexed(list) -> code.checkcast(LIST);
      case Shape.Sequence list when isOptional(list) -> code.checkcast(OPTIONAL);
      case Shape.Sequence _ ->
          code.checkcast(COLLECTION).invokeinterface(COLLECTION, "iterator", signature(ITERATOR));
      case Shape.Mapping _ ->
          code.checkcast(MAP)
              .invokeinterface(MAP, "entrySet", signature(set))
              .invokeinterface(set, "iterator", signature(ITERATOR));
    }
  }

  private void loadRow(CodeBuilder code, Shape.Table table, int source, int index, int rows) {
    if (table instanceof Shape.ObjectArray) {
      code.aload(source).iload(index).aaload();
    } else if (isIndexed(table)) {
      code.aload(source).iload(index).invokeinterface(LIST, "get", signature(OBJECT, CD_int));
    } else if (isOptional(table)) {
      code.aload(source).aconst_null();
      code.invokevirtual(OPTIONAL, "orElse", signature(OBJECT, OBJECT));
    } else {
      Label next = code.newLabel();
      code.aload(source).invokeinterface(ITERATOR, "hasNext", signature(CD_boolean)).ifne(next);
      emitChanged(code, index, rows);
      code.labelBinding(next);
      code.aload(source).invokeinterface(ITERATOR, "next", signature(OBJECT));
    }
  }

  private static void emitChanged(CodeBuilder code, int index, int rows) {
    ClassDesc exception = Unit.describe(ConcurrentModificationException.class);
    code.iload(index).iload(rows);
    code.invokestatic(FAILURES, "changed", signature(exception, CD_int, CD_int)).athrow();
  }

  /// Writes a value of a row; `place` moves behind its place.
  private void emitCell(
      CodeBuilder code,
      Shape shape,
      int cell,
      int place,
      int nulls,
      int index,
      ValueWriteEmitter.Scope scope) {
    switch (shape) {
      case Shape.Boxed boxed -> {
        PrimitiveKind kind = boxed.kind();
        ClassDesc primitive = Unit.describe(kind.primitive());
        Label present = code.newLabel();
        Label end = code.newLabel();
        code.aload(cell).ifnonnull(present);
        code.aload(scope.memory());
        loadPosition(code, nulls);
        code.iload(index);
        code.invokestatic(SEQUENCES, "setNull", signature(CD_void, memory, position, CD_int));
        TypeKind loadable = TypeKind.from(kind.primitive());
        putAt(code, scope.memory(), place, kind, zero -> loadZero(zero, loadable));
        code.goto_(end).labelBinding(present);
        putAt(
            code,
            scope.memory(),
            place,
            kind,
            unboxed ->
                unboxed
                    .aload(cell)
                    .checkcast(Unit.describe(kind.box()))
                    .invokevirtual(
                        Unit.describe(kind.box()),
                        kind.primitive().getName() + "Value",
                        signature(primitive)));
        code.labelBinding(end);
      }
      case Shape.EnumConstant constant -> {
        PrimitiveKind number = numberOf(constant.widthBytes());
        EnumConstants constants = constant.constants();
        putAt(
            code,
            scope.memory(),
            place,
            number,
            ordinal -> {
              ordinal.aload(cell);
              ordinal.loadConstant(unit.constants().of(constants, ENUM_CONSTANTS, () -> constants));
              ordinal.invokestatic(
                  Unit.describe(Enums.class), "number", signature(CD_int, OBJECT, ENUM_CONSTANTS));
              narrow(ordinal, number);
            });
      }
      default -> values.emitValue(code, shape, cell, place, scope);
    }
    loadPosition(code, place, shape.placeBytes());
    storePosition(code, place);
  }
}
