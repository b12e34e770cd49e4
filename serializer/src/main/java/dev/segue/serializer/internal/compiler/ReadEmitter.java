// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Field;
import java.util.List;

/// Emits the reading half of a codec. Beans are made first and filled part by part; the components
/// of a record are gathered in locals, and it is made last.
final class ReadEmitter extends Emitter {

  private final TargetEmitter targets;
  private final NumberReadEmitter numbers;
  private final ValueReadEmitter values;
  private final TableReadEmitter tables;

  ReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
    this.targets = new TargetEmitter(unit, dialect);
    this.numbers = new NumberReadEmitter(unit, dialect, targets);
    this.values = new ValueReadEmitter(unit, dialect);
    this.tables = new TableReadEmitter(unit, dialect, values);
  }

  void emit(ClassBuilder builder) {
    boolean isRecord = unit.plan().model().isRecord();
    builder.withMethodBody(
        "read",
        signature(OBJECT, memory, position, position, CD_int, SESSION),
        ACC_PUBLIC,
        isRecord ? this::emitRecord : this::emitBean);
    List<List<Operation>> inline = inlineParts();
    for (int i = 0; !isRecord && i < inline.size(); i++) {
      List<Operation> part = inline.get(i);
      builder.withMethodBody(
          "readFixed" + i,
          inlineSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> {
            int start = code.parameterSlot(2);
            int block = openBlock(code, code.parameterSlot(1), start);
            numbers.emitInline(code, part, block, start, targets.into(code.parameterSlot(0)));
            code.return_();
          });
    }
    List<List<Operation.Compact>> compact = unit.compactParts();
    for (int i = 0; !isRecord && i < compact.size(); i++) {
      List<Operation.Compact> part = compact.get(i);
      builder.withMethodBody(
          "readCompact" + i,
          compactSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> {
            int current = code.parameterSlot(2);
            TargetEmitter.Target target = targets.into(code.parameterSlot(0));
            numbers.emitCompact(
                code, part, code.parameterSlot(1), current, code.parameterSlot(3), target);
            returnPosition(code, current);
          });
    }
    List<List<Operation.Slot>> slots = unit.slotParts();
    for (int i = 0; !isRecord && slots.size() > 1 && i < slots.size(); i++) {
      List<Operation.Slot> part = slots.get(i);
      builder.withMethodBody(
          "readSlots" + i, slotsSignature(), ACC_PRIVATE | ACC_STATIC, c -> emitSlots(c, part));
    }
    tables.emit(builder);
  }

  private MethodTypeDesc inlineSignature() {
    return signature(CD_void, unit.type(), memory, position);
  }

  /// `(object, memory, current, end) -> current`
  private MethodTypeDesc compactSignature() {
    return signature(position, unit.type(), memory, position, position);
  }

  /// `(object, memory, position, end, depth, base, current, session) -> current`
  private MethodTypeDesc slotsSignature() {
    return signature(
        position, unit.type(), memory, position, position, CD_int, position, position, SESSION);
  }

  private int emitBlock(CodeBuilder code, int start, int end, int depth, int session) {
    enterIfNesting(code, depth);
    int base = newPosition(code);
    loadPosition(code, start);
    loadDistance(code, unit.plan().fixedBytes());
    loadPosition(code, end);
    slots(code, "block", position, position, position, position);
    storePosition(code, base);
    if (counts()) {
      code.aload(session).loadConstant(unit.plan().fixedBytes()).loadConstant(1);
      loadAsLong(code, start);
      code.invokevirtual(SESSION, "charge", signature(CD_void, CD_int, CD_int, CD_long));
    }
    return base;
  }

  private void emitBean(CodeBuilder code) {
    int memoryLocal = code.parameterSlot(0);
    int start = code.parameterSlot(1);
    int end = code.parameterSlot(2);
    int depth = code.parameterSlot(3);
    int session = code.parameterSlot(4);
    int base = emitBlock(code, start, end, depth, session);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    targets.emitConstruction(code, _ -> {}, object);
    if (tracks()) {
      code.aload(session).aload(object);
      loadAsLong(code, start);
      loadAsLong(code, end);
      code.invokevirtual(SESSION, "add", signature(CD_void, OBJECT, CD_long, CD_long));
    }
    targets.emitDefaults(code, targets.into(object));
    int inline = inlineParts().size();
    for (int i = 0; i < inline; i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      code.invokestatic(unit.self(), "readFixed" + i, inlineSignature());
    }
    int current = newPosition(code);
    loadPosition(code, base);
    storePosition(code, current);
    for (int i = 0; i < unit.compactParts().size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, current);
      loadPosition(code, end);
      code.invokestatic(unit.self(), "readCompact" + i, compactSignature());
      storePosition(code, current);
    }
    List<List<Operation.Slot>> parts = unit.slotParts();
    if (parts.size() == 1) {
      ValueReadEmitter.Scope scope =
          values.scope(code, memoryLocal, current, end, depth, base, session);
      emitFields(code, parts.getFirst(), start, scope, targets.into(object));
    }
    for (int i = 0; parts.size() > 1 && i < parts.size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      loadPosition(code, end);
      code.iload(depth);
      loadPosition(code, base);
      loadPosition(code, current);
      code.aload(session);
      code.invokestatic(unit.self(), "readSlots" + i, slotsSignature());
      storePosition(code, current);
    }
    values.emitFinish(code, current, end);
    code.aload(object).areturn();
  }

  private void emitSlots(CodeBuilder code, List<Operation.Slot> part) {
    int current = code.parameterSlot(6);
    ValueReadEmitter.Scope scope =
        values.scope(
            code,
            code.parameterSlot(1),
            current,
            code.parameterSlot(3),
            code.parameterSlot(4),
            code.parameterSlot(5),
            code.parameterSlot(7));
    emitFields(code, part, code.parameterSlot(2), scope, targets.into(code.parameterSlot(0)));
    returnPosition(code, current);
  }

  private void emitRecord(CodeBuilder code) {
    int memoryLocal = code.parameterSlot(0);
    int start = code.parameterSlot(1);
    int end = code.parameterSlot(2);
    int depth = code.parameterSlot(3);
    int session = code.parameterSlot(4);
    int base = emitBlock(code, start, end, depth, session);
    List<Field> components = unit.plan().model().components();
    int number = code.allocateLocal(TypeKind.INT);
    emitReserve(code, session, start, end, number);
    int[] locals = new int[components.size()];
    for (int i = 0; i < locals.length; i++) {
      TypeKind kind = TypeKind.from(components.get(i).getType()).asLoadable();
      locals[i] = code.allocateLocal(kind);
      loadZero(code, kind);
      code.storeLocal(kind, locals[i]);
    }
    TargetEmitter.Target target =
        (body, field, value) -> {
          value.accept(body);
          TypeKind kind = TypeKind.from(field.getType()).asLoadable();
          body.storeLocal(kind, locals[components.indexOf(field)]);
        };
    targets.emitDefaults(code, target);
    int block = openBlock(code, memoryLocal, start);
    for (List<Operation> part : inlineParts()) {
      numbers.emitInline(code, part, block, start, target);
    }
    int current = newPosition(code);
    loadPosition(code, base);
    storePosition(code, current);
    numbers.emitCompact(code, unit.plan().compact(), memoryLocal, current, end, target);
    ValueReadEmitter.Scope scope =
        values.scope(code, memoryLocal, current, end, depth, base, session);
    for (List<Operation.Slot> part : unit.slotParts()) {
      emitFields(code, part, start, scope, target);
    }
    values.emitFinish(code, current, end);
    emitSettle(code, session, start, end);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    targets.emitConstruction(
        code,
        body -> {
          for (int i = 0; i < locals.length; i++) {
            Class<?> component = components.get(i).getType();
            TypeKind kind = TypeKind.from(component).asLoadable();
            body.loadLocal(kind, locals[i]);
            if (kind == TypeKind.REFERENCE) {
              body.checkcast(Unit.describe(component));
            }
          }
        },
        object);
    if (tracks()) {
      code.aload(session).iload(number).aload(object);
      code.invokevirtual(SESSION, "set", signature(CD_void, CD_int, OBJECT));
    }
    code.aload(object).areturn();
  }

  /// Notes that a record will be there once its components are.
  private void emitReserve(CodeBuilder code, int session, int start, int end, int number) {
    if (tracks()) {
      loadExtent(code, session, start, end);
      code.invokevirtual(SESSION, "reserve", signature(CD_int, CD_long, CD_long)).istore(number);
    }
  }

  /// Fills the containers among a record's components that have waited for their keys.
  private void emitSettle(CodeBuilder code, int session, int start, int end) {
    if (tracks()) {
      loadExtent(code, session, start, end);
      code.invokevirtual(SESSION, "settle", signature(CD_void, CD_long, CD_long));
    }
  }

  private void loadExtent(CodeBuilder code, int session, int start, int end) {
    code.aload(session);
    loadAsLong(code, start);
    loadAsLong(code, end);
  }

  private void loadPlace(CodeBuilder code, ValueReadEmitter.Scope scope) {
    code.aload(scope.session());
    loadAsLong(code, scope.current());
  }

  private void emitFields(
      CodeBuilder code,
      List<Operation.Slot> part,
      int start,
      ValueReadEmitter.Scope scope,
      TargetEmitter.Target target) {
    int at = code.allocateLocal(TypeKind.INT);
    int block = openBlock(code, scope.memory(), start);
    code.iconst_0().istore(at);
    withinFields(
        code,
        part,
        at,
        body -> {
          for (int i = 0; i < part.size(); i++) {
            Operation.Slot operation = part.get(i);
            body.loadConstant(i).istore(at);
            loadPlace(body, block, start, operation.offset(), PrimitiveKind.INT);
            getPlace(body, PrimitiveKind.INT);
            values.emitSlot(body, scope);
            if (!operation.field().isSkipped()) {
              targets.assign(
                  body,
                  operation,
                  target,
                  v -> values.emitValue(v, operation.shape(), scope),
                  tracks() ? v -> loadPlace(v, scope) : null);
            } else if (tracks()) {
              values.emitSkip(body, operation.shape(), scope);
            }
            loadPosition(body, scope.next());
            storePosition(body, scope.current());
          }
        });
  }
}
