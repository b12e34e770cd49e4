// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// The handling of objects and enum constants that the writer knew and the reader does not, in
/// [compatible mode][SchemaMode#COMPATIBLE]. It applies only to values for which the reader has a
/// field or a container; fields that it lacks are always skipped.
///
/// Later versions may add constants: a `switch` needs a `default`.
///
/// @see SerializerBuilder#unknownTypes
public enum UnknownTypes {
  /// Reading fails, and the message names the class.
  FAIL,
  /// Unknown values are read as null. Where null is not allowed, reading fails: for keys of maps
  /// and elements of sets, where several unknown values would become one, and in containers that do
  /// not permit null.
  NULL,
  /// Unknown values are read as an [UnknownValue], which can be written again, where a field or a
  /// container can hold one: in fields of type `Object`, and in containers whose elements may be
  /// anything. Elsewhere reading fails.
  KEEP
}
