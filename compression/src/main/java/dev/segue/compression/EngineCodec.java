// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.brotli.BrotliEngine;
import dev.segue.compression.internal.codec.Allocations;
import dev.segue.compression.internal.codec.CheckedCodec;
import dev.segue.compression.internal.deflate.GzipEngine;
import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.lz4.Lz4Block;
import dev.segue.compression.internal.lz4.Lz4BlockEngine;
import dev.segue.compression.internal.lz4.Lz4FrameEngine;
import dev.segue.compression.internal.snappy.SnappyEngine;
import dev.segue.compression.internal.stream.StoredEngine;
import dev.segue.compression.internal.zstd.ZstdEngine;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The codec of any format: runs the engine of the format, and translates its failures.
final class EngineCodec implements Codec {

  /// One zstd codec for each level, so that contexts recognise their settings.
  private static final ConcurrentHashMap<Integer, EngineCodec> BY_LEVEL = new ConcurrentHashMap<>();

  private final CompressionFormat format;
  private final CheckedCodec codec;

  /// The factory method of [Codec], and its argument.
  private final String factory;

  private final Object argument;

  private EngineCodec(
      CompressionFormat format, CodecEngine engine, String factory, Object argument) {
    this.format = format;
    this.codec =
        new CheckedCodec(engine, format.name(), argument instanceof ZstdOptions ? argument : null);
    this.factory = factory;
    this.argument = argument;
  }

  private static EngineCodec of(
      CompressionFormat format, String factory, Object argument, Supplier<CodecEngine> engine) {
    return new EngineCodec(format, FailureTranslation.get(engine), factory, argument);
  }

  static EngineCodec zstd(int level) {
    FailureTranslation.run(ZstdLibrary::require);
    return BY_LEVEL.computeIfAbsent(
        level, wanted -> ZstdOptions.defaults().withLevel(wanted).codec());
  }

  static EngineCodec zstd(ZstdOptions options) {
    FailureTranslation.run(ZstdLibrary::require);
    return options.codec();
  }

  /// Creates a zstd codec. [ZstdOptions#codec] caches it.
  static EngineCodec uncached(ZstdOptions options) {
    CodecEngine engine =
        new ZstdEngine(options.toCompressSettings(), options.toDecompressSettings());
    return new EngineCodec(CompressionFormat.ZSTD, engine, "zstd", options);
  }

  static EngineCodec lz4(int level) {
    return of(CompressionFormat.LZ4, "lz4", lz4Level(level), () -> Lz4FrameEngine.ofLevel(level));
  }

  static EngineCodec lz4Raw(int level) {
    return of(
        CompressionFormat.LZ4_RAW, "lz4Raw", lz4Level(level), () -> new Lz4BlockEngine(level));
  }

  private static Object lz4Level(int level) {
    return level == Lz4Block.DEFAULT_LEVEL ? "" : level;
  }

  static EngineCodec snappy() {
    return of(CompressionFormat.SNAPPY, "snappy", "", SnappyEngine::new);
  }

  static EngineCodec gzip(int level) {
    return of(CompressionFormat.GZIP, "gzip", level, () -> new GzipEngine(level));
  }

  static EngineCodec brotli(int quality) {
    return of(CompressionFormat.BROTLI, "brotli", quality, () -> new BrotliEngine(quality));
  }

  static EngineCodec stored() {
    return new EngineCodec(CompressionFormat.STORED, new StoredEngine(), "stored", "");
  }

  /// Returns a codec as the only implementation of the interface.
  static EngineCodec of(Codec codec) {
    return (EngineCodec) codec;
  }

  /// Returns the underlying codec, whose failures are not translated.
  CheckedCodec checked() {
    return codec;
  }

  /// Returns the options of a zstd codec; null for other formats.
  @Nullable ZstdOptions zstdOptions() {
    return argument instanceof ZstdOptions options ? options : null;
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return codec.compress(source, offset, length, destination, destinationOffset, capacity);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return codec.decompress(source, offset, length, destination, destinationOffset, capacity);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  MemorySegment compressTo(MemorySegment source, SegmentAllocator allocator) {
    try {
      return Allocations.compress(codec, source, allocator);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  byte[] compressToArray(MemorySegment source) {
    try {
      return Allocations.compress(codec, source);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  MemorySegment decompressTo(MemorySegment source, long maxLength, SegmentAllocator allocator) {
    try {
      return Allocations.decompress(codec, source, maxLength, allocator);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  byte[] decompressToArray(MemorySegment source, int maxLength) {
    try {
      return Allocations.decompress(codec, source, maxLength);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return codec.maxCompressedLength(sourceLength);
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    try {
      return codec.contentLength(source);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return compressing(out, UNKNOWN_LENGTH);
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    try {
      return codec.compressing(out, contentLength, FailureTranslation.OF_STREAMS);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    try {
      return codec.decompressing(in, maxContentLength, FailureTranslation.OF_STREAMS);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  @Override
  public CompressionFormat format() {
    return format;
  }

  @Override
  public String libraryDescription() {
    return codec.engine().libraryDescription();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EngineCodec that && codec.equals(that.codec);
  }

  @Override
  public int hashCode() {
    return codec.hashCode();
  }

  @Override
  public String toString() {
    return "Codec." + factory + "(" + argument + ")";
  }
}
