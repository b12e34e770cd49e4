// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.Creation;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;

/// Emits the reading half of a codec. A bean is created first and filled part by part. The
/// components of a record are collected in local variables, and the record is created last. The
/// same applies to other objects whose constructor takes their final fields.
final class ReadEmitter extends Emitter {

  private final ObjectParts parts;
  private final TargetEmitter targets;
  private final NumberReadEmitter numbers;
  private final ValueReadEmitter values;
  private final TableReadEmitter tables;

  ReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
    this.parts = new ObjectParts(unit, dialect, "read");
    this.targets = new TargetEmitter(unit, dialect);
    this.numbers = new NumberReadEmitter(unit, dialect, parts, targets);
    this.values = new ValueReadEmitter(unit, dialect);
    this.tables = new TableReadEmitter(unit, dialect, values);
  }

  void emit(ClassBuilder builder) {
    boolean isLast = unit.plan().model().isCreatedLast();
    builder.withMethodBody(
        "read",
        signature(OBJECT, memory, position, position, CD_int, SESSION),
        ACC_PUBLIC,
        isLast ? this::emitCreatedLast : this::emitBean);
    if (!isLast) {
      parts.emitInline(builder, this::emitInline);
      parts.emitCompact(builder, this::emitCompact);
      parts.emitSlots(builder, this::emitSlots);
    }
    tables.emit(builder);
  }

  private void emitInline(CodeBuilder code, List<Operation> part) {
    Dialect.Block block = parts.inlineBlock(code);
    int start = ObjectParts.inlineStart(code);
    numbers.emitInline(code, part, block, start, targets.into(code.parameterSlot(0)));
    code.return_();
  }

  private void emitCompact(CodeBuilder code, List<Operation.Compact> part) {
    int current = code.parameterSlot(2);
    var source =
        new NumberReadEmitter.Source(code.parameterSlot(1), current, code.parameterSlot(3));
    numbers.emitCompact(code, part, source, targets.into(code.parameterSlot(0)));
    returnPosition(code, current);
  }

  private void emitSlots(CodeBuilder code, List<Operation.Slot> part) {
    Frame frame = ObjectParts.slotsFrame(code);
    ValueReadEmitter.Scope scope = values.scope(code, frame);
    emitFields(code, part, code.parameterSlot(2), scope, targets.into(code.parameterSlot(0)));
    returnPosition(code, frame.current());
  }

  /// Checks and charges the fixed block.
  ///
  /// @return the local variable with the position of its end
  private int emitFixedBlock(CodeBuilder code, Arguments arguments) {
    if (unit.plan().nests()) {
      emitEnter(code, arguments.depth());
    }
    int base = newPosition(code);
    loadPosition(code, arguments.start());
    loadDistance(code, unit.plan().fixedBytes());
    loadPosition(code, arguments.end());
    slots(code, "block", position, position, position, position);
    storePosition(code, base);
    if (counts()) {
      code.aload(arguments.session()).loadConstant(unit.plan().fixedBytes()).loadConstant(1);
      loadAsLong(code, arguments.start());
      code.invokevirtual(SESSION, "charge", signature(CD_void, CD_int, CD_int, CD_long));
    }
    return base;
  }

  private void emitBean(CodeBuilder code) {
    Arguments arguments = Arguments.from(code, 0);
    int base = emitFixedBlock(code, arguments);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    targets.emitConstruction(code, _ -> {}, object);
    if (tracks()) {
      code.aload(arguments.session()).aload(object);
      loadAsLong(code, arguments.start());
      loadAsLong(code, arguments.end());
      code.invokevirtual(SESSION, "add", signature(CD_void, OBJECT, CD_long, CD_long));
    }
    targets.emitDefaults(code, targets.into(object));
    parts.callInline(code, object, arguments);
    int current = newPosition(code);
    movePosition(code, base, current);
    Frame frame = arguments.frame(current, base);
    parts.callCompact(code, object, frame);
    List<List<Operation.Slot>> slots = parts.slotParts();
    if (slots.size() == 1) {
      ValueReadEmitter.Scope scope = values.scope(code, frame);
      emitFields(code, slots.getFirst(), arguments.start(), scope, targets.into(object));
    } else {
      parts.callSlots(code, object, arguments.start(), frame);
    }
    values.emitFinish(code, frame);
    code.aload(object).areturn();
  }

  private void emitCreatedLast(CodeBuilder code) {
    Arguments arguments = Arguments.from(code, 0);
    int base = emitFixedBlock(code, arguments);
    List<Field> components = unit.plan().model().components();
    int number = code.allocateLocal(TypeKind.INT);
    emitReserve(code, arguments, number);
    int[] locals = new int[components.size()];
    for (int i = 0; i < locals.length; i++) {
      TypeKind kind = TypeKind.from(components.get(i).getType()).asLoadable();
      locals[i] = code.allocateLocal(kind);
      PrimitiveCode.loadZero(code, kind);
      code.storeLocal(kind, locals[i]);
    }
    TargetEmitter.Target target =
        (body, field, value) -> {
          value.accept(body);
          TypeKind kind = TypeKind.from(field.getType()).asLoadable();
          body.storeLocal(kind, locals[components.indexOf(field)]);
        };
    targets.emitDefaults(code, target);
    List<List<Operation>> inline = parts.inlineParts();
    if (!inline.isEmpty()) {
      Dialect.Block block = parts.openInline(code, arguments);
      for (List<Operation> part : inline) {
        numbers.emitInline(code, part, block, arguments.start(), target);
      }
      parts.closeInline(code, arguments);
    }
    int current = newPosition(code);
    movePosition(code, base, current);
    var source = new NumberReadEmitter.Source(arguments.memory(), current, arguments.end());
    numbers.emitCompact(code, unit.plan().compact(), source, target);
    Frame frame = arguments.frame(current, base);
    ValueReadEmitter.Scope scope = values.scope(code, frame);
    for (List<Operation.Slot> part : parts.slotParts()) {
      emitFields(code, part, arguments.start(), scope, target);
    }
    values.emitFinish(code, frame);
    emitSettle(code, arguments);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    targets.emitConstruction(code, body -> loadParameters(body, locals), object);
    emitOthers(code, locals, object);
    if (tracks()) {
      code.aload(arguments.session()).iload(number).aload(object);
      code.invokevirtual(SESSION, "set", signature(CD_void, CD_int, OBJECT));
    }
    code.aload(object).areturn();
  }

  private void loadParameters(CodeBuilder code, int[] locals) {
    List<Field> components = unit.plan().model().components();
    for (Field parameter : parameters()) {
      TypeKind kind = TypeKind.from(parameter.getType()).asLoadable();
      code.loadLocal(kind, locals[components.indexOf(parameter)]);
      if (kind == TypeKind.REFERENCE) {
        code.checkcast(Descriptors.of(parameter.getType()));
      }
    }
  }

  /// Assigns the fields that the constructor does not take.
  private void emitOthers(CodeBuilder code, int[] locals, int object) {
    List<Field> components = unit.plan().model().components();
    Set<Field> assigned = unit.plan().model().assigned();
    TargetEmitter.Target target = targets.into(object);
    for (int i = 0; i < locals.length; i++) {
      Field field = components.get(i);
      int local = locals[i];
      if (assigned.contains(field) && !parameters().contains(field)) {
        TypeKind kind = TypeKind.from(field.getType()).asLoadable();
        target.assign(code, field, body -> body.loadLocal(kind, local));
      }
    }
  }

  private List<Field> parameters() {
    return unit.plan().model().creation() instanceof Creation.Canonical canonical
        ? canonical.parameters()
        : List.of();
  }

  /// Reserves the number of a record, which is created after its components.
  private void emitReserve(CodeBuilder code, Arguments arguments, int number) {
    if (tracks()) {
      loadExtent(code, arguments);
      code.invokevirtual(SESSION, "reserve", signature(CD_int, CD_long, CD_long)).istore(number);
    }
  }

  /// Fills those containers among a record's components whose keys were incomplete before.
  private void emitSettle(CodeBuilder code, Arguments arguments) {
    if (tracks()) {
      loadExtent(code, arguments);
      code.invokevirtual(SESSION, "settle", signature(CD_void, CD_long, CD_long));
    }
  }

  private void loadExtent(CodeBuilder code, Arguments arguments) {
    code.aload(arguments.session());
    loadAsLong(code, arguments.start());
    loadAsLong(code, arguments.end());
  }

  private void loadPlace(CodeBuilder code, Frame frame) {
    code.aload(frame.session());
    loadAsLong(code, frame.current());
  }

  private void emitFields(
      CodeBuilder code,
      List<Operation.Slot> part,
      int start,
      ValueReadEmitter.Scope scope,
      TargetEmitter.Target target) {
    int at = code.allocateLocal(TypeKind.INT);
    Dialect.Block block = new Dialect.Block(scope.frame().memory(), start);
    code.iconst_0().istore(at);
    withinFields(
        code,
        part,
        at,
        body -> {
          for (int i = 0; i < part.size(); i++) {
            Operation.Slot operation = part.get(i);
            body.loadConstant(i).istore(at);
            dialect.loadAddressInBlock(body, block, operation.offset(), PrimitiveKind.INT);
            dialect.get(body, PrimitiveKind.INT);
            values.emitSlot(body, scope);
            if (!operation.field().isSkipped()) {
              targets.assign(
                  body,
                  operation,
                  target,
                  v -> values.emitValue(v, operation.shape(), scope),
                  tracks() ? v -> loadPlace(v, scope.frame()) : null);
            } else if (tracks()) {
              values.emitSkip(body, operation.shape(), scope);
            }
            movePosition(body, scope.next(), scope.frame().current());
          }
        });
  }
}
