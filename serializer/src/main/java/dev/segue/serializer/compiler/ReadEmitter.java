// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.exec.Enums;
import dev.segue.serializer.exec.Varints;
import dev.segue.serializer.model.Conversion;
import dev.segue.serializer.model.Creation;
import dev.segue.serializer.model.EnumConstants;
import dev.segue.serializer.model.PrimitiveKind;
import dev.segue.serializer.plan.ObjectPlan;
import dev.segue.serializer.plan.Operation;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Emits the reading half of a codec. Beans are made first and filled part by part; the components
/// of a record are gathered in locals, and it is made last.
final class ReadEmitter extends Emitter {

  private final ValueReadEmitter values;
  private final TableReadEmitter tables;

  /// Where a value that was read goes.
  private interface Target {
    void assign(CodeBuilder code, Field field, Consumer<CodeBuilder> value);
  }

  ReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
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
    List<List<Operation>> inline = unit.inlineParts();
    for (int i = 0; !isRecord && i < inline.size(); i++) {
      List<Operation> part = inline.get(i);
      builder.withMethodBody(
          "readFixed" + i,
          inlineSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> {
            int start = code.parameterSlot(2);
            int block = openBlock(code, code.parameterSlot(1), start);
            emitInline(code, part, block, start, into(code.parameterSlot(0)));
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
            Target target = into(code.parameterSlot(0));
            emitCompact(code, part, code.parameterSlot(1), current, code.parameterSlot(3), target);
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
    emitConstruction(code, _ -> {}, object);
    if (tracks()) {
      code.aload(session).aload(object);
      loadAsLong(code, start);
      code.invokevirtual(SESSION, "add", signature(CD_void, OBJECT, CD_long));
    }
    emitDefaults(code, into(object));
    for (int i = 0; i < unit.inlineParts().size(); i++) {
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
      emitFields(code, parts.getFirst(), start, scope, into(object));
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
    emitFields(code, part, code.parameterSlot(2), scope, into(code.parameterSlot(0)));
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
    if (tracks()) {
      code.aload(session);
      loadAsLong(code, start);
      code.invokevirtual(SESSION, "reserve", signature(CD_int, CD_long)).istore(number);
    }
    int[] locals = new int[components.size()];
    for (int i = 0; i < locals.length; i++) {
      TypeKind kind = TypeKind.from(components.get(i).getType()).asLoadable();
      locals[i] = code.allocateLocal(kind);
      loadZero(code, kind);
      code.storeLocal(kind, locals[i]);
    }
    Target target =
        (body, field, value) -> {
          value.accept(body);
          TypeKind kind = TypeKind.from(field.getType()).asLoadable();
          body.storeLocal(kind, locals[components.indexOf(field)]);
        };
    emitDefaults(code, target);
    int block = openBlock(code, memoryLocal, start);
    for (List<Operation> part : unit.inlineParts()) {
      emitInline(code, part, block, start, target);
    }
    int current = newPosition(code);
    loadPosition(code, base);
    storePosition(code, current);
    emitCompact(code, unit.plan().compact(), memoryLocal, current, end, target);
    ValueReadEmitter.Scope scope =
        values.scope(code, memoryLocal, current, end, depth, base, session);
    for (List<Operation.Slot> part : unit.slotParts()) {
      emitFields(code, part, start, scope, target);
    }
    values.emitFinish(code, current, end);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    emitConstruction(
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

  /// Calls the constructor; what it throws becomes an error that names the class.
  private void emitConstruction(CodeBuilder code, Consumer<CodeBuilder> arguments, int object) {
    MethodTypeDesc signature =
        signature(
            CD_void,
            java.util.Arrays.stream(
                    unit.plan().model().creation().constructor().getParameterTypes())
                .map(Unit::describe)
                .toArray(ClassDesc[]::new));
    code.trying(
        body -> {
          if (unit.plan().model().creation() instanceof Creation.Bypassing bypassing) {
            ClassDesc constructor = Unit.describe(Constructor.class);
            body.loadConstant(
                unit.constants().of("constructor", constructor, bypassing::constructor));
            body.aconst_null();
            body.invokevirtual(constructor, "newInstance", signature(OBJECT, OBJECT.arrayType()));
            body.checkcast(unit.type()).astore(object);
          } else {
            body.new_(unit.type()).dup();
            arguments.accept(body);
            body.invokespecial(unit.type(), INIT_NAME, signature).astore(object);
          }
        },
        catching ->
            catching.catchingAll(handler -> {
              loadClass(handler, unit.plan().type());
              handler.invokestatic(
                  FAILURES, "construction", signature(EXCEPTION, CD_Throwable, CD_Class));
              handler.athrow();
            }));
  }

  /// The fields of an object in a local.
  private Target into(int object) {
    return (code, field, value) -> {
      ClassDesc type = Unit.describe(field.getType());
      if (unit.isDirectToWrite(field)) {
        code.aload(object);
        value.accept(code);
        if (!type.isPrimitive()) {
          code.checkcast(type);
        }
        code.putfield(Unit.describe(field.getDeclaringClass()), field.getName(), type);
      } else {
        code.loadConstant(unit.setter(field)).aload(object);
        value.accept(code);
        code.invokevirtual(
            Unit.describe(MethodHandle.class),
            "invokeExact",
            signature(CD_void, unit.type(), Unit.erased(field)));
      }
    };
  }

  /// Puts a value that was read where it goes, as this side's class has it.
  private void assign(
      CodeBuilder code, Operation operation, Target target, Consumer<CodeBuilder> value) {
    Field field = operation.field().field();
    Conversion conversion = operation.field().conversion();
    target.assign(
        code,
        field,
        conversion == null
            ? value
            : body -> emitConverted(body, operation, conversion, field.getType(), value));
  }

  private void emitConverted(
      CodeBuilder code,
      Operation operation,
      Conversion conversion,
      Class<?> type,
      Consumer<CodeBuilder> value) {
    PrimitiveKind read = operation.primitive();
    if (conversion instanceof Conversion.Widening(PrimitiveKind from, PrimitiveKind to)
        && read != null
        && type.isPrimitive()) {
      value.accept(code);
      code.conversion(TypeKind.from(from.primitive()), TypeKind.from(to.primitive()));
      return;
    }
    ClassDesc conversionType = Unit.describe(Conversion.class);
    code.loadConstant(
        unit.constants().of("convert " + operation.field(), conversionType, () -> conversion));
    value.accept(code);
    if (read != null) {
      ClassDesc box = Unit.describe(read.box());
      code.invokestatic(box, "valueOf", signature(box, Unit.describe(read.primitive())));
    }
    code.invokeinterface(conversionType, "convert", signature(OBJECT, OBJECT));
    emitUnbox(code, type);
  }

  /// Makes an object on the stack what a field of a type takes.
  private static void emitUnbox(CodeBuilder code, Class<?> type) {
    PrimitiveKind kind = PrimitiveKind.ofPrimitive(type);
    if (kind != null) {
      ClassDesc box = Unit.describe(kind.box());
      code.checkcast(box);
      code.invokevirtual(box, kind.primitive().getName() + "Value", signature(Unit.describe(type)));
    }
  }

  /// The fields that the writer did not have.
  private void emitDefaults(CodeBuilder code, Target target) {
    ClassDesc supplier = Unit.describe(Supplier.class);
    unit.plan()
        .model()
        .defaults()
        .forEach((field, value) ->
            target.assign(
                code,
                field,
                body -> {
                  body.loadConstant(
                      unit.constants().of("default of " + field, supplier, () -> value));
                  body.invokeinterface(supplier, "get", signature(OBJECT));
                  emitUnbox(body, field.getType());
                }));
  }

  private static void pop(CodeBuilder code, TypeKind kind) {
    if (kind.slotSize() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }

  private void emitInline(
      CodeBuilder code, List<Operation> part, int block, int start, Target target) {
    int nulls = code.allocateLocal(TypeKind.INT);
    if (part.getFirst() instanceof Operation.NullableScalar first) {
      int word0 = first.bit() / ObjectPlan.NULLS_PER_WORD * ObjectPlan.NULLS_PER_WORD;
      PrimitiveKind word = numberOf(unit.plan().nullWordBytes(word0));
      loadPlace(code, block, start, word0 / Byte.SIZE, word);
      getNumber(code, word);
      code.istore(nulls);
    }
    for (Operation operation : part) {
      assign(code, operation, target, v -> emitInlineValue(v, operation, block, start, nulls));
    }
  }

  private void emitInlineValue(
      CodeBuilder code, Operation operation, int block, int start, int nulls) {
    switch (operation) {
      case Operation.Scalar scalar -> {
        loadPlace(code, block, start, scalar.offset(), scalar.kind());
        getPlace(code, scalar.kind());
      }
      case Operation.NullableScalar scalar -> {
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        PrimitiveKind kind = scalar.kind();
        ClassDesc primitive = Unit.describe(kind.primitive());
        ClassDesc box = Unit.describe(kind.box());
        code.iload(nulls).loadConstant(1 << scalar.bit()).iand().ifne(isNull);
        loadPlace(code, block, start, scalar.offset(), kind);
        getPlace(code, kind);
        code.invokestatic(box, "valueOf", signature(box, primitive));
        code.goto_(end).labelBinding(isNull).aconst_null().labelBinding(end);
      }
      case Operation.Constant constant -> {
        PrimitiveKind number = numberOf(constant.shape().widthBytes());
        loadPlace(code, block, start, constant.offset(), number);
        getNumber(code, number);
        EnumConstants constants = constant.shape().constants();
        code.loadConstant(unit.constants().of(constants, ENUM_CONSTANTS, () -> constants));
        loadAsLong(code, start);
        code.invokestatic(
            Unit.describe(Enums.class),
            "constant",
            signature(OBJECT, CD_int, ENUM_CONSTANTS, CD_long));
      }
      case Operation.Compact _, Operation.Slot _ ->
          throw new AssertionError(operation + " is not inline");
    }
  }

  private void emitCompact(
      CodeBuilder code,
      List<Operation.Compact> operations,
      int memoryLocal,
      int current,
      int end,
      Target target) {
    if (operations.isEmpty()) {
      return;
    }
    int number = code.allocateLocal(TypeKind.LONG);
    for (Operation.Compact operation : operations) {
      Consumer<CodeBuilder> value =
          body -> emitCompactValue(body, operation, memoryLocal, current, end, number);
      if (!operation.field().isSkipped()) {
        assign(code, operation, target, value);
      } else {
        value.accept(code);
        pop(
            code,
            operation.isBoxed() ? TypeKind.REFERENCE : TypeKind.from(operation.kind().primitive()));
      }
    }
  }

  /// Leaves a number of variable length on the stack; `current` moves behind it.
  private void emitCompactValue(
      CodeBuilder code,
      Operation.Compact operation,
      int memoryLocal,
      int current,
      int end,
      int number) {
    boolean isInt = operation.kind() == PrimitiveKind.INT;
    ClassDesc primitive = Unit.describe(operation.kind().primitive());
    ClassDesc box = Unit.describe(operation.kind().box());
    Label isNull = code.newLabel();
    Label done = code.newLabel();
    if (operation.isBoxed()) {
      code.aload(memoryLocal);
      loadPosition(code, current);
      loadPosition(code, end);
      code.invokestatic(VARINTS, "isNull", signature(CD_boolean, memory, position, position));
      code.ifne(isNull);
    }
    code.aload(memoryLocal);
    loadPosition(code, current);
    loadPosition(code, end);
    code.invokestatic(
        VARINTS, isInt ? "getInt" : "getLong", signature(primitive, memory, position, position));
    if (isInt) {
      code.i2l();
    }
    code.lstore(number);
    loadPosition(code, current);
    code.lload(number).invokestatic(VARINTS, "size", signature(CD_int, CD_long));
    if (dialect == Dialect.SEGMENT) {
      code.i2l();
    }
    addPositions(code);
    storePosition(code, current);
    code.lload(number);
    if (isInt) {
      code.l2i();
    }
    if (operation.isBoxed()) {
      code.invokestatic(box, "valueOf", signature(box, primitive)).goto_(done);
      code.labelBinding(isNull);
      loadPosition(code, current, Varints.NULL_BYTES);
      storePosition(code, current);
      code.aconst_null().labelBinding(done);
    }
  }

  /// Gets a number, as unsigned if it is of one or two bytes.
  private void getNumber(CodeBuilder code, PrimitiveKind kind) {
    getPlace(code, kind);
    widen(code, kind);
  }

  private void emitFields(
      CodeBuilder code,
      List<Operation.Slot> part,
      int start,
      ValueReadEmitter.Scope scope,
      Target target) {
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
              assign(body, operation, target, v -> values.emitValue(v, operation.shape(), scope));
            } else if (tracks()) {
              values.emitSkip(body, operation.shape(), scope);
            }
            loadPosition(body, scope.next());
            storePosition(body, scope.current());
          }
        });
  }
}
