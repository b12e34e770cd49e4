// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.ANY_EXCEPTION;
import static dev.segue.serializer.internal.compiler.Descriptors.COLLECTION;
import static dev.segue.serializer.internal.compiler.Descriptors.EXCEPTION;
import static dev.segue.serializer.internal.compiler.Descriptors.FAILURES;
import static dev.segue.serializer.internal.compiler.Descriptors.MAP;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import dev.segue.serializer.internal.layout.Shape;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Emits calls to a container being written, for its size and its elements. Arrays and
/// random-access lists are read by index, an `Optional` by its methods, and other containers by
/// iterator: an `EnumMap` by that of its keys, since the other one creates an object for each entry
/// and the JIT does not remove it.
final class SourceEmitter {

  private static final ClassDesc LIST = Descriptors.of(List.class);
  private static final ClassDesc SET = Descriptors.of(Set.class);
  private static final ClassDesc ENTRY = Descriptors.of(Map.Entry.class);
  private static final ClassDesc OPTIONAL = Descriptors.of(Optional.class);
  private static final ClassDesc ITERATOR = Descriptors.of(Iterator.class);
  private static final ClassDesc CHANGED = Descriptors.of(ConcurrentModificationException.class);

  private final Shape.Table table;

  SourceEmitter(Shape.Table table) {
    this.table = table;
  }

  boolean isIndexed() {
    return table instanceof Shape.ObjectArray || table.exact() == ArrayList.class;
  }

  boolean isOptional() {
    return table.exact() == Optional.class;
  }

  private boolean isByKey() {
    return table.exact() == EnumMap.class;
  }

  private boolean isIterated() {
    return !isIndexed() && !isOptional();
  }

  /// Whether calling the container's methods may run foreign code: it may be a view of another
  /// container.
  private boolean isGuarded() {
    return !(table instanceof Shape.ObjectArray) && !isOptional();
  }

  /// Emits code that calls the container; its exceptions go to a handler.
  private void guarded(CodeBuilder code, Label handler, Runnable body) {
    if (!isGuarded()) {
      body.run();
      return;
    }
    Label start = code.newBoundLabel();
    body.run();
    Label end = code.newBoundLabel();
    code.exceptionCatch(start, end, handler, ANY_EXCEPTION);
  }

  /// Loads the number of rows.
  void loadCount(CodeBuilder code, int value, Label failed) {
    guarded(
        code,
        failed,
        () -> {
          code.aload(value);
          switch (table) {
            case Shape.ObjectArray _ -> code.checkcast(OBJECT.arrayType()).arraylength();
            case Shape.Sequence _ when isOptional() ->
                code.checkcast(OPTIONAL)
                    .invokevirtual(OPTIONAL, "isPresent", signature(CD_boolean));
            case Shape.Sequence _ ->
                code.checkcast(COLLECTION).invokeinterface(COLLECTION, "size", signature(CD_int));
            case Shape.Mapping _ ->
                code.checkcast(MAP).invokeinterface(MAP, "size", signature(CD_int));
          }
        });
  }

  /// Loads the source of the rows: the container or its iterator.
  void loadSource(CodeBuilder code, int value, Label failed) {
    guarded(
        code,
        failed,
        () -> {
          code.aload(value);
          switch (table) {
            case Shape.ObjectArray _ -> code.checkcast(OBJECT.arrayType());
            case Shape.Sequence _ when isIndexed() -> code.checkcast(LIST);
            case Shape.Sequence _ when isOptional() -> code.checkcast(OPTIONAL);
            case Shape.Sequence _ ->
                code.checkcast(COLLECTION)
                    .invokeinterface(COLLECTION, "iterator", signature(ITERATOR));
            case Shape.Mapping _ ->
                code.checkcast(MAP)
                    .invokeinterface(MAP, isByKey() ? "keySet" : "entrySet", signature(SET))
                    .invokeinterface(SET, "iterator", signature(ITERATOR));
          }
        });
  }

  /// Loads the next element or entry.
  void loadRow(CodeBuilder code, int source, int index, int count, Label failed) {
    guarded(
        code,
        failed,
        () -> {
          if (table instanceof Shape.ObjectArray) {
            code.aload(source).iload(index).aaload();
          } else if (isIndexed()) {
            code.aload(source).iload(index).invokeinterface(LIST, "get", signature(OBJECT, CD_int));
          } else if (isOptional()) {
            code.aload(source).aconst_null();
            code.invokevirtual(OPTIONAL, "orElse", signature(OBJECT, OBJECT));
          } else {
            Label next = code.newLabel();
            loadHasNext(code, source);
            code.ifne(next);
            emitChanged(code, index, count);
            code.labelBinding(next);
            code.aload(source).invokeinterface(ITERATOR, "next", signature(OBJECT));
          }
        });
  }

  /// Checks the class of a map's row, which becomes the argument of the methods below.
  void castRow(CodeBuilder code) {
    if (!isByKey()) {
      code.checkcast(ENTRY);
    }
  }

  void loadKey(CodeBuilder code, int row, Label failed) {
    if (isByKey()) {
      code.aload(row);
    } else {
      loadOfEntry(code, row, "getKey", failed);
    }
  }

  void loadValue(CodeBuilder code, int map, int row, Label failed) {
    if (!isByKey()) {
      loadOfEntry(code, row, "getValue", failed);
      return;
    }
    guarded(
        code,
        failed,
        () ->
            code.aload(map)
                .checkcast(MAP)
                .aload(row)
                .invokeinterface(MAP, "get", signature(OBJECT, OBJECT)));
  }

  private void loadOfEntry(CodeBuilder code, int entry, String method, Label failed) {
    guarded(
        code, failed, () -> code.aload(entry).invokeinterface(ENTRY, method, signature(OBJECT)));
  }

  /// Checks that the container has no more elements than its size.
  void emitCheckEnd(CodeBuilder code, int source, int index, int count, Label end, Label failed) {
    if (isIterated()) {
      guarded(
          code,
          failed,
          () -> {
            loadHasNext(code, source);
            code.ifeq(end);
            emitChanged(code, index, count);
          });
    }
  }

  private static void loadHasNext(CodeBuilder code, int source) {
    code.aload(source).invokeinterface(ITERATOR, "hasNext", signature(CD_boolean));
  }

  private static void emitChanged(CodeBuilder code, int index, int count) {
    code.iload(index).iload(count);
    code.invokestatic(FAILURES, "changed", signature(CHANGED, CD_int, CD_int)).athrow();
  }

  /// Emits the handler of exceptions that the container throws.
  void emitFailed(CodeBuilder code, int value, Label failed) {
    if (isGuarded()) {
      code.labelBinding(failed).aload(value);
      code.invokestatic(FAILURES, "thrown", signature(EXCEPTION, ANY_EXCEPTION, OBJECT)).athrow();
    }
  }

  /// Emits the handler of exceptions that the container throws at an index, and a jump past it.
  void emitFailedAt(CodeBuilder code, int value, int index, Label end, Label failed) {
    if (isGuarded()) {
      code.goto_(end).labelBinding(failed).aload(value).iload(index);
      code.invokestatic(FAILURES, "thrown", signature(EXCEPTION, ANY_EXCEPTION, OBJECT, CD_int));
      code.athrow();
    }
  }
}
