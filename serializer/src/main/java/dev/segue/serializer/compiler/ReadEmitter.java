// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.exec.Enums;
import dev.segue.serializer.exec.Sequences;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.exec.Strings;
import dev.segue.serializer.model.FieldModel;
import dev.segue.serializer.model.PrimitiveKind;
import dev.segue.serializer.model.Shape;
import dev.segue.serializer.plan.Operation;
import dev.segue.serializer.plan.Planner;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Emits the reading half of a codec. Beans are made first and filled part by part; the components
/// of a record are gathered in locals, and it is made last.
final class ReadEmitter extends Emitter {

  private static final ClassDesc LIST = Unit.describe(ArrayList.class);

  /// The locals of a method that reads values of slots: `next` is where the one in progress ends.
  private record Scope(int memory, int current, int next, int end, int depth, int base, int slot) {}

  /// Where a value that was read goes.
  private interface Target {
    void assign(CodeBuilder code, FieldModel field, Consumer<CodeBuilder> value);
  }

  ReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  void emit(ClassBuilder builder) {
    boolean isRecord = unit.plan().model().isRecord();
    builder.withMethodBody(
        "read",
        signature(OBJECT, memory, position, position, CD_int),
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
    List<List<Operation.Slot>> slots = unit.slotParts();
    for (int i = 0; !isRecord && slots.size() > 1 && i < slots.size(); i++) {
      List<Operation.Slot> part = slots.get(i);
      builder.withMethodBody(
          "readSlots" + i, slotsSignature(), ACC_PRIVATE | ACC_STATIC, c -> emitSlots(c, part));
    }
    for (Shape.Sequence list : unit.loops()) {
      builder.withMethodBody(
          loopName("read", list),
          valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitList(code, list));
    }
  }

  private MethodTypeDesc inlineSignature() {
    return signature(CD_void, unit.type(), memory, position);
  }

  /// `(object, memory, position, end, depth, base, current) -> current`
  private MethodTypeDesc slotsSignature() {
    return signature(position, unit.type(), memory, position, position, CD_int, position, position);
  }

  /// `(memory, current, end, depth, slot) -> value`, as in ShapeCodec
  private MethodTypeDesc valueSignature() {
    return signature(OBJECT, memory, position, position, CD_int, CD_int);
  }

  private int emitBlock(CodeBuilder code, int start, int end, int depth) {
    enterIfNesting(code, depth);
    int base = newPosition(code);
    loadPosition(code, start);
    loadDistance(code, unit.plan().fixedBytes());
    loadPosition(code, end);
    slots(code, "block", position, position, position, position);
    storePosition(code, base);
    return base;
  }

  private void emitBean(CodeBuilder code) {
    int memoryLocal = code.parameterSlot(0);
    int start = code.parameterSlot(1);
    int end = code.parameterSlot(2);
    int depth = code.parameterSlot(3);
    int base = emitBlock(code, start, end, depth);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    emitConstruction(code, _ -> {}, object);
    for (int i = 0; i < unit.inlineParts().size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      code.invokestatic(unit.self(), "readFixed" + i, inlineSignature());
    }
    int current = newPosition(code);
    loadPosition(code, base);
    storePosition(code, current);
    List<List<Operation.Slot>> parts = unit.slotParts();
    if (parts.size() == 1) {
      Scope scope = scope(code, memoryLocal, current, end, depth, base);
      emitFields(code, parts.getFirst(), start, scope, into(object));
    }
    for (int i = 0; parts.size() > 1 && i < parts.size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      loadPosition(code, end);
      code.iload(depth);
      loadPosition(code, base);
      loadPosition(code, current);
      code.invokestatic(unit.self(), "readSlots" + i, slotsSignature());
      storePosition(code, current);
    }
    emitFinish(code, current, end);
    code.aload(object).areturn();
  }

  private void emitSlots(CodeBuilder code, List<Operation.Slot> part) {
    int current = code.parameterSlot(6);
    Scope scope =
        scope(
            code,
            code.parameterSlot(1),
            current,
            code.parameterSlot(3),
            code.parameterSlot(4),
            code.parameterSlot(5));
    emitFields(code, part, code.parameterSlot(2), scope, into(code.parameterSlot(0)));
    returnPosition(code, current);
  }

  private void emitRecord(CodeBuilder code) {
    int memoryLocal = code.parameterSlot(0);
    int start = code.parameterSlot(1);
    int end = code.parameterSlot(2);
    int depth = code.parameterSlot(3);
    int base = emitBlock(code, start, end, depth);
    List<FieldModel> components = unit.plan().model().fields();
    int[] locals = new int[components.size()];
    for (int i = 0; i < locals.length; i++) {
      TypeKind kind = TypeKind.from(components.get(i).field().getType()).asLoadable();
      locals[i] = code.allocateLocal(kind);
      loadZero(code, kind);
      code.storeLocal(kind, locals[i]);
    }
    Target target =
        (body, field, value) -> {
          value.accept(body);
          TypeKind kind = TypeKind.from(field.field().getType()).asLoadable();
          body.storeLocal(kind, locals[components.indexOf(field)]);
        };
    int block = openBlock(code, memoryLocal, start);
    for (List<Operation> part : unit.inlineParts()) {
      emitInline(code, part, block, start, target);
    }
    int current = newPosition(code);
    loadPosition(code, base);
    storePosition(code, current);
    Scope scope = scope(code, memoryLocal, current, end, depth, base);
    for (List<Operation.Slot> part : unit.slotParts()) {
      emitFields(code, part, start, scope, target);
    }
    emitFinish(code, current, end);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    emitConstruction(
        code,
        body -> {
          for (int i = 0; i < locals.length; i++) {
            FieldModel component = components.get(i);
            TypeKind kind = TypeKind.from(component.field().getType()).asLoadable();
            body.loadLocal(kind, locals[i]);
            if (kind == TypeKind.REFERENCE) {
              body.checkcast(Unit.describe(component.field().getType()));
            }
          }
        },
        object);
    code.aload(object).areturn();
  }

  private static void loadZero(CodeBuilder code, TypeKind kind) {
    switch (kind) {
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
  }

  private void emitFinish(CodeBuilder code, int current, int end) {
    loadAsLong(code, current);
    loadAsLong(code, end);
    slots(code, "finish", CD_void, CD_long, CD_long);
  }

  private void loadAsLong(CodeBuilder code, int local) {
    loadPosition(code, local);
    if (dialect == Dialect.BYTES) {
      code.i2l();
    }
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
          body.new_(unit.type()).dup();
          arguments.accept(body);
          body.invokespecial(unit.type(), INIT_NAME, signature).astore(object);
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
      ClassDesc type = Unit.describe(field.field().getType());
      if (unit.isDirectToWrite(field)) {
        code.aload(object);
        value.accept(code);
        if (!type.isPrimitive()) {
          code.checkcast(type);
        }
        code.putfield(Unit.describe(field.owner()), field.name(), type);
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

  private void emitInline(
      CodeBuilder code, List<Operation> part, int block, int start, Target target) {
    int nulls = code.allocateLocal(TypeKind.INT);
    if (part.getFirst() instanceof Operation.NullableScalar first) {
      PrimitiveKind word = numberOf(unit.plan().nullWordBytes(first.bit()));
      loadPlace(code, block, start, first.bit() / Byte.SIZE, word);
      getNumber(code, word);
      code.istore(nulls);
    }
    for (Operation operation : part) {
      target.assign(
          code, operation.field(), value -> emitInlineValue(value, operation, block, start, nulls));
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
        Class<?> type = constant.shape().type();
        code.loadConstant(
            unit.constants().of("constants " + type, OBJECT.arrayType(), type::getEnumConstants));
        loadAsLong(code, start);
        code.invokestatic(
            Unit.describe(Enums.class),
            "constant",
            signature(OBJECT, CD_int, OBJECT.arrayType(), CD_long));
        code.checkcast(Unit.describe(type));
      }
      case Operation.Slot _ -> throw new AssertionError("slots are not inline");
    }
  }

  /// Gets a number, as unsigned if it is of one or two bytes.
  private void getNumber(CodeBuilder code, PrimitiveKind kind) {
    getPlace(code, kind);
    switch (kind) {
      case BYTE -> code.loadConstant(0xff).iand();
      case SHORT -> code.loadConstant(0xffff).iand();
      default -> {}
    }
  }

  private Scope scope(CodeBuilder code, int memory, int current, int end, int depth, int base) {
    int next = newPosition(code);
    return new Scope(memory, current, next, end, depth, base, code.allocateLocal(TypeKind.INT));
  }

  private void emitFields(
      CodeBuilder code, List<Operation.Slot> part, int start, Scope scope, Target target) {
    int at = code.allocateLocal(TypeKind.INT);
    int block = openBlock(code, scope.memory, start);
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
            emitSlot(body, scope);
            target.assign(
                body, operation.field(), value -> emitValue(value, operation.shape(), scope));
            loadPosition(body, scope.next);
            storePosition(body, scope.current);
          }
        });
  }

