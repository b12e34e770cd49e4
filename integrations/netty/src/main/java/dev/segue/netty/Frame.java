// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import dev.segue.serializer.Serializer;

/// The frame of an object on a connection:
///
///     0            4
///     +------------+----- ~ -----+
///     | length     | payload     |
///     +------------+----- ~ -----+
///
/// The length of the payload in bytes, as a big-endian `int`, precedes the payload, as in the
/// frames of Netty's `LengthFieldPrepender(4)`.
final class Frame {

  /// The number of bytes before the payload.
  static final int HEADER_BYTES = Integer.BYTES;

  /// The default maximum length of a payload.
  static final int DEFAULT_MAX_BYTES = Serializer.DEFAULT_MAX_PAYLOAD_BYTES;

  private Frame() {}

  /// Checks a maximum length.
  static int requireMaximum(int maxFrameBytes) {
    if (maxFrameBytes <= 0 || maxFrameBytes > Integer.MAX_VALUE - HEADER_BYTES - 8) {
      throw new IllegalArgumentException("maxFrameBytes=" + maxFrameBytes);
    }
    return maxFrameBytes;
  }
}
