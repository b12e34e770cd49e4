// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ANY_EXCEPTION;
import static dev.segue.serializer.internal.compiler.Descriptors.BUFFER;
import static dev.segue.serializer.internal.compiler.Descriptors.ENUMS;
import static dev.segue.serializer.internal.compiler.Descriptors.ENUM_CONSTANTS;
import static dev.segue.serializer.internal.compiler.Descriptors.EXCEPTION;
import static dev.segue.serializer.internal.compiler.Descriptors.FAILURES;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.OPTIONS;
import static dev.segue.serializer.internal.compiler.Descriptors.REGISTRY;
import static dev.segue.serializer.internal.compiler.Descriptors.SCALAR_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.SCALAR_CODECS;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.SHAPE_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.THROWABLE;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Emits code that the reading and the writing half of a codec share: the constants that it refers
/// to, the options that it depends on, and the handlers that add a field to the path of an error.
abstract class Emitter extends MemoryEmitter {

  final Unit unit;

  Emitter(Unit unit, Dialect dialect) {
    super(dialect);
    this.unit = unit;
  }

  final void loadRegistry(CodeBuilder code) {
    code.loadConstant(unit.constants().of("registry", REGISTRY, unit::registry));
  }

  final void loadOptions(CodeBuilder code) {
    code.loadConstant(unit.constants().of("options", OPTIONS, () -> unit.registry().options()));
  }

  final void loadShapeCodec(CodeBuilder code, Shape shape) {
    code.loadConstant(
        unit.constants().of(shape, SHAPE_CODEC, () -> new ShapeCodec(shape, unit.registry())));
  }

  final void loadClass(CodeBuilder code, Class<?> type) {
    code.loadConstant(unit.constants().of(type, CD_Class, () -> type));
  }

  final void loadEnumConstants(CodeBuilder code, EnumConstants constants) {
    code.loadConstant(unit.constants().of(constants, ENUM_CONSTANTS, () -> constants));
  }

  /// Converts the number on the stack, which was read at a position, to an enum constant.
  final void emitEnumConstant(CodeBuilder code, EnumConstants constants, int position) {
    loadEnumConstants(code, constants);
    loadAsLong(code, position);
    code.invokestatic(ENUMS, "constant", signature(OBJECT, CD_int, ENUM_CONSTANTS, CD_long));
  }

  /// The entry of a declared type whose values need no separate codec, or null.
  final @Nullable TypeEntry scalarCodecEntry(Class<?> declared) {
    TypeEntry entry = unit.registry().scalarCodecEntry(declared);
    return entry == null || (tracks() && entry.scalarCodec().isTracked()) ? null : entry;
  }

  final void loadScalarCodec(CodeBuilder code, TypeEntry entry) {
    code.loadConstant(
        unit.constants().of("scalar codec " + entry.id(), SCALAR_CODEC, entry::scalarCodec));
  }

  /// Loads the buffer through which a scalar codec accesses memory.
  final void loadBuffer(CodeBuilder code, int memoryLocal, int session) {
    code.aload(memoryLocal).aload(session);
    code.invokestatic(SCALAR_CODECS, "buffer", signature(BUFFER, memory, SESSION));
  }

  /// Loads the depth from a local variable, minus one level.
  final void loadDepthBelow(CodeBuilder code, int depth) {
    code.iload(depth).iconst_1().isub();
  }

  final void emitEnter(CodeBuilder code, int depth) {
    code.iload(depth);
    slots(code, "enter", CD_void, CD_int);
  }

  /// Emits code for slots, in which `at` holds the number of the current slot. An error that leaves
  /// the code gets the slot's name in its path.
  final void withinFields(
      CodeBuilder code, List<Operation.Slot> slots, int at, Consumer<CodeBuilder> body) {
    String[] names =
        slots.stream().map(slot -> slot.field().qualifiedName()).toArray(String[]::new);
    ClassDesc strings = CD_String.arrayType();
    rethrowing(
        code,
        body,
        handler -> {
          handler.iload(at);
          handler.loadConstant(unit.constants().of(Arrays.asList(names), strings, () -> names));
          handler.invokestatic(
              FAILURES, "leaving", signature(THROWABLE, THROWABLE, CD_int, strings));
        });
  }

  /// Emits code for elements, in which `index` holds the index of the current element.
  final void withinElements(CodeBuilder code, int index, Consumer<CodeBuilder> body) {
    rethrowing(
        code,
        body,
        handler -> {
          handler.iload(index);
          handler.invokestatic(FAILURES, "leaving", signature(THROWABLE, THROWABLE, CD_int));
        });
  }

  /// Like [#withinElements], for code that adds elements to containers, which may reject them.
  final void withinElementsRead(
      CodeBuilder code, int index, int current, Consumer<CodeBuilder> body) {
    rethrowing(
        code,
        body,
        handler -> {
          handler.iload(index);
          loadAsLong(handler, current);
          handler.invokestatic(
              FAILURES, "elementRead", signature(THROWABLE, THROWABLE, CD_int, CD_long));
        });
  }

  /// Emits code that adds elements to a container, which may call methods of elements that throw.
  final void withinPut(CodeBuilder code, int current, Consumer<CodeBuilder> body) {
    code.trying(
        body::accept,
        catching ->
            catching.catching(
                ANY_EXCEPTION,
                handler -> {
                  loadAsLong(handler, current);
                  handler.invokestatic(
                      FAILURES, "container", signature(EXCEPTION, ANY_EXCEPTION, CD_long));
                  handler.athrow();
                }));
  }

  /// Emits code whose exceptions go through a handler, which replaces the exception on the stack.
  static void rethrowing(
      CodeBuilder code, Consumer<CodeBuilder> body, Consumer<CodeBuilder> handler) {
    code.trying(
        body::accept,
        catching ->
            catching.catchingAll(caught -> {
              handler.accept(caught);
              caught.athrow();
            }));
  }

  /// Whether objects are recorded, so that later values can refer to them.
  final boolean tracks() {
    return unit.registry().options().references();
  }

  /// Whether a call can ask for contents out of band. If so, arrays may consist of more than their
  /// elements.
  final boolean handsOver() {
    return unit.registry().options().maybeOutOfBand();
  }

  /// Whether allocations are counted.
  final boolean counts() {
    return unit.registry().options().isBounded();
  }
}