  /// Keeps the slot on the stack, and where its value ends.
  private void emitSlot(CodeBuilder code, Scope scope) {
    code.istore(scope.slot).iload(scope.slot);
    loadPosition(code, scope.base);
    loadPosition(code, scope.current);
    loadPosition(code, scope.end);
    slots(code, "end", position, CD_int, position, position, position);
    storePosition(code, scope.next);
  }

  /// Leaves the value between `current` and `next` on the stack.
  private void emitValue(CodeBuilder code, Shape shape, Scope scope) {
    switch (shape) {
      case Shape.Text _ -> {
        code.aload(scope.memory);
        loadPosition(code, scope.current);
        loadPosition(code, scope.next);
        code.iload(scope.slot);
        code.invokestatic(
            Unit.describe(Strings.class),
            "read",
            signature(CD_String, memory, position, position, CD_int));
      }
      case Shape.PrimitiveArray array -> emitArray(code, array, scope);
      case Shape.Bean bean -> emitBeanValue(code, bean, scope);
      case Shape.Any any -> emitAny(code, any.type(), scope);
      case Shape.Sequence list -> {
        if (!hasLoop(list)) {
          loadShapeCodec(code, list);
        }
        code.aload(scope.memory);
        loadPosition(code, scope.current);
        loadPosition(code, scope.next);
        code.iload(scope.depth).iload(scope.slot);
        if (hasLoop(list)) {
          code.invokestatic(unit.self(), loopName("read", list), valueSignature());
        } else {
          code.invokevirtual(SHAPE_CODEC, "read", valueSignature());
        }
      }
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
    }
  }

