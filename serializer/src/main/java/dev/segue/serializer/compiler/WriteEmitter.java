// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.exec.Enums;
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
import java.util.ArrayList;
import java.util.List;

/// Emits the writing half of a codec: one method for the object, private ones for each part of its
/// fixed block, of its slots, and for each list.
final class WriteEmitter extends Emitter {

  private static final ClassDesc ENUM = Unit.describe(Enum.class);
  private static final ClassDesc LIST = Unit.describe(ArrayList.class);

  /// The locals of a method that writes values of slots.
  private record Scope(int memory, int current, int limit, int depth, int base) {}

  WriteEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  void emit(ClassBuilder builder) {
    builder.withMethodBody(
        "write",
        signature(position, OBJECT, memory, position, position, CD_int),
        ACC_PUBLIC,
        this::emitObject);
    List<List<Operation>> inline = unit.inlineParts();
    for (int i = 0; i < inline.size(); i++) {
      List<Operation> part = inline.get(i);
      builder.withMethodBody(
          "writeFixed" + i, inlineSignature(), ACC_PRIVATE | ACC_STATIC, c -> emitInline(c, part));
    }
    List<List<Operation.Slot>> slots = unit.slotParts();
    for (int i = 0; slots.size() > 1 && i < slots.size(); i++) {
      List<Operation.Slot> part = slots.get(i);
      builder.withMethodBody(
          "writeSlots" + i, slotsSignature(), ACC_PRIVATE | ACC_STATIC, c -> emitSlots(c, part));
    }
    for (Shape.Sequence list : unit.loops()) {
      builder.withMethodBody(
          loopName("write", list),
          valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitList(code, list));
    }
  }

  private MethodTypeDesc inlineSignature() {
    return signature(CD_void, unit.type(), memory, position);
  }

  /// `(object, memory, position, limit, depth, base, current) -> current`
  private MethodTypeDesc slotsSignature() {
    return signature(position, unit.type(), memory, position, position, CD_int, position, position);
  }

  /// `(value, memory, current, limit, depth, base, slot) -> current`, as in TypeRegistry
  private MethodTypeDesc valueSignature() {
    return signature(position, OBJECT, memory, position, position, CD_int, position, position);
  }

  private void emitObject(CodeBuilder code) {
    int memoryLocal = code.parameterSlot(1);
    int start = code.parameterSlot(2);
    int limit = code.parameterSlot(3);
    int depth = code.parameterSlot(4);
    int object = code.allocateLocal(TypeKind.REFERENCE);
    int base = newPosition(code);
    code.aload(code.parameterSlot(0)).checkcast(unit.type()).astore(object);
    enterIfNesting(code, depth);
    loadPosition(code, start);
    loadDistance(code, unit.plan().fixedBytes());
    loadPosition(code, limit);
    slots(code, "reserve", position, position, position, position);
    storePosition(code, base);
    for (int i = 0; i < unit.inlineParts().size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      code.invokestatic(unit.self(), "writeFixed" + i, inlineSignature());
    }
    List<List<Operation.Slot>> parts = unit.slotParts();
    int current = newPosition(code);
    loadPosition(code, base);
    storePosition(code, current);
    if (parts.size() == 1) {
      emitFields(
          code,
          parts.getFirst(),
          object,
          start,
          new Scope(memoryLocal, current, limit, depth, base));
    }
    for (int i = 0; parts.size() > 1 && i < parts.size(); i++) {
      code.aload(object).aload(memoryLocal);
      loadPosition(code, start);
      loadPosition(code, limit);
      code.iload(depth);
      loadPosition(code, base);
      loadPosition(code, current);
      code.invokestatic(unit.self(), "writeSlots" + i, slotsSignature());
      storePosition(code, current);
    }
    returnPosition(code, current);
  }

  private void emitSlots(CodeBuilder code, List<Operation.Slot> part) {
    int current = code.parameterSlot(6);
    Scope scope =
        new Scope(
            code.parameterSlot(1),
            current,
            code.parameterSlot(3),
            code.parameterSlot(4),
            code.parameterSlot(5));
    emitFields(code, part, code.parameterSlot(0), code.parameterSlot(2), scope);
    returnPosition(code, current);
  }

