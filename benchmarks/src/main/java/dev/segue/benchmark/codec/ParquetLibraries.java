// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.parquet.ParquetPages;
import dev.segue.benchmark.zstd.BytesCodec;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Opens Parquet's codec factories, by their names in the tables.
final class ParquetLibraries {
  static final List<String> NAMES =
      List.of("segue-parquet-heap", "segue-parquet-direct", "parquet-heap", "parquet-direct");

  private ParquetLibraries() {}

  /// Returns the factories that support a codec. Parquet's own factory needs a class for Brotli
  /// that is not on Maven Central.
  static List<String> names(PageCodec codec) {
    return codec == PageCodec.BROTLI
        ? NAMES.stream().filter(name -> name.startsWith("segue")).toList()
        : NAMES;
  }

  static BytesCodec open(PageCodec codec, String library, byte[] page) {
    var name =
        switch (codec) {
          case ZSTD -> CompressionCodecName.ZSTD;
          case LZ4 -> CompressionCodecName.LZ4_RAW;
          case SNAPPY -> CompressionCodecName.SNAPPY;
          case GZIP -> CompressionCodecName.GZIP;
          case BROTLI -> CompressionCodecName.BROTLI;
        };
    boolean direct = library.endsWith("-direct");
    return library.startsWith("segue")
        ? ParquetPages.ofSegue(name, direct, page)
        : ParquetPages.ofParquet(name, direct, page);
  }
}
