// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import dev.segue.grpc.shm.ShmChannelBuilder;
import io.grpc.ManagedChannelBuilder;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;

/// The measuring process: reads record batches from one stream.
@SuppressWarnings("try") // Arrow's close() declares checked exceptions.
final class FlightReader {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double LONGEST_WARM_SECONDS = 15;

  private final FlightClient client;
  private final FlightStream stream;

  private FlightReader(FlightClient client, FlightStream stream) {
    this.client = client;
    this.stream = stream;
  }

  public static void main(String[] args) throws Exception {
    Processes.endEarly();
    Path directory = Path.of(args[1]);
    int port = CallServer.awaitPort(directory);
    ManagedChannelBuilder<?> channel = CallTransport.of(args[0]).channel(directory, port);
    if (channel instanceof ShmChannelBuilder shm) {
      ShmChannelBuilder _ = shm.laneCapacity(FlightCase.LANE_BYTES);
    }
    ManagedChannelBuilder<?> _ = channel.maxInboundMessageSize(Integer.MAX_VALUE);
    double seconds = Long.parseLong(args[3]) / 1e3;
    try (var client = FlightGrpcUtils.createFlightClient(new RootAllocator(), channel.build())) {
      try (FlightStream stream = client.getStream(new Ticket(new byte[0]))) {
        var reader = new FlightReader(client, stream);
        long _ = reader.read(Math.min(seconds, LONGEST_WARM_SECONDS));
        reader.measure(seconds).write(directory);
      }
      long _ = ask(client, FlightSource.END);
    }
    System.exit(0); // does not wait for idle executor threads to end
  }

  private Measurement measure(double seconds) {
    long cpuBefore = EchoService.cpu() + ask(client, FlightSource.CPU);
    long start = System.nanoTime();
    long bytes = read(seconds);
    long nanos = System.nanoTime() - start;
    long cpu = EchoService.cpu() + ask(client, FlightSource.CPU) - cpuBefore;
    return Measurement.none()
        .with(FlightCase.RATE, bytes / BYTES_PER_MEGABYTE / (nanos / NANOS_PER_SECOND))
        .with(FlightCase.CPU, (double) cpu / bytes);
  }

  /// Reads batches for some time.
  ///
  /// @return the number of bytes of their values
  private long read(double seconds) {
    long end = System.nanoTime() + Math.round(seconds * NANOS_PER_SECOND);
    long bytes = 0;
    do {
      if (!stream.next()) {
        throw new IllegalStateException("the stream has ended");
      }
      BigIntVector values = (BigIntVector) stream.getRoot().getVector(FlightSource.COLUMN);
      int last = values.getValueCount() - 1;
      if (values.get(last) != last) {
        throw new IllegalStateException("a wrong value has arrived: " + values.get(last));
      }
      bytes += (long) values.getValueCount() * Long.BYTES;
    } while (System.nanoTime() - end < 0);
    return bytes;
  }

  private static long ask(FlightClient client, String action) {
    Iterator<Result> results = client.doAction(new Action(action));
    long figure = ByteBuffer.wrap(results.next().getBody()).getLong();
    if (results.hasNext()) { // Ignored: this is how the call ends.
      throw new IllegalStateException("more than one result");
    }
    return figure;
  }
}