  private void emitFields(
      CodeBuilder code, List<Operation.Slot> part, int object, int start, Scope scope) {
    int at = code.allocateLocal(TypeKind.INT);
    int value = code.allocateLocal(TypeKind.REFERENCE);
    int slot = newPosition(code);
    code.iconst_0().istore(at);
    withinFields(
        code,
        part,
        at,
        body -> {
          for (int i = 0; i < part.size(); i++) {
            Operation.Slot operation = part.get(i);
            body.loadConstant(i).istore(at);
            loadField(body, operation.field(), object);
            body.astore(value);
            loadPosition(body, start, operation.offset());
            storePosition(body, slot);
            emitValue(body, operation.shape(), value, slot, scope);
          }
        });
  }

  private void emitInline(CodeBuilder code, List<Operation> part) {
    int object = code.parameterSlot(0);
    int start = code.parameterSlot(2);
    int block = openBlock(code, code.parameterSlot(1), start);
    int nulls = code.allocateLocal(TypeKind.INT);
    int value = code.allocateLocal(TypeKind.REFERENCE);
    boolean boxed = part.getFirst() instanceof Operation.NullableScalar;
    if (boxed) {
      code.iconst_0().istore(nulls);
    }
    for (Operation operation : part) {
      switch (operation) {
        case Operation.Scalar scalar -> {
          loadPlace(code, block, start, scalar.offset(), scalar.kind());
          loadField(code, scalar.field(), object);
          putPlace(code, scalar.kind());
        }
        case Operation.NullableScalar scalar -> {
          loadField(code, scalar.field(), object);
          code.checkcast(Unit.describe(scalar.kind().box())).astore(value);
          loadPlace(code, block, start, scalar.offset(), scalar.kind());
          emitUnboxed(code, scalar, value, nulls);
          putPlace(code, scalar.kind());
        }
        case Operation.Constant constant -> {
          PrimitiveKind number = numberOf(constant.shape().widthBytes());
          loadPlace(code, block, start, constant.offset(), number);
          loadField(code, constant.field(), object);
          code.checkcast(ENUM);
          code.invokestatic(Unit.describe(Enums.class), "number", signature(CD_int, ENUM));
          putNumber(code, number);
        }
        case Operation.Slot _ -> throw new AssertionError("slots are not inline");
      }
    }
    if (boxed) {
      int firstBit = ((Operation.NullableScalar) part.getFirst()).bit();
      PrimitiveKind word = numberOf(unit.plan().nullWordBytes(firstBit));
      loadPlace(code, block, start, firstBit / Byte.SIZE, word);
      code.iload(nulls);
      putNumber(code, word);
    }
    code.return_();
  }

  /// The primitive in a box, or zero and a bit of the null bitmap.
  private void emitUnboxed(
      CodeBuilder code, Operation.NullableScalar scalar, int value, int nulls) {
    PrimitiveKind kind = scalar.kind();
    Label present = code.newLabel();
    Label end = code.newLabel();
    code.aload(value).ifnonnull(present);
    code.iload(nulls).loadConstant(1 << scalar.bit()).ior().istore(nulls);
    switch (kind) {
      case BOOLEAN, BYTE, SHORT, CHAR, INT -> code.iconst_0();
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
    }
    code.goto_(end).labelBinding(present).aload(value);
    code.invokevirtual(
        Unit.describe(kind.box()),
        kind.primitive().getName() + "Value",
        signature(Unit.describe(kind.primitive())));
    code.labelBinding(end);
  }

  private void putNumber(CodeBuilder code, PrimitiveKind kind) {
    switch (kind) {
      case BYTE -> code.i2b();
      case SHORT -> code.i2s();
      default -> {}
    }
    putPlace(code, kind);
  }

  private void loadField(CodeBuilder code, FieldModel field, int object) {
    if (unit.isDirect(field)) {
      code.aload(object);
      ClassDesc type = Unit.describe(field.field().getType());
      code.getfield(Unit.describe(field.owner()), field.name(), type);
    } else {
      code.loadConstant(unit.getter(field)).aload(object);
      ClassDesc handle = Unit.describe(java.lang.invoke.MethodHandle.class);
      code.invokevirtual(handle, "invokeExact", signature(Unit.erased(field), unit.type()));
    }
  }

