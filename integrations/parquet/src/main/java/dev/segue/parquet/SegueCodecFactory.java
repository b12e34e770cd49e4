// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Parquet's codecs by Segue: `SNAPPY`, `LZ4_RAW`, `ZSTD`, `GZIP`, `BROTLI` and `UNCOMPRESSED`,
/// with the bytes that every reader of Parquet expects.
///
/// ```java
/// ParquetWriter<Group> writer =
///     ExampleParquetWriter.builder(file).withType(schema)
///         .withCompressionCodec(ZSTD)
///         .withCodecFactory(new SegueCodecFactory())
///         .build();
/// ```
///
/// Compressors and decompressors are made once for a codec and level, and keep their buffers until
/// [#release]. As Parquet has it, what a compressor returns is read before it is used again. Pages
/// that were decompressed are arrays of their own, unless the reader brings buffers for them.
///
/// Not thread-safe: one factory for each writer or reader, as Parquet has it.
public final class SegueCodecFactory implements CompressionCodecFactory {
  private static final int ZSTD_LEVEL = 3;
  private static final int GZIP_LEVEL = 6;
  private static final int BROTLI_QUALITY = 5;

  /// What Parquet has for a level that is not set.
  private static final int GZIP_LEVEL_DEFAULT = -1;

  private record Setting(CompressionCodecName name, int level) {}

  private final ByteBufferAllocator allocator;
  private final Map<Setting, BytesInputCompressor> compressors = new HashMap<>();
  private final Map<CompressionCodecName, BytesInputDecompressor> decompressors = new HashMap<>();

  /// A factory that works on the heap.
  public SegueCodecFactory() {
    this(new HeapByteBufferAllocator());
  }

  /// A factory with buffers of an allocator.
  ///
  /// @param allocator gives the buffers of pages, and gets them back with [#release]; with one of
  ///   direct memory, native code works in it without a copy
  public SegueCodecFactory(ByteBufferAllocator allocator) {
    this.allocator = Objects.requireNonNull(allocator, "allocator");
  }

  /// The compressor of a codec at its usual level: 3 for `ZSTD`, 6 for `GZIP`, 5 for `BROTLI`.
  ///
  /// @param name the codec
  /// @return the compressor
  /// @throws UnsupportedOperationException for a codec that is not here
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`
  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName name) {
    return getCompressor(
        name,
        switch (name) {
          case ZSTD -> ZSTD_LEVEL;
          case GZIP -> GZIP_LEVEL;
          case BROTLI -> BROTLI_QUALITY;
          default -> 0;
        });
  }

  /// The compressor of a codec at a level.
  ///
  /// @param name the codec
  /// @param level for `ZSTD` what libzstd has, for `GZIP` 0 to 12, or -1 for the usual one, for
  ///   `BROTLI` 0 to 11; others have no levels
  /// @return the compressor
  /// @throws IllegalArgumentException for a level that the codec does not have
  /// @throws UnsupportedOperationException for a codec that is not here
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`
  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName name, int level) {
    return compressors.computeIfAbsent(
        new Setting(name, level),
        _ ->
            name == CompressionCodecName.UNCOMPRESSED
                ? new Uncompressed()
                : new PageCompressor(name, codec(name, level), allocator));
  }

  /// The decompressor of a codec.
  ///
  /// @param name the codec
  /// @return the decompressor
  /// @throws UnsupportedOperationException for a codec that is not here
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`
  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
    return decompressors.computeIfAbsent(
        name,
        _ ->
            name == CompressionCodecName.UNCOMPRESSED
                ? new Uncompressed()
                : new PageDecompressor(name, codec(name, ZSTD_LEVEL), allocator));
  }

  private static Codec codec(CompressionCodecName name, int level) {
    return switch (name) {
      case SNAPPY -> Codec.snappy();
      case LZ4_RAW -> Codec.lz4Raw();
      case ZSTD -> Codec.zstd(level);
      case GZIP -> Codec.gzip(level == GZIP_LEVEL_DEFAULT ? GZIP_LEVEL : level);
      case BROTLI -> Codec.brotli(level);
      case UNCOMPRESSED -> Codec.stored();
      case LZ4, LZO ->
          throw new UnsupportedOperationException(
              name
                  + " is not among Segue's codecs, which are SNAPPY, LZ4_RAW, ZSTD, GZIP and BROTLI"
                  + (name == CompressionCodecName.LZ4
                      ? "; LZ4 as Hadoop frames it is obsolete"
                      : "")
                  + ". Read and write such files with Parquet's own CodecFactory");
    };
  }

  /// Gives all buffers back to the allocator. What this factory made must not be used any more.
  @Override
  public void release() {
    compressors.values().forEach(BytesInputCompressor::release);
    compressors.clear();
    decompressors.values().forEach(BytesInputDecompressor::release);
    decompressors.clear();
  }

  @Override
  public String toString() {
    return "SegueCodecFactory[" + (allocator.isDirect() ? "direct" : "heap") + "]";
  }
}
