// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import com.github.luben.zstd.Zstd;

/// zstd-jni's static methods, which take a byte array and return another: the shortest code, and
/// the usual one in published tables. Every call creates a context and an array.
final class ZstdJniStatic implements BytesCodec {
  private final byte[] payload;
  private byte[] frame = {};
  private byte[] restored = {};

  ZstdJniStatic(byte[] payload) {
    this.payload = payload;
  }

  @Override
  public long compress() {
    frame = Zstd.compress(payload, ZstdLibrary.LEVEL);
    return frame.length;
  }

  @Override
  public long decompress() {
    restored = Zstd.decompress(frame, payload.length);
    return restored.length;
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }

  @Override
  public void close() {}
}
