// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.SLOTS;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;

/// Emits accesses to memory of one kind, and arithmetic on positions in it.
abstract class MemoryEmitter {

  final Dialect dialect;
  final ClassDesc memory;
  final ClassDesc position;

  MemoryEmitter(Dialect dialect) {
    this.dialect = dialect;
    this.memory = dialect.memory();
    this.position = dialect.position();
  }

  final int newPosition(CodeBuilder code) {
    return code.allocateLocal(dialect.positionKind());
  }

  final void loadPosition(CodeBuilder code, int local) {
    code.loadLocal(dialect.positionKind(), local);
  }

  /// Loads the position at a constant distance from the position in a local variable.
  final void loadPosition(CodeBuilder code, int local, int distance) {
    loadPosition(code, local);
    loadDistance(code, distance);
    addPositions(code);
  }

  final void storePosition(CodeBuilder code, int local) {
    code.storeLocal(dialect.positionKind(), local);
  }

  final void movePosition(CodeBuilder code, int from, int to) {
    loadPosition(code, from);
    storePosition(code, to);
  }

  final void returnPosition(CodeBuilder code, int local) {
    loadPosition(code, local);
    code.return_(dialect.positionKind());
  }

  /// Loads memory and two positions in it: the arguments of most run-time methods.
  final void loadRange(CodeBuilder code, int memoryLocal, int from, int to) {
    code.aload(memoryLocal);
    loadPosition(code, from);
    loadPosition(code, to);
  }

  final void loadAsLong(CodeBuilder code, int local) {
    loadPosition(code, local);
    if (!dialect.hasLongPositions()) {
      code.i2l();
    }
  }

  /// Stores a position that is on the stack as a `long`.
  final void storeLong(CodeBuilder code, int local) {
    if (!dialect.hasLongPositions()) {
      code.l2i();
    }
    storePosition(code, local);
  }

  /// Converts an `int` on the stack to a position.
  final void intToPosition(CodeBuilder code) {
    if (dialect.hasLongPositions()) {
      code.i2l();
    }
  }

  final void addPositions(CodeBuilder code) {
    if (dialect.hasLongPositions()) {
      code.ladd();
    } else {
      code.iadd();
    }
  }

  /// Loads a constant as a position.
  final void loadDistance(CodeBuilder code, int distance) {
    if (dialect.hasLongPositions()) {
      code.loadConstant((long) distance);
    } else {
      code.loadConstant(distance);
    }
  }

  /// Calls a method of `Slots`.
  final void slots(CodeBuilder code, String method, ClassDesc result, ClassDesc... parameters) {
    code.invokestatic(SLOTS, method, MethodTypeDesc.of(result, parameters));
  }

  /// Stores a value at a position.
  final void putAt(
      CodeBuilder code, int memoryLocal, int at, PrimitiveKind kind, Consumer<CodeBuilder> value) {
    dialect.loadAddress(code, memoryLocal, at, kind);
    value.accept(code);
    dialect.put(code, kind);
  }

  /// Loads the value at a position.
  final void getAt(CodeBuilder code, int memoryLocal, int at, PrimitiveKind kind) {
    dialect.loadAddress(code, memoryLocal, at, kind);
    dialect.get(code, kind);
  }

  /// Loads the value at a position as an unsigned number.
  final void getNumberAt(CodeBuilder code, int memoryLocal, int at, PrimitiveKind kind) {
    getAt(code, memoryLocal, at, kind);
    PrimitiveCode.widen(code, kind);
  }
}
