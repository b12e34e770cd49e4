// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.exec.ContainerKind;
import dev.segue.serializer.exec.Enums;
import dev.segue.serializer.exec.HashGuard;
import dev.segue.serializer.exec.KeyWalk;
import dev.segue.serializer.exec.Sequences;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.model.EnumConstants;
import dev.segue.serializer.model.PrimitiveKind;
import dev.segue.serializer.model.Shape;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Emits a method for each container of a class: it reads those that are nothing but their rows.
/// Others, nulls and back references go to the interpreter.
final class TableReadEmitter extends Emitter {

  private static final ClassDesc KIND = Unit.describe(ContainerKind.class);
  private static final ClassDesc ARRAY_LIST = Unit.describe(ArrayList.class);
  private static final ClassDesc COLLECTION = Unit.describe(Collection.class);
  private static final ClassDesc MAP = Unit.describe(Map.class);
  private static final ClassDesc HASH_GUARD = Unit.describe(HashGuard.class);
  private static final ClassDesc KEY_WALK = Unit.describe(KeyWalk.class);

  private final ValueReadEmitter values;

  TableReadEmitter(Unit unit, Dialect dialect, ValueReadEmitter values) {
    super(unit, dialect);
    this.values = values;
  }

  void emit(ClassBuilder builder) {
    for (Shape.Table table : unit.tables()) {
      builder.withMethodBody(
          tableName("read", table),
          values.valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitTable(code, table));
    }
  }

  private void emitTable(CodeBuilder code, Shape.Table table) {
    int memoryLocal = code.parameterSlot(0);
    int end = code.parameterSlot(2);
    int depth = code.parameterSlot(3);
    int session = code.parameterSlot(5);
    int kind = code.allocateLocal(TypeKind.REFERENCE);
    int body = newPosition(code);
    emitHead(code, table, kind, body);

    loadDepthBelow(code, depth);
    code.istore(depth).iload(depth);
    slots(code, "enter", CD_void, CD_int);
    int head = newPosition(code);
    int rows = code.allocateLocal(TypeKind.INT);
    loadPosition(code, body);
    loadDistance(code, Sequences.COUNT_BYTES);
    loadPosition(code, end);
    slots(code, "block", position, position, position, position);
    storePosition(code, head);
    getAt(code, memoryLocal, body, PrimitiveKind.INT);
    code.loadConstant(stride(table));
    loadAsLong(code, body);
    loadAsLong(code, end);
    code.invokestatic(SEQUENCES, "count", signature(CD_int, CD_int, CD_int, CD_long, CD_long));
    code.istore(rows);
    Nulls nulls = layOutNulls(code, table, "block", rows, head, end);
    int place = newPosition(code);
    int base = newPosition(code);
    int current = newPosition(code);
    loadPosition(code, nulls.end());
    storePosition(code, place);
    loadPosition(code, place);
    code.iload(rows).loadConstant(stride(table));
    loadPosition(code, end);
    slots(code, "block", position, position, CD_int, CD_int, position);
    storePosition(code, base);
    loadPosition(code, base);
    storePosition(code, current);

    int begun = code.allocateLocal(TypeKind.REFERENCE);
    int number = code.allocateLocal(TypeKind.INT);
    emitBegin(code, table, kind, rows, body, session, begun, number);
    ValueReadEmitter.Scope scope =
        values.scope(code, memoryLocal, current, end, depth, base, session);
    emitRows(code, table, begun, rows, place, nulls, scope);
    values.emitFinish(code, current, end);
    emitEnd(code, kind, body, session, begun, number);
  }

