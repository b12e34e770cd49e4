// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// What the codecs' streams have in common.
final class Streams {

  private static final int BUFFER_LENGTH = 32 << 10;

  private Streams() {}

  static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException("there is no stream form of " + what);
  }

  static OutputStream gzip(OutputStream out, int level) {
    try {
      return new JdkGzipOutputStream(out, Math.min(level, Deflater.BEST_COMPRESSION));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class JdkGzipOutputStream extends GZIPOutputStream {

    JdkGzipOutputStream(OutputStream out, int level) throws IOException {
      super(out, BUFFER_LENGTH, true);
      def.setLevel(level);
    }
  }
}
