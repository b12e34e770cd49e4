// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.brotli.BrotliEngine;
import java.io.InputStream;
import java.io.OutputStream;

/// The codec of Brotli streams.
final class BrotliCodec extends BaseCodec {

  static final int DEFAULT_QUALITY = 5;

  private final BrotliEngine engine;

  BrotliCodec(int quality) {
    this.engine = FailureTranslation.get(() -> new BrotliEngine(quality));
  }

  @Override
  BrotliEngine engine() {
    return engine;
  }

  @Override
  int level() {
    return engine.quality();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    return FailureTranslation.get(
        () -> new BrotliOutputStream(out, contentLength, engine.quality()));
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return FailureTranslation.get(() -> new BrotliInputStream(in, maxContentLength));
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.BROTLI;
  }

  @Override
  public String toString() {
    return "Codec.brotli(" + engine.quality() + ")";
  }
}
