// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.wire.Slots;

/// The errors of views.
public final class ViewFailures {

  private ViewFailures() {}

  /// For generated code: a primitive is asked for where there is null.
  public static SerializationException isNull(long position) {
    return Errors.of(
        Kind.NULL_VALUE,
        "the field is null, but the view's method returns a primitive; return the box, or call a"
            + " `boolean has...()` method first",
        position);
  }

  /// For generated code: an index into a list that another null hides.
  public static IndexOutOfBoundsException noElements(int index) {
    return new IndexOutOfBoundsException("index=" + index + " of a list that is null");
  }

  /// For generated code: an error leaves a method of a view.
  ///
  /// @param path what the method reads
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
        type.getName() + " was written by another side in a way that views cannot see");
  }

  /// A value that says to be there, but not what a view can follow.
  static SerializationException opaque(int slot, long position) {
    return Slots.tag(slot) == Slots.TYPED
        ? Errors.of(
            Kind.UNSUPPORTED_TYPE,
            "the value is of another class than the declared one, whose fields a view cannot find; let"
                + " the method return the declared class, which is read as a whole",
            position)
        : Errors.of(
            Kind.UNSUPPORTED_TYPE,
            "the value is a back reference, which views cannot follow; read the object instead",
            position);
  }
}
