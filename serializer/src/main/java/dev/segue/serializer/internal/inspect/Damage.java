// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import java.io.Serial;

/// What is wrong with the bytes at an offset. Never leaves this package.
final class Damage extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final long offset;
  private final boolean cutOff;

  private Damage(long offset, boolean cutOff, String what) {
    super(what, null, false, false);
    this.offset = offset;
    this.cutOff = cutOff;
  }

  /// The bytes say what cannot be.
  static Damage corrupt(long offset, String what) {
    return new Damage(offset, false, what);
  }

  /// The bytes are not there.
  static Damage cutOff(long offset, long expected, long left) {
    return new Damage(
        offset, true, "cut off: %d bytes expected, %d are there".formatted(expected, left));
  }

  long offset() {
    return offset;
  }

  boolean isCutOff() {
    return cutOff;
  }

  String what() {
    return String.valueOf(getMessage());
  }
}
