// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import java.util.concurrent.BlockingQueue;

/// The errors of this package.
public final class TypeFailures {

  private TypeFailures() {}

  /// Nothing can be made of what was read.
  public static SerializationException corrupt(Exception cause, Class<?> type, long position) {
    if (cause instanceof SerializationException already) {
      return already;
    }
    SerializationException error =
        Failures.malformed(
            "corrupt: the bytes of a " + type.getName() + " make none: " + cause, position);
    error.initCause(cause);
    return error;
  }

  /// A container does not take the elements that were read, or one of them threw when it was asked
  /// for its hash code, or compared.
  static SerializationException unfilled(
      RuntimeException cause, Object container, Class<?> type, long position) {
    return switch (cause) {
      case ClassCastException _,
          NullPointerException _,
          IllegalArgumentException _,
          ArrayStoreException _,
          UnsupportedOperationException _ ->
          corrupt(cause, type, position);
      case IllegalStateException _ when container instanceof BlockingQueue ->
          corrupt(cause, type, position);
      default -> Failures.container(cause, position);
    };
  }

  /// A value cannot be told on the wire.
  public static SerializationException unsupported(Class<?> type, String reason) {
    return Errors.of(Kind.UNSUPPORTED_TYPE, "cannot serialize a " + type.getName() + ": " + reason);
  }

  /// Code that is not ours threw. What it writes elsewhere may find no room there, which must not
  /// look as if this write had none: some would then make more, and try again.
  public static SerializationException hook(String what, Throwable cause) {
    if (cause instanceof SerializationException already
        && already.kind() != Kind.DESTINATION_TOO_SMALL) {
      return already;
    }
    return Errors.of(Kind.HOOK_FAILED, what + " threw " + cause, cause);
  }
}
