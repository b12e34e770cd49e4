// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ENUMS;
import static dev.segue.serializer.internal.compiler.Descriptors.ENUM_CONSTANTS;
import static dev.segue.serializer.internal.compiler.Descriptors.EXCEPTION;
import static dev.segue.serializer.internal.compiler.Descriptors.MEMORY_SEGMENT;
import static dev.segue.serializer.internal.compiler.Descriptors.SLOTS;
import static dev.segue.serializer.internal.compiler.Descriptors.VARINTS;
import static dev.segue.serializer.internal.compiler.Descriptors.VIEW;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.view.Accessor;
import dev.segue.serializer.internal.view.EvolvedField;
import dev.segue.serializer.internal.view.Part;
import dev.segue.serializer.internal.view.ViewFailures;
import dev.segue.serializer.internal.view.ViewedElements;
import dev.segue.serializer.internal.view.ViewedRows;
import dev.segue.serializer.internal.view.ViewedValue;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/// Emits a view method, which reads one field: it follows the path to the object with the field,
/// and reads the value there.
final class AccessorEmitter {

  private static final ClassDesc PLACES = LocationEmitter.PLACES;
  private static final ClassDesc ROWS = Descriptors.of(ViewedRows.class);
  private static final ClassDesc ELEMENTS = Descriptors.of(ViewedElements.class);
  private static final ClassDesc PART = Descriptors.of(Part.class);
  private static final ClassDesc EVOLVED = Descriptors.of(EvolvedField.class);
  private static final ClassDesc VIEW_FAILURES = Descriptors.of(ViewFailures.class);
  private static final ClassDesc NO_ELEMENT = Descriptors.of(IndexOutOfBoundsException.class);

  private final CodeBuilder code;
  private final Accessor accessor;
  private final ClassDesc self;
  private final Constants constants;
  private final ClassDesc result;
  private final LocationEmitter location;

  /// The target if an object on the path to the field is null.
  private final Label absent;

  /// The target if the value is null.
  private final Label isNull;

  AccessorEmitter(CodeBuilder code, Accessor accessor, ClassDesc self, Constants constants) {
    this.code = code;
    this.accessor = accessor;
    this.self = self;
    this.constants = constants;
    this.result = Descriptors.of(accessor.method().getReturnType());
    this.location = new LocationEmitter(code);
    this.absent = code.newLabel();
    this.isNull = code.newLabel();
  }

  void emit() {
    Label from = code.newBoundLabel();
    location.emitStart(self);
    accessor.steps().forEach(step -> location.emitStep(step, absent));
    emitViewedValue();
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
    code.invokestatic(VIEW_FAILURES, "within", signature(EXCEPTION, EXCEPTION, CD_String)).athrow();
  }

  /// Whether nothing but memory accesses can fail.
  private boolean isPlain() {
    return accessor.steps().isEmpty()
        && accessor.viewedValue() instanceof ViewedValue.Numeric number
        && number.operation() instanceof Operation.Scalar;
  }

