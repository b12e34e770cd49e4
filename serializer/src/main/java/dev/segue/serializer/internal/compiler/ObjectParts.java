// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Divides an object's fields into parts, each with its own private method, and emits the calls of
/// these methods. Parts are small enough for C2 to compile quickly and to inline.
final class ObjectParts extends MemoryEmitter {

  /// The maximum number of numbers in a part.
  private static final int NUMBERS_PER_METHOD = 32;

  /// The maximum number of slots in a part.
  static final int SLOTS_PER_METHOD = 16;

  private final Unit unit;
  private final String verb;

  /// @param verb the prefix of the methods' names
  ObjectParts(Unit unit, Dialect dialect, String verb) {
    super(dialect);
    this.unit = unit;
    this.verb = verb;
  }

  private ObjectLayout plan() {
    return unit.plan();
  }

  /// The numbers and constants in the fixed block. Boxed fields come first, and are divided at the
  /// words of the null bitmap.
  List<List<Operation>> inlineParts() {
    List<List<Operation>> parts = new ArrayList<>();
    List<Operation> group = new ArrayList<>();
    for (Operation operation : plan().inline()) {
      if (operation.field().isSkipped()) {
        continue;
      }
      if (!group.isEmpty() && wordIndex(group.getLast()) != wordIndex(operation)) {
        parts.addAll(divide(group, NUMBERS_PER_METHOD));
        group = new ArrayList<>();
      }
      group.add(operation);
    }
    parts.addAll(divide(group, NUMBERS_PER_METHOD));
    return parts;
  }

  /// The variable-length numbers.
  List<List<Operation.Compact>> compactParts() {
    return divide(plan().compact(), NUMBERS_PER_METHOD);
  }

  List<List<Operation.Slot>> slotParts() {
    return divide(plan().slots(), SLOTS_PER_METHOD);
  }

  /// Divides evenly: a small rest would be inlined where larger parts are called, so that it would
  /// depend on the JVM's timing whether and where the JIT compiles it.
  private static <T> List<List<T>> divide(List<T> all, int most) {
    List<List<T>> parts = new ArrayList<>();
    int rest = Math.ceilDiv(all.size(), most);
    for (int from = 0; rest > 0; rest--) {
      int to = from + Math.ceilDiv(all.size() - from, rest);
      parts.add(all.subList(from, to));
      from = to;
    }
    return parts;
  }

  /// The index of the null bitmap's word that holds the bit of an operation, or -1.
  private int wordIndex(Operation operation) {
    return operation instanceof Operation.NullableScalar scalar
        ? scalar.bit() / dialect.boxedPerMethod()
        : -1;
  }

  /// The first bit of the null bitmap's word that holds the bit of a boxed field.
  int firstBit(Operation.NullableScalar scalar) {
    return wordIndex(scalar) * dialect.boxedPerMethod();
  }

  int maskOf(Operation.NullableScalar scalar) {
    return 1 << (scalar.bit() - firstBit(scalar));
  }

  /// The null bitmap's word that starts with a given bit. The last word extends to the bitmap's
  /// end.
  PrimitiveKind nullWord(int firstBit) {
    int bits = dialect.boxedPerMethod();
    long boxed =
        plan().inline().stream().filter(Operation.NullableScalar.class::isInstance).count();
    boolean isLast = firstBit + bits >= boxed;
    return PrimitiveCode.numberOf(
        isLast ? plan().nullsBytes() - firstBit / Byte.SIZE : bits / Byte.SIZE);
  }

  void emitInline(ClassBuilder builder, BiConsumer<CodeBuilder, List<Operation>> body) {
    emit(builder, "Fixed", inlineSignature(), inlineParts(), body);
  }

  void emitCompact(ClassBuilder builder, BiConsumer<CodeBuilder, List<Operation.Compact>> body) {
    emit(builder, "Compact", compactSignature(), compactParts(), body);
  }

  /// Emits the methods of the parts. A single part needs none, since its code belongs in the
  /// object's method.
  void emitSlots(ClassBuilder builder, BiConsumer<CodeBuilder, List<Operation.Slot>> body) {
    if (slotParts().size() > 1) {
      emit(builder, "Slots", slotsSignature(), slotParts(), body);
    }
  }

