// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Checks of the lengths of pages.
final class Pages {
  private Pages() {}

  /// Checks that a page is as long as its header states.
  static void requireSize(CompressionCodecName name, int stated, long actual) throws IOException {
    if (stated != actual) {
      throw new IOException(
          "a page in %s is %d bytes long, but its header states %d"
              .formatted(name, actual, stated));
    }
  }

  /// Checks that buffers have the stated numbers of bytes.
  static void requireRoom(
      ByteBuffer input, int compressedSize, ByteBuffer output, int uncompressedSize) {
    if (compressedSize < 0
        || compressedSize > input.remaining()
        || uncompressedSize < 0
        || uncompressedSize > output.remaining()) {
      throw new IllegalArgumentException(
          "compressedSize=%d of %s, uncompressedSize=%d of %s"
              .formatted(compressedSize, input, uncompressedSize, output));
    }
  }
}