  /// Leaves the result of the method on the stack, or jumps to [#isNull].
  private void emitViewedValue() {
    switch (accessor.viewedValue()) {
      case ViewedValue.Numeric number -> emitNumber(number);
      case ViewedValue.Evolved evolved -> emitEvolved(evolved);
      case ViewedValue.Constant constant -> {
        Operation.Constant operation = constant.operation();
        emitConstant(operation.shape(), location.start, operation.offset());
      }
      case ViewedValue.Presence presence -> emitPresence(presence.operation());
      case ViewedValue.Value value -> {
        location.emitExtent(accessor.owner(), value.operation());
        loadPart(value.part());
        code.aload(0).loadConstant(accessor.number());
        location.loadExtent();
        code.invokeinterface(
            PART, "read", signature(CD_Object, VIEW, CD_int, CD_int, CD_long, CD_long));
      }
      case ViewedValue.ElementCount count -> {
        location.emitExtent(accessor.owner(), count.operation());
        location.loadExtent();
        code.loadConstant(count.widthBytes());
        code.invokestatic(PLACES, "elements", signature(CD_int, CD_int, CD_long, CD_long, CD_int));
      }
      case ViewedValue.RowCount count -> {
        location.emitExtent(accessor.owner(), count.operation());
        loadRows(count.rows());
        code.aload(location.segment);
        location.loadExtent();
        code.invokevirtual(
            ROWS, "count", signature(CD_int, MEMORY_SEGMENT, CD_int, CD_long, CD_long));
      }
      case ViewedValue.Element element -> emitElement(element);
      case ViewedValue.InlineRow row -> emitInlineRow(row);
      case ViewedValue.Row row -> {
        location.emitExtent(accessor.owner(), row.operation());
        ViewedElements elements = row.elements();
        code.loadConstant(constants.of(elements, ELEMENTS, () -> elements));
        code.aload(0).loadConstant(accessor.number());
        location.loadExtent();
        code.iload(code.parameterSlot(0));
        code.invokevirtual(
            ELEMENTS, "read", signature(CD_Object, VIEW, CD_int, CD_int, CD_long, CD_long, CD_int));
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
            location.get(scalar.offset(), scalar.kind());
            yield scalar.kind();
          }
          case Operation.NullableScalar scalar -> {
            loadNullBit(scalar);
            code.ifne(isNull);
            location.get(scalar.offset(), scalar.kind());
            yield scalar.kind();
          }
          case Operation.Compact compact -> {
            emitCompact(compact);
            yield compact.kind();
          }
          case Operation.Constant _, Operation.Slot _ ->
              throw new AssertionError(operation + " is not a number");
        };
    if (kind != number.kind()) {
      code.conversion(PrimitiveCode.typeKind(kind), PrimitiveCode.typeKind(number.kind()));
    }
    emitBox(number.kind());
  }

  /// Reads a field that the writer declared differently. Reads an object, regardless of the
  /// method's result type.
  private void emitEvolved(ViewedValue.Evolved evolved) {
    EvolvedField field = evolved.field();
    code.loadConstant(constants.of(field, EVOLVED, () -> field));
    code.aload(0).loadConstant(accessor.number()).lload(location.start).lload(location.end);
    if (evolved.isIndexed()) {
      code.iload(code.parameterSlot(0));
    } else {
      code.iconst_0();
    }
    code.invokevirtual(
        EVOLVED, "read", signature(CD_Object, VIEW, CD_int, CD_long, CD_long, CD_int));
    PrimitiveKind kind = PrimitiveKind.ofPrimitive(accessor.method().getReturnType());
    if (kind != null) {
      int value = code.allocateLocal(TypeKind.REFERENCE);
      code.astore(value).aload(value).ifnull(isNull);
      code.aload(value);
      PrimitiveCode.emitCastAndUnbox(code, kind);
    }
  }

  /// Boxes the primitive on the stack, if the method returns an object.
  private void emitBox(PrimitiveKind kind) {
    if (!accessor.isPrimitive()) {
      PrimitiveCode.emitBox(code, kind);
    }
  }

  private void emitCompact(Operation.Compact compact) {
    location.emitBeginOf(accessor.owner(), compact);
    if (compact.isBoxed()) {
      loadIsNull();
      code.ifne(isNull);
    }
    boolean isInt = compact.kind() == PrimitiveKind.INT;
    location.loadRest();
    code.invokestatic(
        VARINTS,
        isInt ? "getInt" : "getLong",
        signature(isInt ? CD_int : CD_long, MEMORY_SEGMENT, CD_long, CD_long));
  }

  /// Loads a flag: whether a variable-length number is null.
  private void loadIsNull() {
    location.loadRest();
    code.invokestatic(VARINTS, "isNull", signature(CD_boolean, MEMORY_SEGMENT, CD_long, CD_long));
  }

  /// Loads a number that is nonzero if a boxed field is null.
  private void loadNullBit(Operation.NullableScalar scalar) {
    location.get(NullBitmap.offset(scalar.bit()), PrimitiveKind.BYTE);
    code.loadConstant(NullBitmap.mask(scalar.bit())).iand();
  }

