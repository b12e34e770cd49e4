// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.zstd.BytesCodec;
import dev.segue.parquet.SegueCodecFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Compresses pages through a codec factory of Parquet: array to array, or direct buffer to direct
/// buffer. On the heap, a page is decompressed into memory that the factory allocates, as in
/// Parquet's readers; with direct memory, into a buffer of the reader.
final class ParquetPages implements BytesCodec {
  private final CompressionCodecFactory factory;
  private final BytesInputCompressor compressor;
  private final BytesInputDecompressor decompressor;
  private final boolean direct;
  private final ByteBuffer page;
  private final ByteBuffer restored;
  private ByteBuffer compressed = ByteBuffer.allocate(0);

  private ParquetPages(
      CompressionCodecFactory factory, CompressionCodecName name, boolean direct, byte[] page) {
    this.factory = factory;
    this.compressor = factory.getCompressor(name);
    this.decompressor = factory.getDecompressor(name);
    this.direct = direct;
    this.page = buffer(page.length).put(page).flip();
    this.restored = buffer(page.length);
  }

  private ByteBuffer buffer(int length) {
    return direct ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
  }

  /// Opens a factory by its name in the tables.
  static BytesCodec of(String library, PageCodec codec, byte[] page) {
    boolean direct = library.endsWith("-direct");
    return new ParquetPages(
        library.startsWith("segue") ? segue(direct) : parquet(direct, page.length),
        codec == PageCodec.LZ4
            ? CompressionCodecName.LZ4_RAW
            : CompressionCodecName.valueOf(codec.name()),
        direct,
        page);
  }

  private static CompressionCodecFactory segue(boolean direct) {
    return direct
        ? new SegueCodecFactory(DirectByteBufferAllocator.getInstance())
        : new SegueCodecFactory();
  }

  private static CompressionCodecFactory parquet(boolean direct, int pageBytes) {
    return direct
        ? CodecFactory.createDirectCodecFactory(
            new Configuration(false), DirectByteBufferAllocator.getInstance(), pageBytes)
        : new CodecFactory(new PlainParquetConfiguration(), pageBytes);
  }

  @Override
  public long compress() {
    try {
      BytesInput output = compressor.compress(BytesInput.from(page.duplicate()));
      if (compressed.capacity() == 0) {
        keep(output);
      }
      return output.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Copies the compressed page, for decompression.
  private void keep(BytesInput output) throws IOException {
    var bytes = new ByteArrayOutputStream();
    output.writeAllTo(bytes);
    compressed = buffer(bytes.size()).put(bytes.toByteArray()).flip();
  }

  @Override
  public long decompress() {
    try {
      if (direct) {
        restored.clear();
        decompressor.decompress(
            compressed.duplicate(), compressed.limit(), restored, restored.capacity());
        return restored.position();
      }
      return opened().available();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads the result, because some of Parquet's codecs return a stream that decompresses lazily.
  private ByteBufferInputStream opened() throws IOException {
    return decompressor
        .decompress(BytesInput.from(compressed.duplicate()), page.limit())
        .toInputStream();
  }

  @Override
  public byte[] decompressed() {
    try {
      return direct ? bytesOf(restored.duplicate().flip()) : opened().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    var bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Override
  public void close() {
    factory.release();
  }
}
