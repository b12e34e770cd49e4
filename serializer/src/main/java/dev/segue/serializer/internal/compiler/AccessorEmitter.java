// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.ViewEmitter.BASE;
import static dev.segue.serializer.internal.compiler.ViewEmitter.MEMORY;
import static dev.segue.serializer.internal.compiler.ViewEmitter.get;
import static dev.segue.serializer.internal.compiler.ViewEmitter.signature;
import static dev.segue.serializer.internal.compiler.ViewEmitter.unless;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.view.Accessor;
import dev.segue.serializer.internal.view.EvolvedField;
import dev.segue.serializer.internal.view.Part;
import dev.segue.serializer.internal.view.Places;
import dev.segue.serializer.internal.view.ViewFailures;
import dev.segue.serializer.internal.view.ViewedElements;
import dev.segue.serializer.internal.view.ViewedRows;
import dev.segue.serializer.internal.view.ViewedValue;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/// Emits one method that reads a field: the way through the objects above it, and what is at its
/// end.
final class AccessorEmitter {

  private static final ClassDesc PLACES = Unit.describe(Places.class);
  private static final ClassDesc ROWS = Unit.describe(ViewedRows.class);
  private static final ClassDesc ELEMENTS = Unit.describe(ViewedElements.class);
  private static final ClassDesc PART = Unit.describe(Part.class);
  private static final ClassDesc EVOLVED = Unit.describe(EvolvedField.class);
  private static final ClassDesc FAULTS = Unit.describe(ViewFailures.class);
  private static final ClassDesc SLOTS = Unit.describe(Slots.class);
  private static final ClassDesc VARINTS = Unit.describe(Varints.class);
  private static final ClassDesc EXCEPTION = Unit.describe(SerializationException.class);

  private final CodeBuilder code;
  private final Accessor accessor;
  private final ClassDesc self;
  private final Constants constants;
  private final ClassDesc result;
  private final int segment;
  private final int start;
  private final int end;
  private final int slot;
  private final int begin;
  private final int next;

  /// Where code goes when there is null on the way to the field.
  private final Label absent;

  /// Where it goes when there is null where the value should be.
  private final Label isNull;

  AccessorEmitter(CodeBuilder code, Accessor accessor, ClassDesc self, Constants constants) {
    this.code = code;
    this.accessor = accessor;
    this.self = self;
    this.constants = constants;
    this.result = Unit.describe(accessor.method().getReturnType());
    this.segment = code.allocateLocal(TypeKind.REFERENCE);
    this.start = code.allocateLocal(TypeKind.LONG);
    this.end = code.allocateLocal(TypeKind.LONG);
    this.slot = code.allocateLocal(TypeKind.INT);
    this.begin = code.allocateLocal(TypeKind.LONG);
    this.next = code.allocateLocal(TypeKind.LONG);
    this.absent = code.newLabel();
    this.isNull = code.newLabel();
  }

  void emit() {
    Label from = code.newBoundLabel();
    code.aload(0).getfield(self, "segment", MEMORY).astore(segment);
    code.aload(0).getfield(self, "start", CD_long).lstore(start);
    code.aload(0).getfield(self, "end", CD_long).lstore(end);
    accessor.steps().forEach(this::emitStep);
    emitLeaf();
    if (!accessor.isPrimitive()) {
      code.checkcast(result);
    }
    code.return_(TypeKind.from(result));
    if (isPlain()) {
      return;
    }
    code.labelBinding(absent);
    emitAbsent();
    code.labelBinding(isNull);
    emitNull();
    Label to = code.newBoundLabel();
    code.exceptionCatch(from, to, to, EXCEPTION);
    code.loadConstant(accessor.path());
    code.invokestatic(FAULTS, "within", signature(EXCEPTION, EXCEPTION, CD_String)).athrow();
  }

  /// Whether nothing can go wrong but with the memory itself.
  private boolean isPlain() {
    return accessor.steps().isEmpty()
        && accessor.leaf() instanceof ViewedValue.Numeric number
        && number.operation() instanceof Operation.Scalar;
  }