  /// Writes the value in a local, and its slot; `scope.current` moves behind it.
  private void emitValue(CodeBuilder code, Shape shape, int value, int slot, Scope scope) {
    switch (shape) {
      case Shape.Text _ -> {
        code.aload(value).checkcast(CD_String).aload(scope.memory);
        loadPosition(code, scope.current);
        loadPosition(code, scope.limit);
        loadPosition(code, scope.base);
        loadPosition(code, slot);
        code.invokestatic(
            Unit.describe(Strings.class),
            "write",
            signature(position, CD_String, memory, position, position, position, position));
        storePosition(code, scope.current);
      }
      case Shape.PrimitiveArray array -> emitArray(code, array, value, slot, scope);
      case Shape.Bean bean -> emitBean(code, bean, value, slot, scope);
      case Shape.Any _ -> emitAny(code, value, slot, scope);
      case Shape.Sequence list -> {
        if (!hasLoop(list)) {
          loadShapeCodec(code, list);
        }
        loadValueArguments(code, value, slot, scope);
        if (hasLoop(list)) {
          code.invokestatic(unit.self(), loopName("write", list), valueSignature());
        } else {
          code.invokevirtual(SHAPE_CODEC, "write", valueSignature());
        }
        storePosition(code, scope.current);
      }
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
    }
  }

