// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.redis.CacheClient;
import dev.segue.benchmark.redis.CachedObject;
import dev.segue.lettuce.server.RedisServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Stores objects in a Redis server on loopback, through Spring's `RedisTemplate` and through
/// Redisson: measures the time of a call, including the server's part, and the stored bytes.
///
/// All libraries are used in the same way: as a serializer of the template, or a codec. None has
/// ids for classes, because a cache contains objects of any class. Only Jackson knows the class of
/// the values. The value of each key is read and compared before anything is timed.
///
/// The warm-up takes four seconds: until then, the JIT compiler of the client and the wake-ups of
/// the threads change the time of a call far more than the library does. So a usual run has the
/// fastest libraries and two values only; `--every-case` has them all.
///
/// ```
/// ./segue bench caches -- -p object=MEDIA_CONTENT
/// ```
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 8, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class CacheBenchmark {
  private static final int KEYS = 100;

  /// The library that serializes.
  @Param({
    "segue",
    "segue-registry",
    "segue-zstd",
    "segue-registry-zstd",
    "segue-dictionary",
    "jdk",
    "jackson-json",
    "jackson-smile",
    "kryo",
    "fory-compatible"
  })
  public String library = "";

  /// The value of all keys.
  @Param public CachedObject object = CachedObject.PRODUCT;

  /// The client of the server.
  @Param({"RedisTemplate", "Redisson"})
  public String client = "";

  private final String[] keys = new String[KEYS];
  private int number;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object value;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private RedisServer server;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private CacheClient cache;

  /// Starts the server, stores the value of each key, and checks the values that the client reads.
  @Setup
  public void prepare() throws IOException {
    Arrays.setAll(keys, i -> "key:%06d".formatted(i));
    value = object.create();
    server = RedisServer.start();
    cache = CacheClient.connect(client, library, object, server.port());
    for (String key : keys) {
      cache.set(key, value);
      if (!value.equals(cache.get(key))) {
        throw new IllegalStateException(
            "%s, %s: the value read differs from the value written".formatted(client, library));
      }
    }
    Figures.payload(cache.storedBytes(keys[0]));
  }

  /// Closes the client and stops the server.
  @TearDown
  public void release() {
    cache.close();
    server.close();
  }

  private String key() {
    number = (number + 1) % KEYS;
    return keys[number];
  }

  /// Measures storing a value.
  @Benchmark
  public void set() {
    cache.set(key(), value);
  }

  /// Measures reading a value.
  @Benchmark
  public @Nullable Object get() {
    return cache.get(key());
  }
}