  private void emitStep(Accessor.Step step) {
    emitExtent(step.owner(), step.slot());
    loadExtent();
    code.loadConstant(step.target().fixedBytes());
    code.invokestatic(PLACES, "object", signature(CD_long, CD_int, CD_long, CD_long, CD_int));
    code.lstore(start).lload(next).lstore(end);
    unless(code, start, absent);
  }

  /// Finds where the value of a slot begins and where it ends.
  private void emitExtent(ObjectLayout owner, Operation.Slot operation) {
    long base = owner.fixedBytes();
    if (!owner.isFirst(operation)) {
      code.lload(start).loadConstant(base).ladd();
      get(code, segment, start, operation.offset() - Shape.SLOT_BYTES, PrimitiveKind.INT);
      code.loadConstant(Slots.TAG_BITS).iushr().i2l().ladd();
    } else {
      loadBehind(owner, owner.compact().size());
    }
    code.lstore(begin);
    get(code, segment, start, operation.offset(), PrimitiveKind.INT);
    code.istore(slot).iload(slot);
    code.lload(start).loadConstant(base).ladd().lload(begin).lload(end);
    code.invokestatic(SLOTS, "end", signature(CD_long, CD_int, CD_long, CD_long, CD_long));
    code.lstore(next);
  }

  /// The position behind so many of an object's numbers of variable length.
  private void loadBehind(ObjectLayout owner, int numbers) {
    if (numbers > 0) {
      code.aload(segment);
    }
    code.lload(start).loadConstant((long) owner.fixedBytes()).ladd();
    if (numbers > 0) {
      code.lload(end).loadConstant(numbers);
      code.invokestatic(PLACES, "skip", signature(CD_long, MEMORY, CD_long, CD_long, CD_int));
    }
  }

  private void loadExtent() {
    code.iload(slot).lload(begin).lload(next);
  }

  /// Leaves what the method returns on the stack, or goes to [#isNull].
  private void emitLeaf() {
    switch (accessor.leaf()) {
      case ViewedValue.Numeric number -> emitNumber(number);
      case ViewedValue.Evolved evolved -> emitEvolved(evolved);
      case ViewedValue.Constant constant -> {
        Operation.Constant operation = constant.operation();
        emitConstant(operation.shape(), start, operation.offset());
      }
      case ViewedValue.Presence presence -> emitPresence(presence.operation());
      case ViewedValue.Value value -> {
        emitExtent(accessor.owner(), value.operation());
        loadPart(value.part());
        code.aload(0).loadConstant(accessor.number());
        loadExtent();
        code.invokeinterface(
            PART, "read", signature(CD_Object, BASE, CD_int, CD_int, CD_long, CD_long));
      }
      case ViewedValue.ElementCount count -> {
        emitExtent(accessor.owner(), count.operation());
        loadExtent();
        code.loadConstant(count.widthBytes());
        code.invokestatic(PLACES, "elements", signature(CD_int, CD_int, CD_long, CD_long, CD_int));
      }
      case ViewedValue.RowCount count -> {
        emitExtent(accessor.owner(), count.operation());
        loadRows(count.rows());
        code.aload(segment);
        loadExtent();
        code.invokevirtual(ROWS, "count", signature(CD_int, MEMORY, CD_int, CD_long, CD_long));
      }
      case ViewedValue.Element element -> emitElement(element);
      case ViewedValue.InlineRow row -> emitInlineRow(row);
      case ViewedValue.Row row -> {
        emitExtent(accessor.owner(), row.operation());
        ViewedElements elements = row.elements();
        code.loadConstant(constants.of(elements, ELEMENTS, () -> elements));
        code.aload(0).loadConstant(accessor.number());
        loadExtent();
        code.iload(code.parameterSlot(0));
        code.invokevirtual(
            ELEMENTS, "read", signature(CD_Object, BASE, CD_int, CD_int, CD_long, CD_long, CD_int));
      }
    }
  }

