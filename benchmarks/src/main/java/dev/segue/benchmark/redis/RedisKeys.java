// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.benchmark.zstd.Payload;
import dev.segue.lettuce.server.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;

/// The keys of a run, in a separate server.
public final class RedisKeys implements AutoCloseable {
  private static final int KEYS = 1_000;
  private static final long SEED = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final RedisForms forms;
  private final byte[][] values;
  private final String[] names = new String[KEYS];
  private final RedisServer server;
  private final RedisClient client;
  private final StatefulRedisConnection<String, byte[]> even;
  private final StatefulRedisConnection<String, byte[]> odd;

  private RedisKeys(RedisForms forms, byte[][] values) throws IOException {
    this.forms = forms;
    this.values = values;
    Arrays.setAll(names, i -> "key:%06d".formatted(i));
    server = RedisServer.start();
    RedisURI address = RedisURI.create("127.0.0.1", server.port());
    address.setTimeout(TIMEOUT);
    client = RedisClient.create(address);
    odd = client.connect(forms.odd());
    even = forms.even().equals(forms.odd()) ? odd : client.connect(forms.even());
  }

  /// Starts a server, fills all keys, and checks each value.
  public static RedisKeys fill(String library, int size, String data, boolean dictionary)
      throws IOException {
    var keys = new RedisKeys(RedisForms.open(library, size, dictionary), values(data, size));
    try {
      keys.fillAndCheck();
      return keys;
    } catch (RuntimeException e) {
      keys.close();
      throw e;
    }
  }

  private static byte[][] values(String data, int size) {
    if (data.equals("json")) {
      return Payload.messages(SEED, KEYS, size);
    }
    var zeros = new byte[size];
    Arrays.fill(zeros, (byte) '0');
    var values = new byte[KEYS][];
    Arrays.fill(values, zeros);
    return values;
  }

  private void fillAndCheck() {
    for (int i = 0; i < KEYS; i++) {
      connection(i).sync().set(names[i], values[i]);
    }
    for (int i = 0; i < KEYS; i++) {
      // The reader accepts both forms.
      if (!Arrays.equals(values[i], odd.sync().get(names[i]))) {
        throw new IllegalStateException(
            names[i] + ": the value read differs from the value written");
      }
    }
  }

  private StatefulRedisConnection<String, byte[]> connection(int key) {
    return key % 2 == 0 ? even : odd;
  }

  /// Writes the value of a key.
  public CompletionStage<?> set(int number) {
    int key = number % KEYS;
    return connection(key).async().set(names[key], values[key]);
  }

  /// Reads the value of a key.
  public CompletionStage<?> get(int number) {
    return odd.async().get(names[number % KEYS]);
  }

  /// Returns the mean memory for a key and its value, as reported by the server.
  public double bytesPerKey() {
    long sum = 0;
    for (String name : names) {
      Long usage = odd.sync().memoryUsage(name);
      if (usage == null) {
        throw new IllegalStateException(name + " is missing in the server");
      }
      sum += usage;
    }
    return (double) sum / KEYS;
  }

  /// Stops the server and releases the codecs.
  @Override
  public void close() {
    client.shutdown(Duration.ZERO, TIMEOUT);
    server.close();
    forms.close();
  }
}
