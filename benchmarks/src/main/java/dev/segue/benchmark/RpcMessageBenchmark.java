// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.rpc.MessagePath;
import dev.segue.workload.Workload;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Passes a message through Netty handlers or a gRPC marshaller, to the memory of a transport and
/// back, without a socket.
///
/// Fory and Kryo are used in the simple way: an object is written to a new array, and read from
/// one. `-prof gc` shows the allocation per message, including the received object.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 10, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class RpcMessageBenchmark extends SteadyBenchmark {

  /// The framework.
  @Param({"netty", "grpc"})
  public String framework = "";

  /// The library that serializes.
  @Param({"segue", "fory", "kryo"})
  public String library = "";

  /// The message.
  @Param({"MEDIA_CONTENT", "STRUCT"})
  public Workload object = Workload.STRUCT;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private MessagePath path;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private Object message;

  /// Opens the path, and checks that the message arrives.
  @Setup
  public void prepare() throws IOException {
    path = MessagePath.open(framework, library, object);
    message = object.create();
    if (!message.equals(path.pass(message))) {
      throw new IllegalStateException("another message has arrived");
    }
    Figures.payload(path.bytes());
  }

  /// Closes the path.
  @TearDown
  public void release() {
    path.close();
  }

  /// Measures one direction: returns the received object.
  @Benchmark
  public Object pass() throws IOException {
    return path.pass(message);
  }
}
