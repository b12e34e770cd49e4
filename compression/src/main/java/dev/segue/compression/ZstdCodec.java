// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.zstd.ZstdEngine;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ConcurrentHashMap;

/// The Zstandard codec with its options.
final class ZstdCodec extends BaseCodec {

  static final int DEFAULT_LEVEL = 3;

  /// One codec for each level, so that contexts recognise their settings.
  private static final ConcurrentHashMap<Integer, ZstdCodec> BY_LEVEL = new ConcurrentHashMap<>();

  private final ZstdOptions options;
  private final ZstdEngine engine;

  /// Creates a codec. [ZstdOptions#codec] caches it.
  ZstdCodec(ZstdOptions options) {
    this.options = options;
    this.engine = new ZstdEngine(options.toCompressSettings(), options.toDecompressSettings());
  }

  static ZstdCodec of(ZstdOptions options) {
    FailureTranslation.run(ZstdLibrary::require);
    return options.codec();
  }

  static ZstdCodec ofLevel(int level) {
    FailureTranslation.run(ZstdLibrary::require);
    return BY_LEVEL.computeIfAbsent(
        level, wanted -> ZstdOptions.defaults().withLevel(wanted).codec());
  }

  ZstdOptions options() {
    return options;
  }

  @Override
  ZstdEngine engine() {
    return engine;
  }

  @Override
  int level() {
    return options.level();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    return new CompressingOutputStream(out, contentLength, options);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new DecompressingInputStream(in, options, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.ZSTD;
  }

  @Override
  public String toString() {
    return "Codec.zstd(" + options + ")";
  }
}
