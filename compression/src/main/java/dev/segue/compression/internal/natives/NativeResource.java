// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

/// A reusable owner of native memory, such as a native context. Used by one thread at a time.
public interface NativeResource {

  /// Updates the memory accounting after a use.
  ///
  /// @return the bytes of native memory that are currently held
  long settle();

  /// Frees all native memory; the resource must not be used again.
  void free();
}
