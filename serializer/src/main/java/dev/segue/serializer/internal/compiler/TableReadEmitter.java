// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.Keys;
import dev.segue.serializer.internal.codec.UnknownNulls;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
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
  private static final ClassDesc KEYS = Unit.describe(Keys.class);
  private static final ClassDesc OPTIONS = Unit.describe(Options.class);

  /// Of containers whose keys need nothing that watches over them.
  private static final int NO_LOCAL = -1;

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
    int keys = emitKeys(code, table, kind, begun, rows, session);
    ValueReadEmitter.Scope scope =
        values.scope(code, memoryLocal, current, end, depth, base, session);
    emitRows(code, table, kind, begun, keys, rows, place, nulls, scope);
    values.emitFinish(code, current, end);
    emitEnd(code, table, kind, keys, body, session, begun, number);
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
      loadAsLong(code, code.parameterSlot(2));
      code.invokevirtual(SESSION, "reserve", signature(CD_int, CD_long, CD_long)).istore(number);
      code.aload(kind).ifnull(self);
      code.aload(kind).invokeinterface(KIND, "isSelf", signature(CD_boolean)).ifeq(unfinished);
      code.labelBinding(self);
      emitSet(code, session, begun, number);
      code.labelBinding(unfinished);
    }
  }

  /// Makes what watches over the keys of a container, if anything has to.
  private int emitKeys(
      CodeBuilder code, Shape.Table table, int kind, int begun, int rows, int session) {
    if (!watchesKeys(table)) {
      return NO_LOCAL;
    }
    int keys = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(kind).aload(begun).iload(rows).aload(session);
    loadOptions(code);
    code.invokestatic(KEYS, "of", signature(KEYS, KIND, OBJECT, CD_int, SESSION, OPTIONS));
    code.astore(keys);
    return keys;
  }

  private static void emitSet(CodeBuilder code, int session, int object, int number) {
    code.aload(session).iload(number).aload(object);
    code.invokevirtual(SESSION, "set", signature(CD_void, CD_int, OBJECT));
  }

  private void emitEnd(
      CodeBuilder code,
      Shape.Table table,
      int kind,
      int keys,
      int body,
      int session,
      int begun,
      int number) {
    Label end = code.newLabel();
    code.aload(kind).ifnull(end);
    if (isKeyed(table) && unit.registry().options().boundsKeys()) {
      code.aload(kind).aload(begun);
      code.loadConstant(unit.registry().options().maxCollidingKeys());
      code.invokestatic(HASH_GUARD, "checkBegun", signature(CD_void, KIND, OBJECT, CD_int));
    }
    code.aload(kind).aload(begun);
    loadAsLong(code, body);
    code.invokestatic(SEQUENCES, "finish", signature(OBJECT, KIND, OBJECT, CD_long));
    code.astore(begun);
    if (tracks()) {
      emitSet(code, session, begun, number);
    }
    code.labelBinding(end);
    if (keys != NO_LOCAL) {
      code.aload(keys).aload(begun);
      loadAsLong(code, body);
      code.invokestatic(KEYS, "finish", signature(CD_void, KEYS, OBJECT, CD_long));
    }
    code.aload(begun).areturn();
  }

  private void emitRows(
      CodeBuilder code,
      Shape.Table table,
      int kind,
      int begun,
      int keys,
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
            if (mayBeUnknown(table, i)) {
              emitNullCheck(loop, table, i, kind, begun, place, scope);
            }
            emitNextPlace(loop, table.columns().get(i), place, scope);
            loop.astore(cells[i]);
            if (keys != NO_LOCAL && i < table.columns().size() - 1) {
              loop.aload(keys).invokestatic(KEYS, "read", signature(CD_void, KEYS));
            }
          }
          withinPut(
              loop,
              scope.current(),
              put -> {
                Label next = put.newLabel();
                if (keys != NO_LOCAL) {
                  put.aload(keys).aload(cells[0]).aload(cells[table.columns().size() - 1]);
                  loadAsLong(put, scope.current());
                  put.invokestatic(
                      KEYS, "defers", signature(CD_boolean, KEYS, OBJECT, OBJECT, CD_long));
                  put.ifne(next);
                }
                emitPut(put, table, target, index, cells);
                put.labelBinding(next);
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
  private boolean isLeaf(Shape keys) {
    return keys instanceof Shape.Text
        || keys instanceof Shape.Inline
        || (keys instanceof Shape.Any any && leafEntry(any.type()) != null);
  }

  private static boolean isKeyed(Shape.Table table) {
    return table instanceof Shape.Mapping || isSet(table);
  }

  /// Whether a container asks keys that may not be complete, or too many that collide.
  private boolean watchesKeys(Shape.Table table) {
    Shape keys = table.columns().getFirst();
    return isKeyed(table)
        && ((tracks() && !isLeaf(keys))
            || (unit.registry().options().boundsKeys() && !isHarmless(keys)));
  }

  private void loadOptions(CodeBuilder code) {
    code.loadConstant(unit.constants().of("options", OPTIONS, () -> unit.registry().options()));
  }

  /// Leaves a value of a row on the stack.
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
      }
    }
  }

  private void emitNextPlace(
      CodeBuilder code, Shape shape, int place, ValueReadEmitter.Scope scope) {
    if (!(shape instanceof Shape.Inline)) {
      loadPosition(code, scope.next());
      storePosition(code, scope.current());
    }
    loadPosition(code, place, shape.placeBytes());
    storePosition(code, place);
  }

  /// Whether null may be read in place of what is not known, and may have no place there.
  private boolean mayBeUnknown(Shape.Table table, int column) {
    return switch (table.columns().get(column)) {
      case Shape.Text _, Shape.Boxed _, Shape.Primitive _, Shape.PrimitiveArray _ -> false;
      case Shape.EnumConstant constant ->
          constant.constants().nullIfUnknown() && !(table instanceof Shape.ObjectArray);
      default -> unit.plan().model().isForeign() && !(table instanceof Shape.ObjectArray);
    };
  }

  /// Looks at a value on the stack, and leaves it there.
  private void emitNullCheck(
      CodeBuilder code,
      Shape.Table table,
      int column,
      int kind,
      int begun,
      int place,
      ValueReadEmitter.Scope scope) {
    ClassDesc nulls = Unit.describe(UnknownNulls.class);
    Label known = code.newLabel();
    code.dup().ifnonnull(known);
    Shape shape = table.columns().get(column);
    if (shape instanceof Shape.EnumConstant constant) {
      PrimitiveKind number = numberOf(constant.widthBytes());
      getAt(code, scope.memory(), place, number);
      widen(code, number);
      code.loadConstant(
          unit.constants().of(constant.constants(), ENUM_CONSTANTS, constant::constants));
      loadAsLong(code, place);
      code.aload(kind).aload(begun).loadConstant(column).aload(scope.session());
      code.invokestatic(
          nulls,
          "check",
          signature(CD_void, CD_int, ENUM_CONSTANTS, CD_long, KIND, OBJECT, CD_int, SESSION));
    } else {
      loadRegistry(code);
      code.aload(scope.memory());
      loadPosition(code, scope.current());
      code.iload(scope.slot()).loadConstant(UnknownNulls.declared(shape));
      code.aload(kind).aload(begun).loadConstant(column).aload(scope.session());
      code.invokestatic(
          nulls,
          "check",
          signature(
              CD_void, REGISTRY, memory, position, CD_int, CD_int, KIND, OBJECT, CD_int, SESSION));
    }
    code.labelBinding(known);
  }
}
