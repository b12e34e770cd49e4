// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.zstd.BytesCodec;
import dev.segue.benchmark.zstd.ZstdLibraries;
import dev.segue.compression.Codec;
import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import io.airlift.compress.v3.lz4.Lz4JavaDecompressor;
import io.airlift.compress.v3.lz4.Lz4NativeCompressor;
import io.airlift.compress.v3.lz4.Lz4NativeDecompressor;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import io.airlift.compress.v3.snappy.SnappyNativeCompressor;
import io.airlift.compress.v3.snappy.SnappyNativeDecompressor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Opens the libraries for each codec, by their names in the tables.
public final class PageCodecs {
  private PageCodecs() {}

  /// Returns the libraries that support a codec.
  static List<String> libraries(PageCodec codec) {
    var libraries = new ArrayList<>(ParquetLibraries.names(codec));
    libraries.addAll(
        switch (codec) {
          case ZSTD -> List.of("segue", "zstd-jni", "aircompressor-native", "aircompressor-java");
          case LZ4 -> List.of("segue", "aircompressor-native", "aircompressor-java");
          case SNAPPY ->
              List.of("segue", "snappy-java", "aircompressor-native", "aircompressor-java");
          case GZIP -> List.of("segue", "jdk");
          case BROTLI -> List.of("segue", "brotli4j");
        });
    return libraries;
  }

  /// Sets a library up and checks that a page survives a round trip.
  public static BytesCodec open(PageCodec codec, String library, byte[] page) {
    if (!libraries(codec).contains(library)) {
      throw new IllegalArgumentException(library + " does not take part with " + codec);
    }
    BytesCodec opened =
        ParquetLibraries.NAMES.contains(library)
            ? ParquetLibraries.open(codec, library, page)
            : open(library, codec, page);
    long compressed = opened.compress();
    long length = opened.decompress();
    if (length != page.length || !Arrays.equals(page, opened.decompressed())) {
      throw new IllegalStateException(
          "%s %s: %d bytes became %d and then %d others"
              .formatted(library, codec, page.length, compressed, length));
    }
    return opened;
  }

  private static BytesCodec open(String library, PageCodec codec, byte[] page) {
    return switch (codec) {
      case ZSTD -> zstd(library, page);
      case LZ4 -> lz4(library, page);
      case SNAPPY -> snappy(library, page);
      case GZIP ->
          library.equals("jdk") ? new JdkDeflate(page) : new SeguePages(Codec.gzip(), page);
      case BROTLI ->
          library.equals("brotli4j") ? new Brotli4j(page) : new SeguePages(Codec.brotli(), page);
    };
  }

  private static BytesCodec zstd(String library, byte[] page) {
    return ZstdLibraries.open(library.equals("segue") ? "segue-segment" : library, page);
  }

  private static BytesCodec lz4(String library, byte[] page) {
    return switch (library) {
      case "segue" -> new SeguePages(Codec.lz4Raw(), page);
      case "aircompressor-native" ->
          new AircompressorSegments(new Lz4NativeCompressor(), new Lz4NativeDecompressor(), page);
      default -> new AircompressorArrays(new Lz4JavaCompressor(), new Lz4JavaDecompressor(), page);
    };
  }

  private static BytesCodec snappy(String library, byte[] page) {
    return switch (library) {
      case "segue" -> new SeguePages(Codec.snappy(), page);
      case "snappy-java" -> new SnappyJava(page);
      case "aircompressor-native" ->
          new AircompressorSegments(
              new SnappyNativeCompressor(), new SnappyNativeDecompressor(), page);
      default ->
          new AircompressorArrays(new SnappyJavaCompressor(), new SnappyJavaDecompressor(), page);
    };
  }
}
