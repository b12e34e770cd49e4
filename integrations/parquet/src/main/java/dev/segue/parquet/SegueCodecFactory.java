// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// A Parquet codec factory that compresses with Segue: `SNAPPY`, `LZ4_RAW`, `ZSTD`, `GZIP`,
/// `BROTLI` and `UNCOMPRESSED`, in formats that every Parquet reader understands.
///
/// ```java
/// ParquetWriter<Group> writer =
///     ExampleParquetWriter.builder(file).withType(schema)
///         .withCompressionCodec(ZSTD)
///         .withCodecFactory(new SegueCodecFactory())
///         .build();
/// ```
///
/// Compressors and decompressors are created once per codec and level, and keep their buffers until
/// [#release]. As with Parquet's own factory, the result of a compressor is valid until its next
/// use. A decompressed page is a new array, unless the reader provides a buffer.
///
/// Not thread-safe: use one factory for each writer or reader, as with Parquet's own factory.
public final class SegueCodecFactory implements CompressionCodecFactory {
  private static final int ZSTD_LEVEL = 3;
  private static final int GZIP_LEVEL = 6;
  private static final int BROTLI_QUALITY = 5;

  /// Parquet's value for an unspecified level.
  private static final int GZIP_LEVEL_DEFAULT = -1;

  private record Setting(CompressionCodecName name, int level) {}

  private final ByteBufferAllocator allocator;
  private final Map<Setting, BytesInputCompressor> compressors = new HashMap<>();
  private final Map<CompressionCodecName, BytesInputDecompressor> decompressors = new HashMap<>();

  /// Creates a factory with buffers on the heap.
  public SegueCodecFactory() {
    this(new HeapByteBufferAllocator());
  }

  /// Creates a factory with buffers from an allocator.
  ///
  /// @param allocator allocates the buffers for pages, which [#release] returns to it; with direct
  ///   buffers, native code needs no copy
  public SegueCodecFactory(ByteBufferAllocator allocator) {
    this.allocator = Objects.requireNonNull(allocator, "allocator");
  }

  /// Returns the compressor of a codec at its default level: 3 for `ZSTD`, 6 for `GZIP`, 5 for
  /// `BROTLI`.
  ///
  /// @param name the codec
  /// @return the compressor
  /// @throws UnsupportedOperationException for `LZ4` (Hadoop's) and `LZO`
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

  /// Returns the compressor of a codec at a level.
  ///
  /// @param name the codec
  /// @param level a level of libzstd for `ZSTD`; 0 to 12, or -1 for the default, for `GZIP`; 0 to
  ///   11 for `BROTLI`; ignored for others
  /// @return the compressor
  /// @throws IllegalArgumentException for a level that the codec does not have
  /// @throws UnsupportedOperationException for `LZ4` (Hadoop's) and `LZO`
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

  /// Returns the decompressor of a codec.
  ///
  /// @param name the codec
  /// @return the decompressor
  /// @throws UnsupportedOperationException for `LZ4` (Hadoop's) and `LZO`
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

  /// Returns all buffers to the allocator. Compressors and decompressors of this factory must not
  /// be used afterwards.
  @Override
  public void release() {
    List<Runnable> releases = new ArrayList<>();
    compressors.values().forEach(compressor -> releases.add(compressor::release));
    decompressors.values().forEach(decompressor -> releases.add(decompressor::release));
    compressors.clear();
    decompressors.clear();
    runAll(releases);
  }

  /// Runs all actions, even after one has failed. Then throws the first failure, with the others as
  /// suppressed exceptions.
  private static void runAll(List<Runnable> releases) {
    if (!releases.isEmpty()) {
      try (Release _ = () -> runAll(releases.subList(1, releases.size()))) {
        releases.getFirst().run();
      }
    }
  }

  private interface Release extends AutoCloseable {
    @Override
    void close();
  }

  @Override
  public String toString() {
    return "SegueCodecFactory[" + (allocator.isDirect() ? "direct" : "heap") + "]";
  }
}