  private <T> void emit(
      ClassBuilder builder,
      String name,
      MethodTypeDesc signature,
      List<List<T>> parts,
      BiConsumer<CodeBuilder, List<T>> body) {
    for (int i = 0; i < parts.size(); i++) {
      List<T> part = parts.get(i);
      builder.withMethodBody(
          verb + name + i, signature, ACC_PRIVATE | ACC_STATIC, code -> body.accept(code, part));
    }
  }

  /// `(object, memory, origin, start)`, with the memory and origin of a [Dialect.Block]
  private MethodTypeDesc inlineSignature() {
    return signature(CD_void, unit.type(), memory, position, position);
  }

  /// Opens the fixed block for numbers and constants.
  Dialect.Block openInline(CodeBuilder code, Arguments arguments) {
    return hasStraightBlock()
        ? dialect.openStraightBlock(
            code, arguments.memory(), arguments.start(), plan().fixedBytes())
        : new Dialect.Block(arguments.memory(), arguments.start());
  }

  /// Closes the block that [#openInline] opened.
  void closeInline(CodeBuilder code, Arguments arguments) {
    if (hasStraightBlock()) {
      dialect.closeStraightBlock(code, arguments.memory());
    }
  }

  private boolean hasStraightBlock() {
    return plan().inline().stream().allMatch(ObjectParts::isStraight);
  }

  /// Whether a value is only loaded and stored. Conversions may run arbitrary code.
  private static boolean isStraight(Operation operation) {
    Conversion conversion = operation.field().conversion();
    return conversion == null || conversion instanceof Conversion.Widening;
  }

  /// The local variable for the object's position in a method of [#emitInline].
  static int inlineStart(CodeBuilder code) {
    return code.parameterSlot(3);
  }

  /// The fixed block in a method of [#emitInline].
  Dialect.Block inlineBlock(CodeBuilder code) {
    return dialect.continueStraightBlock(
        code, new Dialect.Block(code.parameterSlot(1), code.parameterSlot(2)));
  }

  /// `(object, memory, current, end) -> current`
  private MethodTypeDesc compactSignature() {
    return signature(position, unit.type(), memory, position, position);
  }

  /// `(object, memory, start, end, depth, base, current, session) -> current`
  private MethodTypeDesc slotsSignature() {
    return signature(
        position, unit.type(), memory, position, position, CD_int, position, position, SESSION);
  }

  /// The frame of a method for slots; its first parameters are the object, memory and `start`.
  static Frame slotsFrame(CodeBuilder code) {
    return new Frame(
        code.parameterSlot(1),
        code.parameterSlot(6),
        code.parameterSlot(3),
        code.parameterSlot(4),
        code.parameterSlot(5),
        code.parameterSlot(7));
  }

  void callInline(CodeBuilder code, int object, Arguments arguments) {
    int parts = inlineParts().size();
    if (parts == 0) {
      return;
    }
    Dialect.Block block = openInline(code, arguments);
    for (int i = 0; i < parts; i++) {
      code.aload(object).aload(block.memory());
      loadPosition(code, block.origin());
      loadPosition(code, arguments.start());
      code.invokestatic(unit.self(), verb + "Fixed" + i, inlineSignature());
    }
    closeInline(code, arguments);
  }

  /// Calls the methods for variable-length numbers, each of which moves `current`.
  void callCompact(CodeBuilder code, int object, Frame frame) {
    int parts = compactParts().size();
    for (int i = 0; i < parts; i++) {
      code.aload(object);
      loadRange(code, frame.memory(), frame.current(), frame.end());
      code.invokestatic(unit.self(), verb + "Compact" + i, compactSignature());
      storePosition(code, frame.current());
    }
  }

  /// Calls the methods for slots, each of which moves `current`.
  void callSlots(CodeBuilder code, int object, int start, Frame frame) {
    int parts = slotParts().size();
    for (int i = 0; i < parts; i++) {
      code.aload(object);
      loadRange(code, frame.memory(), start, frame.end());
      code.iload(frame.depth());
      loadPosition(code, frame.base());
      loadPosition(code, frame.current());
      code.aload(frame.session());
      code.invokestatic(unit.self(), verb + "Slots" + i, slotsSignature());
      storePosition(code, frame.current());
    }
  }
}
