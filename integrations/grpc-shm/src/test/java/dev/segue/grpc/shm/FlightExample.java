// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// A server of Arrow Flight, and its client in another process, over shared memory: run it with
/// `serve` and a path, then with `read` and the same path. Arrow needs
/// `--sun-misc-unsafe-memory-access=allow` and `--add-opens=java.base/java.nio=ALL-UNNAMED`.
@SuppressWarnings({"deprecation", "try"}) // Arrow's checked exceptions.
final class FlightExample {

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable(
                  "price", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE))));

  private static final int BATCHES = 10;
  private static final int ROWS = 10_000;

  /// The sum of all prices.
  static final double SUM = ROWS * (BATCHES - 1) * BATCHES / 2.0;

  /// Sends batches of prices.
  private static final class Prices extends NoOpFlightProducer {
    private final BufferAllocator allocator;

    Prices(BufferAllocator allocator) {
      this.allocator = allocator;
    }

    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
        listener.start(root);
        Float8Vector prices = (Float8Vector) root.getVector("price");
        for (int batch = 0; batch < BATCHES; batch++) {
          prices.allocateNew(ROWS);
          for (int row = 0; row < ROWS; row++) {
            prices.set(row, batch);
          }
          root.setRowCount(ROWS);
          listener.putNext();
        }
        listener.completed();
      }
    }
  }

  private FlightExample() {}

  /// @param args `serve` or `read`, and the path of the server
  public static void main(String[] args) throws Exception {
    Path path = Path.of(args[1]);
    try (BufferAllocator allocator = new RootAllocator();
        ExecutorService executor = java.util.concurrent.Executors.newCachedThreadPool()) {
      if (args[0].equals("serve")) {
        Server server = serve(path, allocator, executor);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow)); // deletes the path
        server.awaitTermination();
      } else {
        System.out.println(sum(path, allocator));
      }
    }
  }

  static Server serve(Path path, BufferAllocator allocator, ExecutorService executor)
      throws IOException {
    BindableService service =
        FlightGrpcUtils.createFlightService(
            allocator, new Prices(allocator), ServerAuthHandler.NO_OP, executor);
    return ShmServerBuilder.forPath(path)
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .addService(service)
        .build()
        .start();
  }

  static double sum(Path path, BufferAllocator allocator) throws Exception {
    ManagedChannel channel =
        ShmChannelBuilder.forPath(path)
            .laneCapacity(16 << 20)
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .build();
    double sum = 0;
    try (FlightClient client = FlightGrpcUtils.createFlightClient(allocator, channel);
        FlightStream stream = client.getStream(new Ticket(new byte[0]))) {
      while (stream.next()) {
        Float8Vector prices = (Float8Vector) stream.getRoot().getVector("price");
        for (int row = 0; row < prices.getValueCount(); row++) {
          sum += prices.get(row);
        }
      }
    }
    return sum;
  }
}
