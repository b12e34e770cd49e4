// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;

/// The errors about graphs that are nested too deeply. They are created with a short text, since
/// the stack may be nearly exhausted, and completed when they leave the payload.
final class TooDeep {

  private static final String NESTED = "nested too deep";
  private static final String STACK = "nested deeper than the stack of this thread allows";

  private TooDeep() {}

  /// The maximum depth is exceeded.
  static SerializationException nested() {
    return Errors.of(Kind.TOO_DEEP, NESTED);
  }

  /// The stack overflows before the maximum depth is reached.
  static SerializationException stack(StackOverflowError cause) {
    return Errors.of(Kind.TOO_DEEP, STACK, cause);
  }

  /// Completes the message of an error of this class; leaves other errors unchanged.
  ///
  /// @param nested the message if the maximum depth is exceeded
  static SerializationException complete(SerializationException error, String nested) {
    String message = error.kind() == Kind.TOO_DEEP ? String.valueOf(error.getMessage()) : "";
    if (message.startsWith(NESTED)) {
      return Errors.retold(error, nested);
    }
    return message.startsWith(STACK)
        ? Errors.retold(
            error,
            STACK
                + " (about "
                + Errors.pathLength(error)
                + " levels); use a thread with a larger stack (-Xss, or the constructor of Thread"
                + " with a stackSize), or lower .maxDepth(levels)")
        : error;
  }
}
