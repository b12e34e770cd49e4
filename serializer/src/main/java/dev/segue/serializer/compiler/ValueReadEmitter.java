// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.compiler;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.exec.Sequences;
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

/// Emits the reading of values that slots tell of: those of fields and of the elements of lists,
/// and a method for each list.
final class ValueReadEmitter extends Emitter {

  private static final ClassDesc LIST = Unit.describe(ArrayList.class);

  /// The locals of a method that reads values of slots: `next` is where the one in progress ends.
  record Scope(int memory, int current, int next, int end, int depth, int base, int slot) {}

  ValueReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// The methods of lists.
  void emit(ClassBuilder builder) {
    for (Shape.Sequence list : unit.loops()) {
      builder.withMethodBody(
          loopName("read", list),
          valueSignature(),
          ACC_PRIVATE | ACC_STATIC,
          code -> emitList(code, list));
    }
  }

  /// `(memory, current, end, depth, slot) -> value`, as in ShapeCodec
  private MethodTypeDesc valueSignature() {
    return signature(OBJECT, memory, position, position, CD_int, CD_int);
  }

  Scope scope(CodeBuilder code, int memory, int current, int end, int depth, int base) {
    int next = newPosition(code);
    return new Scope(memory, current, next, end, depth, base, code.allocateLocal(TypeKind.INT));
  }

  void emitFinish(CodeBuilder code, int current, int end) {
    loadAsLong(code, current);
    loadAsLong(code, end);
    slots(code, "finish", CD_void, CD_long, CD_long);
  }

  /// Keeps the slot on the stack, and where its value ends.
  void emitSlot(CodeBuilder code, Scope scope) {
    code.istore(scope.slot).iload(scope.slot);
    loadPosition(code, scope.base);
    loadPosition(code, scope.current);
    loadPosition(code, scope.end);
    slots(code, "end", position, CD_int, position, position, position);
    storePosition(code, scope.next);
  }

  /// Leaves the value between `current` and `next` on the stack.
  void emitValue(CodeBuilder code, Shape shape, Scope scope) {
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
