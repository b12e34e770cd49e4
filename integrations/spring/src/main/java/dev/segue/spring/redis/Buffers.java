// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import java.nio.ByteBuffer;

/// Copies bytes out of buffers.
final class Buffers {

  private Buffers() {}

  /// The remaining bytes of a buffer, whose position moves to its limit. Not copied if they fill
  /// the buffer's array, as in the results of Redis clients.
  static byte[] bytes(ByteBuffer buffer) {
    if (buffer.hasArray()
        && buffer.arrayOffset() == 0
        && buffer.position() == 0
        && buffer.limit() == buffer.array().length) {
      buffer.position(buffer.limit());
      return buffer.array();
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
