// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.codec.PageCodec;
import dev.segue.benchmark.codec.PageCodecs;
import dev.segue.benchmark.codec.PageGenerator;
import dev.segue.benchmark.zstd.BytesCodec;
import org.openjdk.jmh.annotations.Param;

/// Compresses and decompresses one page with each codec.
///
/// All libraries of a codec write the same format at the same level, with contexts and buffers
/// reused. `parquet-heap` and `parquet-direct` are the factories of parquet-hadoop,
/// `segue-parquet-heap` and `segue-parquet-direct` those of `integrations/parquet`, each called the
/// way Parquet's readers and writers call them.
public class CodecBenchmark extends BytesBenchmark {
  /// The codec.
  @Param public PageCodec codec = PageCodec.ZSTD;

  /// The library that compresses.
  @Param({
    "segue",
    "zstd-jni",
    "snappy-java",
    "brotli4j",
    "jdk",
    "aircompressor-native",
    "aircompressor-java",
    "segue-parquet-heap",
    "segue-parquet-direct",
    "parquet-heap",
    "parquet-direct"
  })
  public String library = "";

  /// The size of a page in bytes: 64 KiB, 128 KiB, 256 KiB, 1 MiB.
  @Param({"65536", "131072", "262144", "1048576"})
  public int pageSize;

  @Override
  BytesCodec open() {
    return PageCodecs.open(codec, library, PageGenerator.page(pageSize));
  }
}