  private void loadConstantNumber(Shape.EnumConstant shape, int position, int distance) {
    PrimitiveKind kind = PrimitiveCode.numberOf(shape.widthBytes());
    ViewInstructions.get(code, location.segment, position, distance, kind);
    PrimitiveCode.widen(code, kind);
  }

  private void emitConstant(Shape.EnumConstant shape, int position, int distance) {
    loadConstantNumber(shape, position, distance);
    EnumConstants values = shape.constants();
    code.loadConstant(constants.of(values, ENUM_CONSTANTS, () -> values)).lload(position);
    code.invokestatic(ENUMS, "constant", signature(CD_Object, CD_int, ENUM_CONSTANTS, CD_long));
  }

  private void emitPresence(Operation operation) {
    switch (operation) {
      case Operation.Scalar _ -> code.iconst_1();
      case Operation.NullableScalar scalar -> {
        loadNullBit(scalar);
        emitIsZero();
      }
      case Operation.Compact compact when compact.isBoxed() -> {
        location.emitBeginOf(accessor.owner(), compact);
        loadIsNull();
        emitIsZero();
      }
      case Operation.Compact _ -> code.iconst_1();
      case Operation.Constant constant -> {
        loadConstantNumber(constant.shape(), location.start, constant.offset());
        emitIsNotZero();
      }
      case Operation.Slot at -> {
        location.emitExtent(accessor.owner(), at);
        code.iload(location.slot).invokestatic(SLOTS, "tag", signature(CD_int, CD_int));
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
    location.emitExtent(accessor.owner(), element.operation());
    location.loadExtent();
    code.loadConstant(element.kind().widthBytes()).iload(code.parameterSlot(0));
    code.invokestatic(
        PLACES, "element", signature(CD_long, CD_int, CD_long, CD_long, CD_int, CD_int));
    code.lstore(location.begin);
    ViewInstructions.get(code, location.segment, location.begin, 0, element.kind());
  }

  private void emitInlineRow(ViewedValue.InlineRow row) {
    location.emitExtent(accessor.owner(), row.operation());
    loadRows(row.rows());
    code.aload(location.segment);
    location.loadExtent();
    code.iload(code.parameterSlot(0));
    code.invokevirtual(
        ROWS, "place", signature(CD_long, MEMORY_SEGMENT, CD_int, CD_long, CD_long, CD_int));
    code.lstore(location.begin);
    switch (row.rows().element()) {
      case Shape.Boxed boxed -> {
        ViewInstructions.branchIfNowhere(code, location.begin, isNull);
        ViewInstructions.get(code, location.segment, location.begin, 0, boxed.kind());
        emitBox(boxed.kind());
      }
      case Shape.EnumConstant constant -> emitConstant(constant, location.begin, 0);
      case Shape other -> throw new AssertionError(other + " is not inline");
    }
  }

  /// Emits the handling of null on the path to the field.
  private void emitAbsent() {
    switch (accessor.viewedValue().own()) {
      case ViewedValue.Presence _, ViewedValue.ElementCount _, ViewedValue.RowCount _ ->
          code.iconst_0().return_(TypeKind.INT);
      case ViewedValue.Element _, ViewedValue.Row _, ViewedValue.InlineRow _ -> {
        code.iload(code.parameterSlot(0));
        code.invokestatic(VIEW_FAILURES, "noElements", signature(NO_ELEMENT, CD_int)).athrow();
      }
      case ViewedValue.Numeric _,
          ViewedValue.Constant _,
          ViewedValue.Value _,
          ViewedValue.Evolved _ ->
          code.goto_(isNull);
    }
  }

  /// Emits the handling of a value that is null.
  private void emitNull() {
    if (accessor.isPrimitive()) {
      code.aload(0).getfield(self, "start", CD_long);
      code.invokestatic(VIEW_FAILURES, "isNull", signature(EXCEPTION, CD_long)).athrow();
    } else {
      code.aconst_null().areturn();
    }
  }
}
