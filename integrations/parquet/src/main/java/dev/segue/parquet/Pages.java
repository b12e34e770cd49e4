// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// What is checked of every page.
final class Pages {
  private Pages() {}

  /// That a page is as long as its header says.
  static void requireSize(CompressionCodecName name, int stated, long actual) throws IOException {
    if (stated != actual) {
      throw new IOException(
          "a page in %s is %d bytes long, its header says %d".formatted(name, actual, stated));
    }
  }

  /// That buffers have what a caller says they have.
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