  private void loadPart(Part part) {
    code.loadConstant(constants.of(part, PART, () -> part));
  }

  private void loadRows(ViewedRows rows) {
    code.loadConstant(constants.of(rows, ROWS, () -> rows));
  }

  private void emitNumber(ViewedValue.Numeric number) {
    Operation operation = number.operation();
    PrimitiveKind kind =
        switch (operation) {
          case Operation.Scalar scalar -> {
            get(code, segment, start, scalar.offset(), scalar.kind());
            yield scalar.kind();
          }
          case Operation.NullableScalar scalar -> {
            loadNullBit(scalar);
            code.ifne(isNull);
            get(code, segment, start, scalar.offset(), scalar.kind());
            yield scalar.kind();
          }
          case Operation.Compact compact -> {
            emitCompact(compact);
            yield compact.kind();
          }
          case Operation.Constant _, Operation.Slot _ ->
              throw new AssertionError(operation + " is no number");
        };
    if (kind != number.kind()) {
      code.conversion(typeKind(kind), typeKind(number.kind()));
    }
    emitBox(number.kind());
  }

  private static TypeKind typeKind(PrimitiveKind kind) {
    return TypeKind.from(kind.primitive());
  }

  /// What another side has written otherwise is an object, whatever the method returns.
  private void emitEvolved(ViewedValue.Evolved evolved) {
    EvolvedField field = evolved.field();
    code.loadConstant(constants.of(field, EVOLVED, () -> field));
    code.aload(0).loadConstant(accessor.number()).lload(start).lload(end);
    if (evolved.isIndexed()) {
      code.iload(code.parameterSlot(0));
    } else {
      code.iconst_0();
    }
    code.invokevirtual(
        EVOLVED, "read", signature(CD_Object, BASE, CD_int, CD_long, CD_long, CD_int));
    PrimitiveKind kind = PrimitiveKind.ofPrimitive(accessor.method().getReturnType());
    if (kind != null) {
      int value = code.allocateLocal(TypeKind.REFERENCE);
      code.astore(value).aload(value).ifnull(isNull);
      ClassDesc box = Unit.describe(kind.box());
      code.aload(value).checkcast(box);
      code.invokevirtual(box, kind.primitive().getName() + "Value", signature(result));
    }
  }

  /// Boxes the primitive on the stack, if the method returns an object.
  private void emitBox(PrimitiveKind kind) {
    if (!accessor.isPrimitive()) {
      ClassDesc box = Unit.describe(kind.box());
      code.invokestatic(box, "valueOf", signature(box, Unit.describe(kind.primitive())));
    }
  }

  private void emitCompact(Operation.Compact compact) {
    loadBehind(accessor.owner(), accessor.owner().compact().indexOf(compact));
    code.lstore(begin);
    if (compact.isBoxed()) {
      loadIsNull();
      code.ifne(isNull);
    }
    boolean isInt = compact.kind() == PrimitiveKind.INT;
    code.aload(segment).lload(begin).lload(end);
    code.invokestatic(
        VARINTS,
        isInt ? "getInt" : "getLong",
        signature(isInt ? CD_int : CD_long, MEMORY, CD_long, CD_long));
  }

  /// Whether there is null among numbers of variable length.
  private void loadIsNull() {
    code.aload(segment).lload(begin).lload(end);
    code.invokestatic(VARINTS, "isNull", signature(CD_boolean, MEMORY, CD_long, CD_long));
  }

  /// Leaves something but zero on the stack if a boxed field is null.
  private void loadNullBit(Operation.NullableScalar scalar) {
    get(code, segment, start, NullBitmap.offset(scalar.bit()), PrimitiveKind.BYTE);
    code.loadConstant(NullBitmap.mask(scalar.bit())).iand();
  }

  private void loadConstantNumber(Shape.EnumConstant shape, int position, int distance) {
    PrimitiveKind kind = Emitter.numberOf(shape.widthBytes());
    get(code, segment, position, distance, kind);
    Emitter.widen(code, kind);
  }

