// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.DataType;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;

/// Collects payloads of values in Redis.
final class LiveValues {

  private static final int BATCH = 256;

  /// Enough for any dictionary: zstd uses samples of about a hundred times the dictionary's length.
  private static final long MOST_BYTES = 64L << 20;

  private LiveValues() {}

  /// @param payloads returns the payload of a stored value, or null if it has none
  static List<byte[]> sample(
      RedisConnectionFactory data,
      String pattern,
      int most,
      Function<byte[], byte @Nullable []> payloads) {
    return sample(data, pattern, most, MOST_BYTES, payloads);
  }

  /// @param mostBytes the total length of payloads at which to stop, so that large values do not
  ///   fill the heap
  static List<byte[]> sample(
      RedisConnectionFactory data,
      String pattern,
      int most,
      long mostBytes,
      Function<byte[], byte @Nullable []> payloads) {
    List<byte[]> samples = new ArrayList<>();
    long bytes = 0;
    ScanOptions options =
        ScanOptions.scanOptions().match(pattern).count(Math.min(most, BATCH)).build();
    RedisConnection connection = data.getConnection();
    try (Cursor<byte[]> keys = connection.keyCommands().scan(options)) {
      while (samples.size() < most && bytes < mostBytes && keys.hasNext()) {
        byte[] key = keys.next();
        byte[] stored =
            connection.keyCommands().type(key) == DataType.STRING
                ? connection.stringCommands().get(key)
                : null;
        byte[] payload = stored == null ? null : payloads.apply(stored);
        if (payload != null) {
          samples.add(payload);
          bytes += payload.length;
        }
      }
    } finally {
      connection.close();
    }
    return samples;
  }
}
