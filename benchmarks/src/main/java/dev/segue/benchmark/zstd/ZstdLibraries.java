// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import java.util.Arrays;

/// Opens the libraries by their names in the tables.
public final class ZstdLibraries {
  private ZstdLibraries() {}

  /// Sets a library up and checks that a payload survives a round trip.
  public static BytesCodec open(String library, byte[] payload) {
    BytesCodec codec = ZstdLibrary.named(library).open(payload);
    long compressed = codec.compress();
    long length = codec.decompress();
    if (length != payload.length || !Arrays.equals(payload, codec.decompressed())) {
      throw new IllegalStateException(
          "%s: %d bytes became %d and then %d others"
              .formatted(library, payload.length, compressed, length));
    }
    return codec;
  }
}
