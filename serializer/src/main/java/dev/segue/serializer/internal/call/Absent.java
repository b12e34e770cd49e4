// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

/// A placeholder for a discarded value, among the objects read so far.
public interface Absent {

  /// Checks a reference to the value.
  ///
  /// @param isSkipped whether the reference is also discarded
  /// @throws dev.segue.serializer.SerializationException if the reference cannot be read as null
  void checkAbsent(boolean isSkipped, long position);
}
