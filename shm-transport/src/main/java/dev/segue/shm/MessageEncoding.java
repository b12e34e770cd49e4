// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// Bytes into other bytes and back, such as compression. `dev.segue.compression.Envelope`, with its
/// policy on when compressing pays, has these four methods.
///
/// Each end of a channel uses it on one thread at a time.
public interface MessageEncoding {

  /// The most that content of a length can become.
  ///
  /// @param contentLength in bytes
  /// @return bytes
  long maxEncodedLength(long contentLength);

  /// Encodes.
  ///
  /// @param content what to encode
  /// @param destination where to: memory of the transport, of at least the length that {@link
  ///   #maxEncodedLength} says
  /// @return how many bytes were written
  long encode(MemorySegment content, MemorySegment destination);

  /// The length of what was encoded. It comes from outside, and is believed only up to the format's
  /// maximum.
  ///
  /// @param encoded the whole message
  /// @return bytes
  long contentLength(MemorySegment encoded);

  /// Decodes.
  ///
  /// @param encoded the whole message
  /// @param destination where to: memory of at least the length that {@link #contentLength} said
  /// @return how many bytes were written
  long decode(MemorySegment encoded, MemorySegment destination);
}