  private void branchUnlessExact(CodeBuilder code, int slot, Label other) {
    code.iload(slot).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
    code.loadConstant(Slots.EXACT).if_icmpne(other);
  }

  private void emitArray(CodeBuilder code, Shape.PrimitiveArray shape, Scope scope) {
    ClassDesc type = Unit.describe(shape.type());
    Label other = code.newLabel();
    Label end = code.newLabel();
    int array = code.allocateLocal(TypeKind.REFERENCE);
    branchUnlessExact(code, scope.slot, other);
    loadAsLong(code, scope.next);
    loadAsLong(code, scope.current);
    code.lsub().loadConstant(shape.kind().widthBytes());
    loadAsLong(code, scope.current);
    code.invokestatic(
        Unit.describe(Sequences.class), "elements", signature(CD_int, CD_long, CD_int, CD_long));
    code.newarray(TypeKind.from(shape.kind().primitive())).astore(array);
    code.aload(array).aload(scope.memory);
    loadPosition(code, scope.current);
    code.invokestatic(dialect.arrays(), "get", signature(CD_void, type, memory, position));
    code.aload(array).goto_(end).labelBinding(other);
    code.iload(scope.slot);
    loadAsLong(code, scope.current);
    loadAsLong(code, scope.next);
    slots(code, "nothing", CD_void, CD_int, CD_long, CD_long);
    code.aconst_null().labelBinding(end);
  }

