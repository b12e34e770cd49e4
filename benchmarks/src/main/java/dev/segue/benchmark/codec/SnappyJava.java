// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.zstd.BytesCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.xerial.snappy.Snappy;

/// snappy-java's binding, from byte array to byte array.
final class SnappyJava implements BytesCodec {
  private final byte[] page;
  private final byte[] compressed;
  private final byte[] restored;
  private int length;

  SnappyJava(byte[] page) {
    this.page = page;
    this.compressed = new byte[Snappy.maxCompressedLength(page.length)];
    this.restored = new byte[page.length];
  }

  @Override
  public long compress() {
    try {
      length = Snappy.compress(page, 0, page.length, compressed, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return length;
  }

  @Override
  public long decompress() {
    try {
      return Snappy.uncompress(compressed, 0, length, restored, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }
}
