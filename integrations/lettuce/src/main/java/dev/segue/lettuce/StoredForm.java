// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// The form in which the content of a value is stored in the server.
interface StoredForm {
  /// The maximum length of the stored form of the given content, in bytes.
  long maxLength(long contentLength);

  /// Writes content to the start of a destination of at least the maximum length.
  ///
  /// @return bytes written
  long write(MemorySegment content, MemorySegment destination);

  /// Reads content.
  ///
  /// @param stored the stored value, in the remaining bytes
  /// @param maxLength the longest value to accept, in bytes
  /// @return its content, from position to limit
  ByteBuffer read(ByteBuffer stored, int maxLength);
}
