// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

/// Stands in the table of objects for a value of which a codec has made nothing.
public interface Absent {

  /// A back reference leads to such a value.
  ///
  /// @param isSkipped whether nothing is made of the reference either
  /// @throws dev.segue.serializer.SerializationException if null will not do
  void checkAbsent(boolean isSkipped, long position);
}
