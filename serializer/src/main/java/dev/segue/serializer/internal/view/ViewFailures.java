// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.wire.Slots;

/// The errors of views.
public final class ViewFailures {

  private ViewFailures() {}

  /// The error if a method returns a primitive, but the field is null. For generated code.
  public static SerializationException isNull(long position) {
    return Errors.of(
        Kind.NULL_VALUE,
        "the field is null, but the view's method returns a primitive; return the box, or call a"
            + " `boolean has...()` method first",
        position);
  }

  /// The error about an index into a list, if the list or an object on the path to it is null. For
  /// generated code.
  public static IndexOutOfBoundsException noElements(int index) {
    return new IndexOutOfBoundsException("index=" + index + " of a list that is null");
  }

  /// Adds a method's path to an error. For generated code.
  public static SerializationException within(SerializationException error, String path) {
    return Errors.within(error, path);
  }

  static SerializationException nullRoot(long position) {
    return Errors.of(
        Kind.NULL_VALUE, "the payload holds null, which has no fields to view", position);
  }

  static SerializationException foreign(Class<?> type) {
    return Errors.of(
        Kind.SCHEMA_MISMATCH,
        type.getName() + " was written with a version of the class that a view cannot read");
  }

  /// The error about a non-null value in a format that views do not support.
  static SerializationException opaque(int slot, long position) {
    return Slots.tag(slot) == Slots.TYPED
        ? Errors.of(
            Kind.UNSUPPORTED_TYPE,
            "the value's class is not the declared one, so that a view cannot find its fields; make the"
                + " method return the declared class, to read the whole object",
            position)
        : Errors.of(
            Kind.UNSUPPORTED_TYPE,
            "the value is a back reference, which views cannot follow; read the object instead",
            position);
  }
}