  private void emitBeanValue(CodeBuilder code, Shape.Bean shape, Scope scope) {
    Label other = code.newLabel();
    Label end = code.newLabel();
    branchUnlessExact(code, scope.slot, other);
    code.loadConstant(unit.constants().codec(unit.entry(shape.type())));
    code.aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.next);
    loadDepthBelow(code, scope.depth);
    code.invokevirtual(CODEC, "read", signature(OBJECT, memory, position, position, CD_int));
    code.goto_(end).labelBinding(other);
    emitAny(code, shape.type(), scope);
    code.labelBinding(end);
  }

  private void emitAny(CodeBuilder code, Class<?> expected, Scope scope) {
    loadRegistry(code);
    code.aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.next);
    loadDepthBelow(code, scope.depth);
    code.iload(scope.slot);
    loadClass(code, expected);
    code.invokevirtual(
        REGISTRY, "read", signature(OBJECT, memory, position, position, CD_int, CD_int, CD_Class));
  }

  /// A method for one list: an `ArrayList` of elements with slots is read here; null and other
  /// lists go to the interpreter.
  private void emitList(CodeBuilder code, Shape.Sequence shape) {
    int memoryLocal = code.parameterSlot(0);
    int start = code.parameterSlot(1);
    int end = code.parameterSlot(2);
    int depth = code.parameterSlot(3);
    Label arrayList = code.newLabel();
    code.iload(code.parameterSlot(4)).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
    code.loadConstant(Slots.EXACT).if_icmpeq(arrayList);
    loadShapeCodec(code, shape);
    code.aload(memoryLocal);
    loadPosition(code, start);
    loadPosition(code, end);
    code.iload(depth).iload(code.parameterSlot(4));
    code.invokevirtual(SHAPE_CODEC, "read", valueSignature()).areturn();

    code.labelBinding(arrayList);
    int head = newPosition(code);
    int base = newPosition(code);
    int current = newPosition(code);
    int count = code.allocateLocal(TypeKind.INT);
    int list = code.allocateLocal(TypeKind.REFERENCE);
    loadDepthBelow(code, depth);
    code.istore(depth).iload(depth);
    slots(code, "enter", CD_void, CD_int);
    loadPosition(code, start);
    loadDistance(code, Sequences.COUNT_BYTES);
    loadPosition(code, end);
    slots(code, "block", position, position, position, position);
    storePosition(code, head);
    code.aload(memoryLocal);
    loadPosition(code, start);
    get(code, "Int", CD_int);
    code.loadConstant(Planner.SLOT_BYTES);
    loadAsLong(code, start);
    loadAsLong(code, end);
    code.invokestatic(
        Unit.describe(Sequences.class),
        "count",
        signature(CD_int, CD_int, CD_int, CD_long, CD_long));
    code.istore(count);
    loadPosition(code, head);
    code.iload(count).loadConstant(Planner.SLOT_BYTES);
    loadPosition(code, end);
    slots(code, "block", position, position, CD_int, CD_int, position);
    storePosition(code, base);
    loadPosition(code, base);
    storePosition(code, current);
    code.new_(LIST).dup().iload(count).invokespecial(LIST, INIT_NAME, signature(CD_void, CD_int));
    code.astore(list);
    Scope scope = scope(code, memoryLocal, current, end, depth, base);
    emitElements(code, shape, head, count, list, scope);
    emitFinish(code, current, end);
    code.aload(list).areturn();
  }

  private void emitElements(
      CodeBuilder code, Shape.Sequence shape, int slot, int count, int list, Scope scope) {
    int index = code.allocateLocal(TypeKind.INT);
    code.iconst_0().istore(index);
    withinElements(
        code,
        index,
        body -> {
          Label top = body.newLabel();
          Label end = body.newLabel();
          body.labelBinding(top).iload(index).iload(count).if_icmpge(end);
          body.aload(scope.memory);
          loadPosition(body, slot);
          get(body, "Int", CD_int);
          emitSlot(body, scope);
          body.aload(list);
          emitValue(body, shape.element(), scope);
          body.invokevirtual(LIST, "add", signature(CD_boolean, OBJECT)).pop();
          loadPosition(body, scope.next);
          storePosition(body, scope.current);
          loadPosition(body, slot, Planner.SLOT_BYTES);
          storePosition(body, slot);
          body.iinc(index, 1).goto_(top).labelBinding(end);
        });
  }
}
