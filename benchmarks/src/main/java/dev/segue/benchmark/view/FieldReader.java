// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

/// Reads some fields of a message.
public interface FieldReader {

  /// Reads the fields.
  ///
  /// @param message index of the message
  /// @return their sum
  long read(int message);
}
