// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.EXCEPTION;
import static dev.segue.serializer.internal.compiler.Descriptors.FAILURES;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.THROWABLE;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.internal.codec.Converted;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.Creation;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Emits the assignment of values that were read, after converting them to the types of the
/// reader's class. The destinations are the fields of a bean, or local variables for the components
/// of a record.
final class TargetEmitter extends Emitter {

  /// The destination of values that were read.
  interface Target {
    void assign(CodeBuilder code, Field field, Consumer<CodeBuilder> value);
  }

  TargetEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// Calls the constructor; its exceptions become errors that name the class.
  void emitConstruction(CodeBuilder code, Consumer<CodeBuilder> arguments, int object) {
    rethrowing(code, body -> emitCreation(body, arguments, object), this::emitCreationFailed);
  }

  private void emitCreation(CodeBuilder code, Consumer<CodeBuilder> arguments, int object) {
    switch (unit.plan().model().creation()) {
      case Creation.Bypassing bypassing -> {
        ClassDesc constructor = Descriptors.of(Constructor.class);
        code.loadConstant(unit.constants().of("constructor", constructor, bypassing::constructor));
        code.aconst_null();
        code.invokevirtual(constructor, "newInstance", signature(OBJECT, OBJECT.arrayType()));
        code.checkcast(unit.type()).astore(object);
      }
      case Creation.Single single ->
          code.getstatic(unit.type(), single.instance().getName(), unit.type()).astore(object);
      case Creation.NoArguments _, Creation.Canonical _ -> {
        code.new_(unit.type()).dup();
        arguments.accept(code);
        code.invokespecial(unit.type(), INIT_NAME, constructorSignature()).astore(object);
      }
    }
  }

  private MethodTypeDesc constructorSignature() {
    return signature(
        CD_void,
        Arrays.stream(unit.plan().model().creation().constructor().getParameterTypes())
            .map(Descriptors::of)
            .toArray(ClassDesc[]::new));
  }

  private void emitCreationFailed(CodeBuilder handler) {
    loadClass(handler, unit.plan().type());
    String missing = unit.plan().model().missing();
    if (missing.isEmpty()) {
      handler.invokestatic(FAILURES, "construction", signature(EXCEPTION, THROWABLE, CD_Class));
    } else {
      handler.loadConstant(missing);
      handler.invokestatic(
          FAILURES, "construction", signature(EXCEPTION, THROWABLE, CD_Class, CD_String));
    }
  }

  /// The fields of an object in a local variable.
  Target into(int object) {
    return (code, field, value) -> {
      ClassDesc type = Descriptors.of(field.getType());
      if (unit.isDirectToWrite(field)) {
        code.aload(object);
        value.accept(code);
        if (!type.isPrimitive()) {
          code.checkcast(type);
        }
        code.putfield(Descriptors.of(field.getDeclaringClass()), field.getName(), type);
      } else {
        code.loadConstant(unit.setter(field)).aload(object);
        value.accept(code);
        code.invokevirtual(
            CD_MethodHandle, "invokeExact", signature(CD_void, unit.type(), Unit.erased(field)));
      }
    };
  }

  /// Assigns a value that was read, after converting it to the type of the reader's field.
  void assign(CodeBuilder code, Operation operation, Target target, Consumer<CodeBuilder> value) {
    assign(code, operation, target, value, null);
  }

  /// Assigns a value that was read, after converting it to the type of the reader's field.
  ///
  /// @param place loads the session and the position of the value, if it can be part of a cycle
  void assign(
      CodeBuilder code,
      Operation operation,
      Target target,
      Consumer<CodeBuilder> value,
      @Nullable Consumer<CodeBuilder> place) {
    Field field = operation.field().field();
    Conversion conversion = operation.field().conversion();
    target.assign(
        code,
        field,
        conversion == null
            ? value
            : body -> emitConverted(body, operation, conversion, field.getType(), value, place));
  }

  private void emitConverted(
      CodeBuilder code,
      Operation operation,
      Conversion conversion,
      Class<?> type,
      Consumer<CodeBuilder> value,
      @Nullable Consumer<CodeBuilder> place) {
    PrimitiveKind read = operation.primitive();
    if (conversion instanceof Conversion.Widening(PrimitiveKind from, PrimitiveKind to)
        && read != null
        && type.isPrimitive()) {
      value.accept(code);
      code.conversion(PrimitiveCode.typeKind(from), PrimitiveCode.typeKind(to));
      return;
    }
    ClassDesc conversionType = Descriptors.of(Conversion.class);
    code.loadConstant(
        unit.constants().of("convert " + operation.field(), conversionType, () -> conversion));
    value.accept(code);
    if (read != null) {
      PrimitiveCode.emitBox(code, read);
    }
    if (place == null) {
      code.invokeinterface(conversionType, "convert", signature(OBJECT, OBJECT));
    } else {
      place.accept(code);
      code.invokestatic(
          Descriptors.of(Converted.class),
          "of",
          signature(OBJECT, conversionType, OBJECT, SESSION, CD_long));
    }
    emitUnbox(code, type);
  }

  /// Unboxes the object on the stack if a field is primitive.
  private static void emitUnbox(CodeBuilder code, Class<?> type) {
    PrimitiveKind kind = PrimitiveKind.ofPrimitive(type);
    if (kind != null) {
      PrimitiveCode.emitCastAndUnbox(code, kind);
    }
  }

  /// Assigns the default values of fields that the writer did not have.
  void emitDefaults(CodeBuilder code, Target target) {
    ClassDesc supplier = Descriptors.of(Supplier.class);
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
}
