// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import java.io.IOException;

/// The exceptions of a codec, which Redisson expects to be [IOException]s.
final class Failures {

  private Failures() {}

  static IOException writing(Object value, RuntimeException cause) {
    return new IOException(
        "cannot write a %s: %s%s".formatted(value.getClass().getName(), text(cause), remedy(cause)),
        cause);
  }

  /// The failure of a call. Also an error has to be one, such as that memory is exhausted: Redisson
  /// lets errors pass without ending the call, and gives all later replies of the connection to the
  /// wrong calls.
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
