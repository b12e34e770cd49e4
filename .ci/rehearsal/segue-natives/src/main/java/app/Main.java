// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.compression.Codec;
import java.util.Arrays;
import java.util.List;

/// Every codec, with the native libraries of one platform.
final class Main {

  private Main() {}

  public static void main(String[] args) {
    byte[] data = "tea, milk, tea, milk, ".repeat(1000).getBytes();
    for (Codec codec :
        List.of(Codec.zstd(), Codec.lz4(), Codec.snappy(), Codec.gzip(), Codec.brotli())) {
      byte[] compressed = codec.compress(data);
      System.out.println(
          compressed.length < data.length / 10
              && Arrays.equals(data, codec.decompress(compressed, data.length)));
    }
  }
}
