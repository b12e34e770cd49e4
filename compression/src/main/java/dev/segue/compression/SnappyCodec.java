// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.snappy.SnappyEngine;
import java.io.InputStream;
import java.io.OutputStream;

/// The codec of Snappy blocks.
final class SnappyCodec extends BaseCodec {

  private final SnappyEngine engine = FailureTranslation.get(SnappyEngine::new);

  @Override
  SnappyEngine engine() {
    return engine;
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    throw Streams.unsupported("a Snappy block");
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    throw Streams.unsupported("a Snappy block");
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.SNAPPY;
  }

  @Override
  public String toString() {
    return "Codec.snappy()";
  }
}
