// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// How the bytes of a value are kept in the server.
interface StoredForm {
  /// The longest that a value can become, in bytes.
  long maxLength(long contentLength);

  /// Writes a value to the start of a destination that is as long as it may need.
  ///
  /// @return bytes written
  long write(MemorySegment content, MemorySegment destination);

  /// Reads a value.
  ///
  /// @param stored what is kept: the remaining bytes
  /// @param maxLength the longest value to accept, in bytes
  /// @return its content, from position to limit
  ByteBuffer read(ByteBuffer stored, int maxLength);
}
