// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.exec.Strings;
import dev.segue.serializer.model.Shape;
import dev.segue.serializer.plan.Planner;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;

/// Emits the writing of values that get a slot: those of fields and of the elements of lists, and a
/// method for each list.
final class ValueWriteEmitter extends Emitter {

  private static final ClassDesc LIST = Unit.describe(ArrayList.class);

  /// The locals of a method that writes values of slots.
  record Scope(int memory, int current, int limit, int depth, int base) {}

  ValueWriteEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// The methods of lists.
  void emit(ClassBuilder builder) {
    for (Shape.Sequence list : unit.loops()) {
      builder.withMethodBody(
          loopName("write", list),
          valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitList(code, list));
    }
  }

  /// `(value, memory, current, limit, depth, base, slot) -> current`, as in TypeRegistry
  private MethodTypeDesc valueSignature() {
    return signature(position, OBJECT, memory, position, position, CD_int, position, position);
  }

  /// Writes the value in a local, and its slot; `scope.current` moves behind it.
  void emitValue(CodeBuilder code, Shape shape, int value, int slot, Scope scope) {
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
