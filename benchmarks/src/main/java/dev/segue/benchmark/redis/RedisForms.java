// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.benchmark.zstd.Payload;
import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import dev.segue.lettuce.SegueRedisCodec;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.CompressionCodec;
import io.lettuce.core.codec.CompressionCodec.CompressionType;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The stored forms of a library's values: one for even keys, one for odd keys; the reader knows
/// both.
record RedisForms(
    RedisCodec<String, byte[]> even,
    RedisCodec<String, byte[]> odd,
    @Nullable ZstdDictionary trained)
    implements AutoCloseable {
  private static final int DICTIONARY_BYTES = 8 << 10;
  private static final int SAMPLES = 2_000;
  private static final long SAMPLES_SEED = 4; // different values than those of the keys

  static RedisForms open(String library, int size, boolean dictionary) {
    var plain = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    if (library.equals("plain")) {
      return new RedisForms(plain, plain, null);
    }
    if (library.equals("lettuce-gzip")) {
      var gzip = CompressionCodec.valueCompressor(plain, CompressionType.GZIP);
      return new RedisForms(gzip, gzip, null);
    }
    ZstdDictionary trained = dictionary ? train(size) : null;
    ZstdOptions options =
        trained == null ? ZstdOptions.defaults() : ZstdOptions.defaults().withDictionary(trained);
    var segue = SegueRedisCodec.of(plain);
    return switch (library) {
      case "segue" -> {
        var envelopes = segue.compressed(CompressionPolicy.of(Codec.zstd(options)));
        yield new RedisForms(envelopes, envelopes, trained);
      }
      case "segue-cache" -> {
        var glide = segue.compressedForGlide(options);
        yield new RedisForms(glide, glide, trained);
      }
      case "segue-interleaved" -> new RedisForms(plain, segue.compressedForGlide(options), trained);
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  private static ZstdDictionary train(int size) {
    byte[][] values = Payload.messages(SAMPLES_SEED, SAMPLES, size);
    var samples = Arrays.stream(values).map(MemorySegment::ofArray).toList();
    return ZstdDictionary.train(samples, DICTIONARY_BYTES);
  }

  @Override
  public void close() {
    if (trained != null) {
      trained.close();
    }
  }
}
