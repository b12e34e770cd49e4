// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.zstd.BytesCodec;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// The JDK's zlib, with reused objects and gzip's checksum, but without the short gzip header.
final class JdkDeflate implements BytesCodec {
  private static final int LEVEL = 6;

  private final Deflater deflater = new Deflater(LEVEL, true);
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final byte[] page;
  private final byte[] compressed;
  private final byte[] restored;
  private int length;
  private long expected;

  JdkDeflate(byte[] page) {
    this.page = page;
    this.compressed = new byte[page.length + page.length / 1000 + 64];
    this.restored = new byte[page.length];
  }

  @Override
  public long compress() {
    expected = checksum(page, page.length);
    deflater.reset();
    deflater.setInput(page);
    deflater.finish();
    length = deflater.deflate(compressed);
    return length;
  }

  @Override
  public long decompress() {
    inflater.reset();
    inflater.setInput(compressed, 0, length);
    try {
      int restoredLength = inflater.inflate(restored);
      if (checksum(restored, restoredLength) != expected) {
        throw new IllegalStateException("wrong checksum");
      }
      return restoredLength;
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    }
  }

  private long checksum(byte[] bytes, int count) {
    checksum.reset();
    checksum.update(bytes, 0, count);
    return checksum.getValue();
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }

  @Override
  public void close() {
    deflater.end();
    inflater.end();
  }
}