  /// Finds the kind of container, if it tells or is made of its rows when they are read, and where
  /// these are; hands everything that this method is not for to the interpreter.
  private void emitHead(CodeBuilder code, Shape.Table table, int kind, int body) {
    int memoryLocal = code.parameterSlot(0);
    int start = code.parameterSlot(1);
    int end = code.parameterSlot(2);
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
      code.aload(memoryLocal);
      loadPosition(code, start);
      loadPosition(code, end);
      code.invokestatic(
          TYPED_VALUES,
          "containerKind",
          signature(KIND, REGISTRY, TABLE, memory, position, position));
      code.astore(kind).aload(kind).ifnull(other);
      loadPosition(code, start);
      loadDistance(code, Integer.BYTES);
      addPositions(code);
      storePosition(code, body);
      code.goto_(known);
    }
    code.labelBinding(other);
    loadShapeCodec(code, table);
    code.aload(memoryLocal);
    loadPosition(code, start);
    loadPosition(code, end);
    code.iload(code.parameterSlot(3)).iload(slot).aload(code.parameterSlot(5));
    code.invokevirtual(SHAPE_CODEC, "read", values.valueSignature()).areturn();
    code.labelBinding(exact);
    if (table.exact() == Optional.class) {
      loadExactKind(code, table);
      code.astore(kind);
    }
    loadPosition(code, start);
    storePosition(code, body);
    code.labelBinding(known);
  }

  private void loadExactKind(CodeBuilder code, Shape.Table table) {
    code.loadConstant(
        unit.constants().of(List.of("kind", table), KIND, () -> unit.registry().exactKind(table)));
  }

  private void emitBegin(
      CodeBuilder code,
      Shape.Table table,
      int kind,
      int rows,
      int body,
      int session,
      int begun,
      int number) {
    if (counts()) {
      Label tells = code.newLabel();
      Label counted = code.newLabel();
      code.aload(session).aload(kind).ifnonnull(tells);
      loadExactKind(code, table);
      code.goto_(counted).labelBinding(tells).aload(kind).labelBinding(counted).iload(rows);
      loadAsLong(code, body);
      code.invokevirtual(SESSION, "charge", signature(CD_void, KIND, CD_int, CD_long));
    }
    Label told = code.newLabel();
    Label end = code.newLabel();
    code.aload(kind).ifnonnull(told);
    if (table instanceof Shape.ObjectArray array) {
      loadClass(code, array.type().componentType());
      code.iload(rows);
      code.invokestatic(
          Unit.describe(Array.class), "newInstance", signature(OBJECT, CD_Class, CD_int));
    } else if (table.exact() == ArrayList.class) {
      code.new_(ARRAY_LIST).dup().iload(rows);
      code.invokespecial(ARRAY_LIST, INIT_NAME, signature(CD_void, CD_int));
    } else {
      loadExactKind(code, table);
      code.iload(rows).invokeinterface(KIND, "begin", signature(OBJECT, CD_int));
    }
    code.astore(begun);
    code.goto_(end).labelBinding(told);
    code.aload(kind).iload(rows).invokeinterface(KIND, "begin", signature(OBJECT, CD_int));
    code.astore(begun);
    code.labelBinding(end);
    if (tracks()) {
      Label unfinished = code.newLabel();
      Label self = code.newLabel();
      code.aload(session);
      loadAsLong(code, body);
      code.invokevirtual(SESSION, "reserve", signature(CD_int, CD_long)).istore(number);
      code.aload(kind).ifnull(self);
      code.aload(kind).invokeinterface(KIND, "isSelf", signature(CD_boolean)).ifeq(unfinished);
      code.labelBinding(self);
      emitSet(code, session, begun, number);
      code.labelBinding(unfinished);
    }
  }

  private static void emitSet(CodeBuilder code, int session, int object, int number) {
    code.aload(session).iload(number).aload(object);
    code.invokevirtual(SESSION, "set", signature(CD_void, CD_int, OBJECT));
  }

  private void emitEnd(CodeBuilder code, int kind, int body, int session, int begun, int number) {
    Label end = code.newLabel();
    code.aload(kind).ifnull(end);
    code.aload(kind).aload(begun);
    loadAsLong(code, body);
    code.invokestatic(SEQUENCES, "finish", signature(OBJECT, KIND, OBJECT, CD_long));
    code.astore(begun);
    if (tracks()) {
      emitSet(code, session, begun, number);
    }
    code.labelBinding(end).aload(begun).areturn();
  }

  private void emitRows(
      CodeBuilder code,
      Shape.Table table,
      int begun,
      int rows,
      int place,
      Nulls nulls,
      ValueReadEmitter.Scope scope) {
    int index = code.allocateLocal(TypeKind.INT);
    int[] cells = {code.allocateLocal(TypeKind.REFERENCE), code.allocateLocal(TypeKind.REFERENCE)};
    ClassDesc container =
        switch (table) {
          case Shape.ObjectArray _ -> OBJECT.arrayType();
          case Shape.Sequence _ -> COLLECTION;
          case Shape.Mapping _ -> MAP;
        };
    int target = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(begun).checkcast(container).astore(target);
    boolean isHashed = table instanceof Shape.Mapping || isSet(table);
    boolean isGuarded = isHashed && !isHarmless(table.columns().getFirst());
    int guard = code.allocateLocal(TypeKind.REFERENCE);
    if (isGuarded) {
      code.aload(begun).iload(rows);
      code.invokestatic(HASH_GUARD, "of", signature(HASH_GUARD, OBJECT, CD_int)).astore(guard);
    }
    boolean isWalked = tracks() && isHashed && !isLeaf(table.columns().getFirst());
    int walk = code.allocateLocal(TypeKind.REFERENCE);
    if (isWalked) {
      code.aload(scope.session()).aload(begun);
      code.invokestatic(KEY_WALK, "of", signature(KEY_WALK, SESSION, OBJECT)).astore(walk);
    }
    code.iconst_0().istore(index);
    withinElementsRead(
        code,
        index,
        scope.current(),
        loop -> {
          Label top = loop.newLabel();
          Label end = loop.newLabel();
          loop.labelBinding(top).iload(index).iload(rows).if_icmpge(end);
          for (int i = 0; i < table.columns().size(); i++) {
            emitCell(loop, table.columns().get(i), place, nulls.columns().get(i), index, scope);
            loop.astore(cells[i]);
          }
          withinPut(
              loop,
              scope.current(),
              put -> {
                if (isWalked) {
                  put.aload(walk).aload(cells[0]);
                  put.invokestatic(KEY_WALK, "checkIfAny", signature(CD_void, KEY_WALK, OBJECT));
                }
                if (isGuarded) {
                  put.aload(guard).aload(cells[0]);
                  put.invokestatic(
                      HASH_GUARD, "checkIfAny", signature(CD_void, HASH_GUARD, OBJECT));
                }
                emitPut(put, table, target, index, cells);
              });
          loop.iinc(index, 1).goto_(top).labelBinding(end);
        });
  }

  private static void emitPut(
      CodeBuilder code, Shape.Table table, int target, int index, int[] cells) {
    code.aload(target);
    switch (table) {
      case Shape.ObjectArray _ -> code.iload(index).aload(cells[0]).aastore();
      case Shape.Sequence _ ->
          code.aload(cells[0])
              .invokeinterface(COLLECTION, "add", signature(CD_boolean, OBJECT))
              .pop();
      case Shape.Mapping _ ->
          code.aload(cells[0])
              .aload(cells[1])
              .invokeinterface(MAP, "put", signature(OBJECT, OBJECT, OBJECT))
              .pop();
    }
  }

  /// Whether a container may be a set, as that of any declared type may that is above one of the
  /// sets of the JDK, `SequencedCollection` too.
  private static boolean isSet(Shape.Table table) {
    return table instanceof Shape.Sequence
        && (table.type().isAssignableFrom(LinkedHashSet.class)
            || Set.class.isAssignableFrom(table.type()));
  }

  /// Whether keys cannot all have the same hash, or do no harm if they have.
  private static boolean isHarmless(Shape keys) {
    return keys instanceof Shape.Text || keys instanceof Shape.EnumConstant;
  }

  /// Whether keys hold no others.
  private static boolean isLeaf(Shape keys) {
    return keys instanceof Shape.Text || keys instanceof Shape.Inline;
  }

  /// Leaves a value of a row on the stack; `place` moves behind its place.
  private void emitCell(
      CodeBuilder code,
      Shape shape,
      int place,
      int nulls,
      int index,
      ValueReadEmitter.Scope scope) {
    switch (shape) {
      case Shape.Boxed boxed -> {
        ClassDesc box = Unit.describe(boxed.kind().box());
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        code.aload(scope.memory());
        loadPosition(code, nulls);
        code.iload(index);
        code.invokestatic(SEQUENCES, "isNull", signature(CD_boolean, memory, position, CD_int));
        code.ifne(isNull);
        getAt(code, scope.memory(), place, boxed.kind());
        code.invokestatic(box, "valueOf", signature(box, Unit.describe(boxed.kind().primitive())));
        code.goto_(end).labelBinding(isNull).aconst_null().labelBinding(end);
      }
      case Shape.EnumConstant constant -> {
        PrimitiveKind number = numberOf(constant.widthBytes());
        EnumConstants constants = constant.constants();
        getAt(code, scope.memory(), place, number);
        widen(code, number);
        code.loadConstant(unit.constants().of(constants, ENUM_CONSTANTS, () -> constants));
        loadAsLong(code, place);
        code.invokestatic(
            Unit.describe(Enums.class),
            "constant",
            signature(OBJECT, CD_int, ENUM_CONSTANTS, CD_long));
      }
      default -> {
        getAt(code, scope.memory(), place, PrimitiveKind.INT);
        values.emitSlot(code, scope);
        values.emitValue(code, shape, scope);
        loadPosition(code, scope.next());
        storePosition(code, scope.current());
      }
    }
    loadPosition(code, place, placeBytes(shape));
    storePosition(code, place);
  }
}
