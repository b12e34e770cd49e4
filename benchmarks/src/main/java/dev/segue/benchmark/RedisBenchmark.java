// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.figures.Figures;
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

/// Values in a Redis server on loopback, through Lettuce: requests per second, their latency, and
/// the memory that a value takes in the server.
///
/// The server is started here, and all keys are filled before. One connection has up to `tasks`
/// requests under way, each task sending its next one when its last is answered. Every value is
/// read and compared before anything is timed. What JMH does not measure stands beside the score:
/// `p50` and `p99` of the latency, and `server.bytesPerKey`, the key with its value and all that
/// the server needs for both.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar RedisBenchmark
/// java -jar benchmarks/target/benchmarks.jar RedisBenchmark -f 1 -wi 2 -w 1 -i 3 -r 1
/// ```
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class RedisBenchmark {
  private static final int REQUESTS = 2_000;

  /// In which form values are kept: as they are; compressed by Lettuce's own codec; in Segue's
  /// envelopes; as cache values of a Valkey client; every other one as it is, and the others as
  /// such cache values.
  @Param({"plain", "lettuce-gzip", "segue", "segue-cache", "segue-interleaved"})
  public String library = "";

  /// The bytes of a value.
  @Param({"100", "4000"})
  public int size;

  /// What values are: the character `0`, or JSON.
  @Param({"zeros", "json"})
  public String data = "";

  /// Whether with a dictionary that was trained with other values of the same kind.
  @Param({"false", "true"})
  public boolean dictionary;

  /// How many requests are under way at once.
  @Param({"1", "100"})
  public int tasks;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private RedisKeys keys;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Requests requests;

  private double bytesPerKey;

  /// Starts the server, fills the keys, and checks what comes back.
  @Setup
  public void prepare() throws IOException {
    keys = RedisKeys.fill(library, size, data, dictionary);
    bytesPerKey = keys.bytesPerKey();
    requests = new Requests(tasks);
  }

  /// Forgets the latencies of the iteration before.
  @Setup(Level.Iteration)
  public void begin() {
    requests.reset();
  }

  /// Notes the latencies of the iteration.
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
