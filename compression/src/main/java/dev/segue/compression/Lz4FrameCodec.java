// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.lz4.Lz4Block;
import dev.segue.compression.internal.lz4.Lz4FrameEngine;
import java.io.InputStream;
import java.io.OutputStream;

/// The codec of LZ4 frames.
final class Lz4FrameCodec extends BaseCodec {

  private final Lz4FrameEngine engine;

  Lz4FrameCodec(int level) {
    this.engine = FailureTranslation.get(() -> Lz4FrameEngine.ofLevel(level));
  }

  @Override
  Lz4FrameEngine engine() {
    return engine;
  }

  @Override
  int level() {
    return engine.level();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    return new Lz4FrameOutputStream(out, contentLength, engine.writer());
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new Lz4FrameInputStream(in, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.LZ4;
  }

  @Override
  public String toString() {
    return "Codec.lz4(" + (engine.level() == Lz4Block.DEFAULT_LEVEL ? "" : engine.level()) + ")";
  }
}
