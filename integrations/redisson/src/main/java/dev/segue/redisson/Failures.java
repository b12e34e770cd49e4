// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.io.IOException;

/// Creates the exceptions of a codec, which must be [IOException]s for Redisson.
final class Failures {

  private Failures() {}

  static IOException writing(Object value, RuntimeException cause) {
    return new IOException(
        "cannot write a %s: %s%s".formatted(value.getClass().getName(), text(cause), remedy(cause)),
        cause);
  }

  /// Returns the exception for a failed call. Errors such as `OutOfMemoryError` must be wrapped,
  /// too: Redisson lets errors pass without ending the call, and then assigns all later replies of
  /// the connection to the wrong calls.
  static IOException reading(String what, Throwable cause) {
    return new IOException(
        "cannot read a %s: %s%s".formatted(what, text(cause), remedy(cause)), cause);
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message;
  }

  private static String remedy(Throwable cause) {
    return cause instanceof SerializationException e && e.kind() == Kind.UNREGISTERED_CLASS
        ? "; with SegueCodec, add the package of the class to its packages"
        : "";
  }
}