  private void loadValueArguments(CodeBuilder code, int value, int slot, Scope scope) {
    code.aload(value).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.limit);
    code.iload(scope.depth);
    loadPosition(code, scope.base);
    loadPosition(code, slot);
  }

  private void putSlot(CodeBuilder code, int slot, int tag, Scope scope) {
    code.aload(scope.memory);
    loadPosition(code, slot);
    loadPosition(code, scope.base);
    loadPosition(code, scope.current);
    code.loadConstant(tag);
    slots(code, "put", CD_void, memory, position, position, position, CD_int);
  }

  private void emitArray(
      CodeBuilder code, Shape.PrimitiveArray shape, int value, int slot, Scope scope) {
    ClassDesc type = Unit.describe(shape.type());
    Label present = code.newLabel();
    Label end = code.newLabel();
    int behind = newPosition(code);
    int array = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(value).ifnonnull(present);
    putSlot(code, slot, Slots.NULL, scope);
    code.goto_(end).labelBinding(present);
    code.aload(value).checkcast(type).astore(array);
    loadPosition(code, scope.current);
    code.aload(array).arraylength().loadConstant(shape.kind().widthBytes());
    loadPosition(code, scope.limit);
    slots(code, "reserve", position, position, CD_int, CD_int, position);
    storePosition(code, behind);
    code.aload(array).aload(scope.memory);
    loadPosition(code, scope.current);
    code.invokestatic(dialect.arrays(), "put", signature(CD_void, type, memory, position));
    loadPosition(code, behind);
    storePosition(code, scope.current);
    putSlot(code, slot, Slots.EXACT, scope);
    code.labelBinding(end);
  }

  private void emitBean(CodeBuilder code, Shape.Bean shape, int value, int slot, Scope scope) {
    Label present = code.newLabel();
    Label other = code.newLabel();
    Label end = code.newLabel();
    code.aload(value).ifnonnull(present);
    putSlot(code, slot, Slots.NULL, scope);
    code.goto_(end).labelBinding(present);
    code.aload(value).invokevirtual(OBJECT, "getClass", signature(CD_Class));
    loadClass(code, shape.type());
    code.if_acmpne(other);
    code.loadConstant(unit.constants().codec(unit.entry(shape.type())));
    code.aload(value).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.limit);
    loadDepthBelow(code, scope.depth);
    code.invokevirtual(
        CODEC, "write", signature(position, OBJECT, memory, position, position, CD_int));
    storePosition(code, scope.current);
    putSlot(code, slot, Slots.EXACT, scope);
    code.goto_(end).labelBinding(other);
    emitAny(code, value, slot, scope);
    code.labelBinding(end);
  }

  private void emitAny(CodeBuilder code, int value, int slot, Scope scope) {
    loadRegistry(code);
    code.aload(value).aload(scope.memory);
    loadPosition(code, scope.current);
    loadPosition(code, scope.limit);
    loadDepthBelow(code, scope.depth);
    loadPosition(code, scope.base);
    loadPosition(code, slot);
    code.invokevirtual(REGISTRY, "write", valueSignature());
    storePosition(code, scope.current);
  }

  /// A method for one list: an `ArrayList` of elements with slots is written here; null and other
  /// lists go to the interpreter.
  private void emitList(CodeBuilder code, Shape.Sequence shape) {
    int value = code.parameterSlot(0);
    int memoryLocal = code.parameterSlot(1);
    int start = code.parameterSlot(2);
    int limit = code.parameterSlot(3);
    int depth = code.parameterSlot(4);
    int base = code.parameterSlot(5);
    int slot = code.parameterSlot(6);
    Scope outer = new Scope(memoryLocal, start, limit, depth, base);
    emitUnlessArrayList(code, shape, value, slot, outer);

    int list = code.allocateLocal(TypeKind.REFERENCE);
    int count = code.allocateLocal(TypeKind.INT);
    int elementSlot = newPosition(code);
    int elementBase = newPosition(code);
    int current = newPosition(code);
    code.aload(value).checkcast(LIST).astore(list);
    loadDepthBelow(code, depth);
    code.istore(depth).iload(depth);
    slots(code, "enter", CD_void, CD_int);
    code.aload(list).invokevirtual(LIST, "size", signature(CD_int)).istore(count);
    loadPosition(code, start);
    loadDistance(code, Integer.BYTES);
    loadPosition(code, limit);
    slots(code, "reserve", position, position, position, position);
    storePosition(code, elementSlot);
    loadPosition(code, elementSlot);
    code.iload(count).loadConstant(Planner.SLOT_BYTES);
    loadPosition(code, limit);
    slots(code, "reserve", position, position, CD_int, CD_int, position);
    storePosition(code, elementBase);
    loadPosition(code, elementBase);
    storePosition(code, current);
    code.aload(memoryLocal);
    loadPosition(code, start);
    code.iload(count);
    put(code, "Int", CD_int);
    Scope inner = new Scope(memoryLocal, current, limit, depth, elementBase);
    emitElements(code, shape, list, count, elementSlot, inner);
    putSlot(code, slot, Slots.EXACT, new Scope(memoryLocal, current, limit, depth, base));
    returnPosition(code, current);
  }

  private void emitUnlessArrayList(
      CodeBuilder code, Shape.Sequence shape, int value, int slot, Scope scope) {
    Label arrayList = code.newLabel();
    Label other = code.newLabel();
    code.aload(value).ifnull(other);
    code.aload(value).invokevirtual(OBJECT, "getClass", signature(CD_Class));
    loadClass(code, ArrayList.class);
    code.if_acmpeq(arrayList);
    code.labelBinding(other);
    loadShapeCodec(code, shape);
    loadValueArguments(code, value, slot, scope);
    code.invokevirtual(SHAPE_CODEC, "write", valueSignature());
    code.return_(dialect.positionKind());
    code.labelBinding(arrayList);
  }

  private void emitElements(
      CodeBuilder code, Shape.Sequence shape, int list, int count, int slot, Scope scope) {
    int index = code.allocateLocal(TypeKind.INT);
    int element = code.allocateLocal(TypeKind.REFERENCE);
    code.iconst_0().istore(index);
    withinElements(
        code,
        index,
        body -> {
          Label top = body.newLabel();
          Label end = body.newLabel();
          body.labelBinding(top).iload(index).iload(count).if_icmpge(end);
          body.aload(list).iload(index);
          body.invokevirtual(LIST, "get", signature(OBJECT, CD_int)).astore(element);
          emitValue(body, shape.element(), element, slot, scope);
          loadPosition(body, slot, Planner.SLOT_BYTES);
          storePosition(body, slot);
          body.iinc(index, 1).goto_(top).labelBinding(end);
        });
  }
}
