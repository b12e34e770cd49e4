// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Creates and completes instances of [SerializationException], through an [Access] that the
/// exception's static initializer installs. ADR 0117 gives the reasons.
public final class Errors {

  /// Access to the constructors and the mutable state of [SerializationException].
  public interface Access {
    SerializationException create(Kind kind, String message, long offset);

    SerializationException create(Kind kind, String message, Throwable cause);

    void within(SerializationException error, String step);

    void retell(SerializationException error, String message);

    void reclassify(SerializationException error, Kind kind);

    String text(SerializationException error);

    void relativeTo(SerializationException error, long start);

    int pathLength(SerializationException error);

    void about(SerializationException error, Class<?> type);

    @Nullable Class<?> takeSubject(SerializationException error);
  }

  /// A limit that no cause chain of this library reaches. Chains made by users can be cyclic.
  private static final int MOST_CAUSES = 100;

  private static @Nullable Access access;

  private Errors() {}

  /// Installs the accessor; called once, by the static initializer of [SerializationException]. The
  /// static initializer of this class must not initialize [SerializationException]: two threads
  /// that each initialize one of the classes could deadlock.
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
      // Initialization happens before the call above returns, so the field is visible.
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
  /// @param offset the offset in bytes from the start of the memory that is written or read
  public static SerializationException of(Kind kind, String message, long offset) {
    return access().create(kind, message, offset);
  }

  /// An error with a cause.
  public static SerializationException of(Kind kind, String message, Throwable cause) {
    return access().create(kind, message, cause);
  }

  /// Prepends a step to the path when an error leaves an object.
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

  /// Replaces the kind.
  ///
  /// @return the same error
  public static SerializationException reclassified(SerializationException error, Kind kind) {
    access().reclassify(error, kind);
    return error;
  }

  /// The text of the message, before the offset and the path.
  public static String text(SerializationException error) {
    return access().text(error);
  }

  /// Records the class that an error is about, until it is taken.
  ///
  /// @return the same error
  public static SerializationException about(SerializationException error, Class<?> type) {
    access().about(error, type);
    return error;
  }

  /// Returns and clears the recorded class, so that an error does not keep its class loader
  /// reachable. Null if none was recorded.
  public static @Nullable Class<?> takeSubject(SerializationException error) {
    return access().takeSubject(error);
  }

  /// Makes the offset relative to the start of the memory that the caller passed in.
  ///
  /// @param start the offset of that memory in the memory that was read or written
  /// @return the same error
  public static SerializationException relativeTo(SerializationException error, long start) {
    access().relativeTo(error, start);
    return error;
  }

  /// Whether a failure left the state of its call consistent: it was thrown on purpose, not in the
  /// middle of a change. An [Error] may be thrown anywhere, when memory or stack is exhausted, and
  /// any other exception is a defect.
  public static boolean isOrderly(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int i = 0; i < MOST_CAUSES && cause instanceof SerializationException; i++) {
      cause = cause.getCause();
    }
    return failure instanceof SerializationException && !(cause instanceof Error);
  }

  /// The number of steps in the path, including those that [path()][SerializationException#path]
  /// leaves out.
  public static int pathLength(SerializationException error) {
    return access().pathLength(error);
  }
}
