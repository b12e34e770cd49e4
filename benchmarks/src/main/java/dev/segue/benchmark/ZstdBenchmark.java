// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.zstd.BytesCodec;
import dev.segue.benchmark.zstd.Payload;
import dev.segue.benchmark.zstd.ZstdLibraries;
import org.openjdk.jmh.annotations.Param;

/// Compresses one payload to a zstd frame and decompresses it, at level 3.
///
/// All libraries reuse contexts and buffers, except `zstd-jni-static`, whose static methods create
/// them for each call.
public class ZstdBenchmark extends BytesBenchmark {
  /// The library that compresses.
  @Param({
    "segue-segment",
    "segue-bytes",
    "zstd-jni",
    "zstd-jni-static",
    "zstd-jni-ffm",
    "zstd-jni-direct",
    "aircompressor-native",
    "aircompressor-java"
  })
  public String library = "";

  /// The size of the payload in bytes: 1 KiB, 64 KiB, 1 MiB, 64 MiB.
  @Param({"1024", "65536", "1048576", "67108864"})
  public int size;

  /// The kind of payload.
  @Param({"text", "json", "random"})
  public String data = "";

  @Override
  BytesCodec open() {
    return ZstdLibraries.open(library, Payload.of(data, size));
  }
}
