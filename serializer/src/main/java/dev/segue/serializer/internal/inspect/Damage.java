// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import java.io.Serial;

/// An error in the bytes at an offset. Never leaves this package.
final class Damage extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final long offset;
  private final boolean cutOff;

  private Damage(long offset, boolean cutOff, String message) {
    super(message, null, false, false);
    this.offset = offset;
    this.cutOff = cutOff;
  }

  /// An error about invalid bytes.
  static Damage corrupt(long offset, String message) {
    return new Damage(offset, false, message);
  }

  /// An error about missing bytes.
  static Damage cutOff(long offset, long expected, long left) {
    return new Damage(
        offset, true, "cut off: %d bytes expected, %d left".formatted(expected, left));
  }

  long offset() {
    return offset;
  }

  boolean isCutOff() {
    return cutOff;
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
