// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.Decoder;
import com.aayushatharva.brotli4j.encoder.Encoder;
import dev.segue.benchmark.zstd.BytesCodec;
import dev.segue.benchmark.zstd.NewArrays;
import dev.segue.benchmark.zstd.OnArrays;
import dev.segue.benchmark.zstd.OnSegments;
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
import java.util.List;
import org.xerial.snappy.Snappy;

/// Opens the library of each codec by its name in the tables.
public final class PageCodecs {
  private static final int BROTLI_QUALITY = 5;

  private PageCodecs() {}

  /// Returns whether a library supports a codec.
  static boolean isSupported(PageCodec codec, String library) {
    return switch (library) {
      // Parquet's own factory needs a class for Brotli that is not on Maven Central.
      case "parquet-heap", "parquet-direct" -> codec != PageCodec.BROTLI;
      case "segue", "segue-parquet-heap", "segue-parquet-direct" -> true;
      default -> peers(codec).contains(library);
    };
  }

  private static List<String> peers(PageCodec codec) {
    return switch (codec) {
      case ZSTD -> List.of("zstd-jni", "aircompressor-native", "aircompressor-java");
      case LZ4 -> List.of("aircompressor-native", "aircompressor-java");
      case SNAPPY -> List.of("snappy-java", "aircompressor-native", "aircompressor-java");
      case GZIP -> List.of("jdk");
      case BROTLI -> List.of("brotli4j");
    };
  }

  /// Sets up a library, and checks that a page survives a round trip.
  ///
  /// @throws IllegalArgumentException if the library does not support the codec
  public static BytesCodec open(PageCodec codec, String library, byte[] page) {
    if (!isSupported(codec, library)) {
      throw new IllegalArgumentException(library + ": no " + codec);
    }
    BytesCodec opened =
        library.contains("parquet")
            ? ParquetPages.of(library, codec, page)
            : library.equals("segue")
                ? OnSegments.of(segue(codec), page)
                : peer(library, codec, page);
    return opened.checked(library + " " + codec, page);
  }

  private static Codec segue(PageCodec codec) {
    return switch (codec) {
      case ZSTD -> Codec.zstd();
      case LZ4 -> Codec.lz4Raw();
      case SNAPPY -> Codec.snappy();
      case GZIP -> Codec.gzip();
      case BROTLI -> Codec.brotli();
    };
  }

  private static BytesCodec peer(String library, PageCodec codec, byte[] page) {
    return switch (codec) {
      case ZSTD -> ZstdLibraries.open(library, page);
      case LZ4 ->
          library.equals("aircompressor-native")
              ? OnSegments.of(new Lz4NativeCompressor(), new Lz4NativeDecompressor(), page)
              : OnArrays.of(new Lz4JavaCompressor(), new Lz4JavaDecompressor(), page);
      case SNAPPY -> snappy(library, page);
      case GZIP -> new JdkDeflate(page);
      case BROTLI -> brotli4j(page);
    };
  }

  private static BytesCodec snappy(String library, byte[] page) {
    return switch (library) {
      case "snappy-java" ->
          OnArrays.of(
              page,
              Snappy::maxCompressedLength,
              (from, length, to) -> Snappy.compress(from, 0, length, to, 0),
              (from, length, to) -> Snappy.uncompress(from, 0, length, to, 0),
              () -> {});
      case "aircompressor-native" ->
          OnSegments.of(new SnappyNativeCompressor(), new SnappyNativeDecompressor(), page);
      default -> OnArrays.of(new SnappyJavaCompressor(), new SnappyJavaDecompressor(), page);
    };
  }

  /// Uses the only methods of brotli4j for whole contents.
  private static BytesCodec brotli4j(byte[] page) {
    Brotli4jLoader.ensureAvailability();
    var parameters = new Encoder.Parameters().setQuality(BROTLI_QUALITY);
    return new NewArrays(
        bytes -> Encoder.compress(bytes, parameters),
        bytes -> Decoder.decompress(bytes).getDecompressedData(),
        page);
  }
}
