// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import com.hazelcast.nio.serialization.HazelcastSerializationException;
import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;

/// Reads length-prefixed bytes. The length may be damaged, so the array is not allocated at once,
/// but grows as bytes are read.
final class StatedLength {

  private static final int FIRST_BYTES = 1 << 20;

  private StatedLength() {}

  static byte[] readBytes(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new HazelcastSerializationException("a payload states length=" + length);
    }
    byte[] bytes = new byte[Math.min(length, FIRST_BYTES)];
    in.readFully(bytes);
    while (bytes.length < length) {
      int read = bytes.length;
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * read, length));
      in.readFully(bytes, read, bytes.length - read);
    }
    return bytes;
  }
}
