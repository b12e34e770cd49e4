// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ANY_EXCEPTION;
import static dev.segue.serializer.internal.compiler.Descriptors.COLLECTION;
import static dev.segue.serializer.internal.compiler.Descriptors.KIND;
import static dev.segue.serializer.internal.compiler.Descriptors.MAP;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.OPTIONS;
import static dev.segue.serializer.internal.compiler.Descriptors.SESSION;
import static dev.segue.serializer.internal.compiler.Descriptors.SHAPE_CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.codec.Keys;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.LinkedHashSet;
import java.util.Set;

/// Emits the checks of keys that are read into a map or a set: that they are complete before they
/// are hashed, and that not too many of them collide.
final class KeyReadEmitter extends Emitter {

  private static final ClassDesc HASH_GUARD = Descriptors.of(HashGuard.class);
  private static final ClassDesc KEYS = Descriptors.of(Keys.class);

  /// Marks a container whose keys need no checks, in place of a local variable.
  private static final int NO_LOCAL = -1;

  KeyReadEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  /// Creates the object that checks the keys of a container, if they need checks.
  ///
  /// @return the local variable for the other methods
  int emitNew(CodeBuilder code, CellReadEmitter.Container container, int session) {
    if (!needChecks(container.rows().table())) {
      return NO_LOCAL;
    }
    int keys = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(container.kind()).aload(container.begun()).iload(container.rows().count());
    code.aload(session);
    loadOptions(code);
    loadAsLong(code, container.body());
    code.invokestatic(
        KEYS, "counting", signature(KEYS, KIND, OBJECT, CD_int, SESSION, OPTIONS, CD_long));
    code.astore(keys);
    return keys;
  }

  /// Records that the cells read so far in a row are its key.
  void emitRead(CodeBuilder code, int keys, int current) {
    if (keys != NO_LOCAL) {
      code.aload(keys);
      loadAsLong(code, current);
      code.invokestatic(KEYS, "read", signature(CD_void, KEYS, CD_long));
    }
  }

  /// Jumps if a row has to be added later, when its key is complete.
  ///
  /// @param cells the locals of the row
  void emitDefers(CodeBuilder code, int keys, int[] cells, int current, Label deferred) {
    if (keys != NO_LOCAL) {
      code.aload(keys).aload(cells[0]).aload(cells[cells.length - 1]);
      loadAsLong(code, current);
      code.invokestatic(KEYS, "defers", signature(CD_boolean, KEYS, OBJECT, OBJECT, CD_long));
      code.ifne(deferred);
    }
  }

  /// Checks the keys of a container of its declared kind.
  void emitCheckBegun(
      CodeBuilder code, CellReadEmitter.Container container, int keys, Arguments arguments) {
    if (!isKeyed(container.rows().table())) {
      return;
    }
    if (unit.registry().options().limitsKeyWork()) {
      if (keys == NO_LOCAL) {
        code.aconst_null();
      } else {
        code.aload(keys);
      }
      code.aload(container.kind()).aload(container.begun());
      loadAsLong(code, arguments.end());
      loadAsLong(code, container.body());
      code.lsub().aload(arguments.session());
      code.invokestatic(
          KEYS, "countBegun", signature(CD_void, KEYS, KIND, OBJECT, CD_long, SESSION));
    }
    if (unit.registry().options().boundsKeys()) {
      code.aload(container.kind()).aload(container.begun());
      code.loadConstant(unit.registry().options().maxCollidingKeys());
      code.invokestatic(HASH_GUARD, "checkBegun", signature(CD_void, KIND, OBJECT, CD_int));
    }
  }

  void emitFinish(CodeBuilder code, CellReadEmitter.Container container, int keys) {
    if (keys != NO_LOCAL) {
      code.aload(keys).aload(container.begun());
      loadAsLong(code, container.body());
      code.invokestatic(KEYS, "finish", signature(CD_void, KEYS, OBJECT, CD_long));
    }
  }

  /// Fails if the container has fewer keys than rows.
  void emitCheckCount(
      CodeBuilder code, CellReadEmitter.Container container, int keys, Arguments arguments) {
    Shape.Table table = container.rows().table();
    if (!isKeyed(table) || unit.registry().options().mergesKeys()) {
      return;
    }
    Label complete = code.newLabel();
    ClassDesc type = table instanceof Shape.Mapping ? MAP : COLLECTION;
    int size = code.allocateLocal(TypeKind.INT);
    code.aload(container.begun()).checkcast(type);
    code.invokeinterface(type, "size", signature(CD_int)).istore(size);
    code.iload(size).iload(container.rows().count()).if_icmpeq(complete);
    if (keys != NO_LOCAL) {
      code.iload(size).aload(keys).invokestatic(KEYS, "waiting", signature(CD_int, KEYS)).iadd();
      code.iload(container.rows().count()).if_icmpeq(complete);
    }
    loadShapeCodec(code, table);
    code.aload(container.begun()).aload(arguments.memory());
    loadPosition(code, container.body());
    loadPosition(code, arguments.end());
    code.iload(arguments.depth()).aload(arguments.session());
    code.invokevirtual(
        SHAPE_CODEC,
        "equalKeys",
        signature(ANY_EXCEPTION, OBJECT, memory, position, position, CD_int, SESSION));
    int error = code.allocateLocal(TypeKind.REFERENCE);
    code.astore(error).aload(error).ifnull(complete);
    code.aload(error).athrow().labelBinding(complete);
  }

  private boolean needChecks(Shape.Table table) {
    Shape keys = table.columns().getFirst();
    return isKeyed(table)
        && ((tracks() && !isScalarCodec(keys))
            || (unit.registry().options().limitsKeyWork() && !isFree(keys))
            || (unit.registry().options().boundsKeys() && !isHarmless(keys)));
  }

  private static boolean isKeyed(Shape.Table table) {
    return table instanceof Shape.Mapping || isSet(table);
  }

  /// Whether a container can be a set: its declared type is a supertype of one of the JDK's sets,
  /// such as `SequencedCollection`.
  private static boolean isSet(Shape.Table table) {
    return table instanceof Shape.Sequence
        && (table.type().isAssignableFrom(LinkedHashSet.class)
            || Set.class.isAssignableFrom(table.type()));
  }

  /// Whether the cost of keys is negligible.
  private static boolean isFree(Shape keys) {
    return keys instanceof Shape.Text || keys instanceof Shape.Inline;
  }

  /// Whether keys cannot all have the same hash code, or are harmless if they do.
  private static boolean isHarmless(Shape keys) {
    return keys instanceof Shape.Text || keys instanceof Shape.EnumConstant;
  }

  /// Whether keys contain no other objects.
  private boolean isScalarCodec(Shape keys) {
    return keys instanceof Shape.Text
        || keys instanceof Shape.Inline
        || (keys instanceof Shape.Any any && scalarCodecEntry(any.type()) != null);
  }
}
