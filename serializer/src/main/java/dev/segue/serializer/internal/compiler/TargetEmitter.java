// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.internal.codec.Converted;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.Creation;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Emits what becomes of values that were read: they go into the fields of an object, or, as a
/// record is made of all of them, into locals; as what this side's class has there.
final class TargetEmitter extends Emitter {

  /// Where a value that was read goes.
  interface Target {
    void assign(CodeBuilder code, Field field, Consumer<CodeBuilder> value);
  }

  TargetEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// Calls the constructor; what it throws becomes an error that names the class.
  void emitConstruction(CodeBuilder code, Consumer<CodeBuilder> arguments, int object) {
    MethodTypeDesc signature =
        signature(
            CD_void,
            Arrays.stream(unit.plan().model().creation().constructor().getParameterTypes())
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
          } else if (unit.plan().model().creation() instanceof Creation.Single single) {
            body.getstatic(unit.type(), single.instance().getName(), unit.type()).astore(object);
          } else {
            body.new_(unit.type()).dup();
            arguments.accept(body);
            body.invokespecial(unit.type(), INIT_NAME, signature).astore(object);
          }
        },
        catching ->
            catching.catchingAll(handler -> {
              loadClass(handler, unit.plan().type());
              String missing = unit.plan().model().missing();
              if (missing.isEmpty()) {
                handler.invokestatic(
                    FAILURES, "construction", signature(EXCEPTION, CD_Throwable, CD_Class));
              } else {
                handler.loadConstant(missing);
                handler.invokestatic(
                    FAILURES,
                    "construction",
                    signature(EXCEPTION, CD_Throwable, CD_Class, CD_String));
              }
              handler.athrow();
            }));
  }

  /// The fields of an object in a local.
  Target into(int object) {
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
  void assign(CodeBuilder code, Operation operation, Target target, Consumer<CodeBuilder> value) {
    assign(code, operation, target, value, null);
  }

  /// Puts a value that was read where it goes, as this side's class has it.
  ///
  /// @param place loads the session and where the value begins, if it may be on a cycle
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
    if (place == null) {
      code.invokeinterface(conversionType, "convert", signature(OBJECT, OBJECT));
    } else {
      place.accept(code);
      code.invokestatic(
          Unit.describe(Converted.class),
          "of",
          signature(OBJECT, conversionType, OBJECT, SESSION, CD_long));
    }
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
  void emitDefaults(CodeBuilder code, Target target) {
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
}
