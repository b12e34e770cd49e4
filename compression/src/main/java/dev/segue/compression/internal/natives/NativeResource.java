// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

/// Something that holds native memory, is used by one thread at a time, and can be used again.
public interface NativeResource {

  /// Brings the accounting up to date after a use, and tells the bytes held.
  long settle();

  /// Gives all of its memory back; it must not be used again.
  void free();
}
