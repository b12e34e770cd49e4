// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.Slots;

/// The errors of views.
public final class Faults {

  private Faults() {}

  /// For generated code: a primitive is asked for where there is null.
  public static SerializationException isNull(long position) {
    return new SerializationException(
        Kind.NULL_VALUE,
        "there is null, and the view's method returns a primitive; let it return the box, or ask a"
            + " method `boolean has...()` before",
        position);
  }

  /// For generated code: an index into a list that another null hides.
  public static IndexOutOfBoundsException noElements(int index) {
    return new IndexOutOfBoundsException("index=" + index + " of a list that is null");
  }

  static SerializationException nullRoot(long position) {
    return new SerializationException(
        Kind.NULL_VALUE, "the payload holds null, so there is nothing to view", position);
  }

  static SerializationException foreign(Class<?> type) {
    return new SerializationException(
        Kind.SCHEMA_MISMATCH,
        type.getName() + " was written by another side in a way that views cannot see");
  }

  static SerializationException nullElement(int index, long position) {
    return new SerializationException(
        Kind.NULL_VALUE, "the element " + index + " is null", position);
  }

  /// A value that says to be there, but not what a view can follow.
  static SerializationException opaque(int slot, long position) {
    return Slots.tag(slot) == Slots.TYPED
        ? new SerializationException(
            Kind.UNSUPPORTED_TYPE,
            "a value of another class than the declared one, which a view cannot look into; let the"
                + " method return the declared class, which is then read as a whole",
            position)
        : new SerializationException(
            Kind.UNSUPPORTED_TYPE,
            "a back reference, or a tag of no meaning; views cannot follow references",
            position);
  }
}
