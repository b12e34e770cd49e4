// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.parquet.ParquetPages;
import dev.segue.benchmark.zstd.BytesCodec;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Those that compress pages as Parquet has it, by their names in the tables.
final class ParquetLibraries {
  static final List<String> NAMES =
      List.of("segue-parquet-heap", "segue-parquet-direct", "parquet-heap", "parquet-direct");

  private ParquetLibraries() {}

  static BytesCodec open(PageCodec codec, String library, byte[] page) {
    var name =
        switch (codec) {
          case ZSTD -> CompressionCodecName.ZSTD;
          case LZ4 -> CompressionCodecName.LZ4_RAW;
          case SNAPPY -> CompressionCodecName.SNAPPY;
          case GZIP -> CompressionCodecName.GZIP;
        };
    boolean direct = library.endsWith("-direct");
    return library.startsWith("segue")
        ? ParquetPages.ofSegue(name, direct, page)
        : ParquetPages.ofParquet(name, direct, page);
  }
}
