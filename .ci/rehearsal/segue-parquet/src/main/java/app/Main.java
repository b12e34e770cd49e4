// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.parquet.SegueCodecFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// A page. On the class path only: the packages of Parquet are spread over its jars.
final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException {
    SegueCodecFactory factory = new SegueCodecFactory();
    byte[] data = "tea, milk, ".repeat(100).getBytes(StandardCharsets.UTF_8);
    BytesInput page =
        factory.getCompressor(CompressionCodecName.ZSTD).compress(BytesInput.from(data));
    BytesInput content =
        factory.getDecompressor(CompressionCodecName.ZSTD).decompress(page, data.length);
    System.out.println(Arrays.equals(data, content.toByteArray()));
    factory.release();
  }
}