  private void emitConstant(Shape.EnumConstant shape, int position, int distance) {
    loadConstantNumber(shape, position, distance);
    EnumConstants values = shape.constants();
    ClassDesc type = Unit.describe(EnumConstants.class);
    code.loadConstant(constants.of(values, type, () -> values)).lload(position);
    code.invokestatic(
        Unit.describe(Enums.class), "constant", signature(CD_Object, CD_int, type, CD_long));
  }

  private void emitPresence(Operation operation) {
    switch (operation) {
      case Operation.Scalar _ -> code.iconst_1();
      case Operation.NullableScalar scalar -> {
        loadNullBit(scalar);
        emitIsZero();
      }
      case Operation.Compact compact when compact.isBoxed() -> {
        loadBehind(accessor.owner(), accessor.owner().compact().indexOf(compact));
        code.lstore(begin);
        loadIsNull();
        emitIsZero();
      }
      case Operation.Compact _ -> code.iconst_1();
      case Operation.Constant constant -> {
        loadConstantNumber(constant.shape(), start, constant.offset());
        emitIsNotZero();
      }
      case Operation.Slot at -> {
        emitExtent(accessor.owner(), at);
        code.iload(slot).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
        emitIsNotZero();
      }
    }
  }

  private void emitIsZero() {
    code.ifThenElse(Opcode.IFEQ, CodeBuilder::iconst_1, CodeBuilder::iconst_0);
  }

  private void emitIsNotZero() {
    code.ifThenElse(Opcode.IFNE, CodeBuilder::iconst_1, CodeBuilder::iconst_0);
  }

  private void emitElement(ViewedValue.Element element) {
    emitExtent(accessor.owner(), element.operation());
    loadExtent();
    code.loadConstant(element.kind().widthBytes()).iload(code.parameterSlot(0));
    code.invokestatic(
        PLACES, "element", signature(CD_long, CD_int, CD_long, CD_long, CD_int, CD_int));
    code.lstore(begin);
    get(code, segment, begin, 0, element.kind());
  }

  private void emitInlineRow(ViewedValue.InlineRow row) {
    emitExtent(accessor.owner(), row.operation());
    loadRows(row.rows());
    code.aload(segment);
    loadExtent();
    code.iload(code.parameterSlot(0));
    code.invokevirtual(ROWS, "place", signature(CD_long, MEMORY, CD_int, CD_long, CD_long, CD_int));
    code.lstore(begin);
    switch (row.rows().element()) {
      case Shape.Boxed boxed -> {
        unless(code, begin, isNull);
        get(code, segment, begin, 0, boxed.kind());
        emitBox(boxed.kind());
      }
      case Shape.EnumConstant constant -> emitConstant(constant, begin, 0);
      case Shape other -> throw new AssertionError(other + " is not inline");
    }
  }

  /// What a method does where there is null on the way.
  private void emitAbsent() {
    switch (accessor.leaf().own()) {
      case ViewedValue.Presence _, ViewedValue.ElementCount _, ViewedValue.RowCount _ ->
          code.iconst_0().return_(TypeKind.INT);
      case ViewedValue.Element _, ViewedValue.Row _, ViewedValue.InlineRow _ -> {
        ClassDesc exception = Unit.describe(IndexOutOfBoundsException.class);
        code.iload(code.parameterSlot(0));
        code.invokestatic(FAULTS, "noElements", signature(exception, CD_int)).athrow();
      }
      case ViewedValue.Numeric _,
          ViewedValue.Constant _,
          ViewedValue.Value _,
          ViewedValue.Evolved _ ->
          code.goto_(isNull);
    }
  }

  /// What a method does where the value is null.
  private void emitNull() {
    if (accessor.isPrimitive()) {
      code.aload(0).getfield(self, "start", CD_long);
      code.invokestatic(FAULTS, "isNull", signature(EXCEPTION, CD_long)).athrow();
    } else {
      code.aconst_null().areturn();
    }
  }
}
