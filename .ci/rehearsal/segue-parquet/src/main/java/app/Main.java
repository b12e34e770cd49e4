// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.parquet.SegueCodecFactory;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// A page. On the class path only: the packages of Parquet are spread over its jars.
final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException {
    SegueCodecFactory factory = new SegueCodecFactory();
    BytesInput page =
        factory.getCompressor(CompressionCodecName.ZSTD).compress(BytesInput.from(new byte[1000]));
    BytesInput content = factory.getDecompressor(CompressionCodecName.ZSTD).decompress(page, 1000);
    System.out.println(content.toByteArray().length == 1000);
    factory.release();
  }
}
