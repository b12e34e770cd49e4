// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import java.nio.ByteBuffer;

/// Bytes of buffers.
final class Buffers {

  private Buffers() {}

  /// The remaining bytes of a buffer, whose position moves to its limit. Not copied if they are all
  /// of the buffer's array, as they are in what clients of Redis return.
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
