// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.shm.OneThread;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Sends and receives short messages on one thread, so that no cache line moves between processors:
/// measures the instructions of a message.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OneThreadBenchmark extends SteadyBenchmark {
  private static final int BATCH = 16;

  /// The transport.
  @Param({"segue", "agrona-ring"})
  public String library = "";

  /// The length of a message in bytes.
  @Param("32")
  public int size;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private OneThread ends;

  /// Opens the transport.
  @Setup
  public void prepare() throws IOException {
    ends = OneThread.open(library, size);
  }

  /// Checks what has arrived, and closes the transport.
  @TearDown
  public void release() {
    ends.close();
    if (ends.received() % size != 0) {
      throw new IllegalStateException("received " + ends.received() + " bytes");
    }
  }

  /// Measures sending a message and receiving it.
  @Benchmark
  public long oneByOne() {
    ends.send();
    return receive(1);
  }

  /// Measures a message of a batch, which is sent before it is received.
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long inBatches() {
    for (int i = 0; i < BATCH; i++) {
      ends.send();
    }
    return receive(BATCH);
  }

  /// Measures looking for a message when there is none.
  @Benchmark
  public int emptyPoll() {
    return ends.receive(1);
  }

  /// A poll may end early, at the end of the ring.
  private long receive(int messages) {
    int count = 0;
    while (count < messages) {
      count += ends.receive(messages - count);
    }
    return ends.received();
  }
}
