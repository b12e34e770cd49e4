// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Creates and completes instances of [SerializationException], by way of an [Access] that the
/// exception's static initializer installs. ADR 0117 gives the reasons.
public final class Errors {

  /// The constructors and the mutable parts of [SerializationException], which only that class can
  /// reach.
  public interface Access {
    SerializationException create(Kind kind, String message, long offset);

    SerializationException create(Kind kind, String message, Throwable cause);

    void within(SerializationException error, String step);

    void retell(SerializationException error, String message);

    void relativeTo(SerializationException error, long start);

    int pathLength(SerializationException error);
  }

  private static @Nullable Access access;

  private Errors() {}

  /// Installs the accessor; called once, by the static initializer of [SerializationException]. The
  /// static initializer of this class must not initialize that one: two threads that each use one
  /// of them for the first time could deadlock.
  public static void install(Access made) {
    access = made;
  }

  private static Access access() {
    Access known = access;
    if (known == null) {
      try {
        MethodHandles.lookup().ensureInitialized(SerializationException.class);
      } catch (IllegalAccessException e) {
        throw new AssertionError("the class is public", e);
      }
      // Initialization happens-before the return of the call above, so the field is visible.
      known = Objects.requireNonNull(access, "installed");
    }
    return known;
  }

  /// An error about a class or a configuration.
  public static SerializationException of(Kind kind, String message) {
    return of(kind, message, SerializationException.NO_OFFSET);
  }

  /// An error at a place in memory.
  ///
  /// @param offset in bytes from the start of the memory that is written or read
  public static SerializationException of(Kind kind, String message, long offset) {
    return access().create(kind, message, offset);
  }

  /// An error with a cause.
  public static SerializationException of(Kind kind, String message, Throwable cause) {
    return access().create(kind, message, cause);
  }

  /// Prepends a step to the path, when an error leaves an object.
  ///
  /// @param step a field or an index, such as `Media.title` or `[1]`
  /// @return the same error
  public static SerializationException within(SerializationException error, String step) {
    access().within(error, step);
    return error;
  }

  /// Replaces the text of the message, before the offset and the path.
  ///
  /// @return the same error
  public static SerializationException retold(SerializationException error, String message) {
    access().retell(error, message);
    return error;
  }

  /// Makes the offset relative to the start of the memory that the caller passed in.
  ///
  /// @param start the offset of that memory in the memory that was read or written
  /// @return the same error
  public static SerializationException relativeTo(SerializationException error, long start) {
    access().relativeTo(error, start);
    return error;
  }

  /// The number of steps in the path, including those that [path()][SerializationException#path]
  /// leaves out.
  public static int pathLength(SerializationException error) {
    return access().pathLength(error);
  }
}
