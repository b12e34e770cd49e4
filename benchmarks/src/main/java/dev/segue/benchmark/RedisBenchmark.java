// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.redis.RedisKeys;
import dev.segue.benchmark.redis.Requests;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Reads and writes values in a Redis server on loopback, through Lettuce: measures requests per
/// second, latency, and server memory per value.
///
/// The benchmark starts the server and fills all keys first. One connection has up to `tasks`
/// outstanding requests; each task sends its next request after the previous reply. Every value is
/// read and compared before anything is timed. Besides the score, the benchmark reports figures
/// that JMH does not measure: `p50` and `p99` of the latency, and `server.bytesPerKey`, the memory
/// for a key, its value and the server's overhead.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class RedisBenchmark {
  private static final int REQUESTS = 2_000;

  /// The stored form of the values: unchanged; compressed by Lettuce's own codec; in Segue's
  /// envelopes; as cache values of a Valkey client; alternately unchanged and as those cache
  /// values.
  @Param({"plain", "lettuce-gzip", "segue", "segue-cache", "segue-interleaved"})
  public String library = "";

  /// The size of a value in bytes.
  @Param({"100", "4000"})
  public int size;

  /// The content of values: the character `0`, or JSON.
  @Param({"zeros", "json"})
  public String data = "";

  /// Whether to use a dictionary, trained with other values of the same kind.
  @Param({"false", "true"})
  public boolean dictionary;

  /// The number of outstanding requests.
  @Param({"1", "100"})
  public int tasks;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private RedisKeys keys;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Requests requests;

  private double bytesPerKey;

  /// Starts the server, fills the keys, and checks the values that it returns.
  @Setup
  public void prepare() throws IOException {
    keys = RedisKeys.fill(library, size, data, dictionary);
    bytesPerKey = keys.bytesPerKey();
    requests = new Requests(tasks);
  }

  /// Discards the latencies of the previous iteration.
  @Setup(Level.Iteration)
  public void begin() {
    requests.reset();
  }

  /// Records the latencies of the iteration.
  @TearDown(Level.Iteration)
  public void note() {
    Figures.note("p50", requests.micros(50), "us/op");
    Figures.note("p99", requests.micros(99), "us/op");
    Figures.note("server.bytesPerKey", bytesPerKey, "B");
  }

  /// Stops the server.
  @TearDown
  public void release() {
    keys.close();
  }

  /// Measures writing values.
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public void set() {
    requests.run(REQUESTS, keys::set);
  }

  /// Measures reading values.
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public void get() {
    requests.run(REQUESTS, keys::get);
  }
}
