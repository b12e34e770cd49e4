// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// What becomes of an object whose class the writer knew and the reader does not, and of such an
/// enum constant, in [SchemaMode#COMPATIBLE]. It is about values that something here is to hold:
/// what is in fields that this side's classes lack is skipped anyway.
public enum UnknownTypes {
  /// Reading fails, and the message names the class.
  FAIL,
  /// They are read as null. Where null cannot stand for them, reading fails: as keys of maps and
  /// elements of sets, where several would become one, and in containers that take no null.
  NULL,
  /// An object or a constant is read as an [UnknownValue], which can be written again, where a
  /// field or a container can hold one: fields of the type `Object`, and containers whose elements
  /// may be anything. Elsewhere reading fails.
  KEEP
}
