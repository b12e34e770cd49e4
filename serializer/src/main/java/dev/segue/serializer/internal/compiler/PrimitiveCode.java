// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.signature;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/// Instructions that convert primitives on the stack: boxing, unboxing, narrowing and widening.
final class PrimitiveCode {

  private PrimitiveCode() {}

  static TypeKind typeKind(PrimitiveKind kind) {
    return TypeKind.from(kind.primitive());
  }

  static ClassDesc type(PrimitiveKind kind) {
    return Descriptors.of(kind.primitive());
  }

  static ClassDesc box(PrimitiveKind kind) {
    return Descriptors.of(kind.box());
  }

  static void emitBox(CodeBuilder code, PrimitiveKind kind) {
    code.invokestatic(box(kind), "valueOf", signature(box(kind), type(kind)));
  }

  /// Unboxes the object on the stack, which is known to be of the kind's wrapper class.
  static void emitUnbox(CodeBuilder code, PrimitiveKind kind) {
    code.invokevirtual(box(kind), kind.primitive().getName() + "Value", signature(type(kind)));
  }

  /// Casts the object on the stack to the kind's wrapper class and unboxes it.
  static void emitCastAndUnbox(CodeBuilder code, PrimitiveKind kind) {
    code.checkcast(box(kind));
    emitUnbox(code, kind);
  }

  /// The kind of an unsigned number of one, two or four bytes.
  static PrimitiveKind numberOf(int widthBytes) {
    return switch (widthBytes) {
      case 1 -> PrimitiveKind.BYTE;
      case 2 -> PrimitiveKind.SHORT;
      default -> PrimitiveKind.INT;
    };
  }

  /// Narrows an unsigned number on the stack to the kind that is stored.
  static void narrow(CodeBuilder code, PrimitiveKind kind) {
    switch (kind) {
      case BYTE -> code.i2b();
      case SHORT -> code.i2s();
      default -> {}
    }
  }

  /// Converts a loaded number to an unsigned one.
  static void widen(CodeBuilder code, PrimitiveKind kind) {
    switch (kind) {
      case BYTE -> code.loadConstant(0xff).iand();
      case SHORT -> code.loadConstant(0xffff).iand();
      default -> {}
    }
  }

  static void loadZero(CodeBuilder code, TypeKind kind) {
    switch (kind.asLoadable()) {
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
  }
}
