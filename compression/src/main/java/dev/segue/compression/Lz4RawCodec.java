// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.lz4.Lz4Block;
import dev.segue.compression.internal.lz4.Lz4BlockEngine;
import java.io.InputStream;
import java.io.OutputStream;

/// The codec of single LZ4 blocks.
final class Lz4RawCodec extends BaseCodec {

  private final Lz4BlockEngine engine;

  Lz4RawCodec(int level) {
    this.engine = FailureTranslation.get(() -> new Lz4BlockEngine(level));
  }

  @Override
  Lz4BlockEngine engine() {
    return engine;
  }

  @Override
  int level() {
    return engine.level();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    throw Streams.unsupported("an LZ4 raw block; the LZ4 frame (Codec.lz4) has one");
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    throw Streams.unsupported("an LZ4 raw block; the LZ4 frame (Codec.lz4) has one");
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.LZ4_RAW;
  }

  @Override
  public String toString() {
    return "Codec.lz4Raw(" + (engine.level() == Lz4Block.DEFAULT_LEVEL ? "" : engine.level()) + ")";
  }
}
