// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.Processes;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.BackpressureStrategy.CallbackBackpressureStrategy;
import org.apache.arrow.flight.BackpressureStrategy.WaitResult;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// The process that sends record batches, until the client cancels the stream.
final class FlightSource extends NoOpFlightProducer {
  /// The only column.
  static final String COLUMN = "value";

  /// The action that requests the CPU time of the server so far, in nanoseconds.
  static final String CPU = "cpu";

  /// The action that ends the server.
  static final String END = "end";

  private static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable(COLUMN, new ArrowType.Int(Long.SIZE, true))));

  private final BufferAllocator allocator;
  private final ExecutorService executor;
  private final int rows;
  private final CountDownLatch end = new CountDownLatch(1);

  private FlightSource(BufferAllocator allocator, ExecutorService executor, int rows) {
    this.allocator = allocator;
    this.executor = executor;
    this.rows = rows;
  }

  @SuppressWarnings("deprecation") // Arrow's own handler type.
  public static void main(String[] args) throws IOException, InterruptedException {
    Processes.endEarly();
    Path directory = Path.of(args[1]);
    int rows = Integer.parseInt(args[2]) / Long.BYTES;
    ExecutorService executor = Executors.newCachedThreadPool();
    BufferAllocator allocator = new RootAllocator();
    var source = new FlightSource(allocator, executor, rows);
    Server server =
        CallTransport.of(args[0])
            .server(directory)
            .intercept(FlightSource::sendAhead)
            .addService(
                FlightGrpcUtils.createFlightService(
                    allocator, source, ServerAuthHandler.NO_OP, executor))
            .build()
            .start();
    CallServer.publishPort(directory, server.getPort());
    source.end.await();
    server.shutdown().awaitTermination();
    System.exit(0);
  }

  /// Lets calls send as far ahead as calls of Flight's own server.
  private static <Q, R> ServerCall.Listener<Q> sendAhead(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    call.setOnReadyThreshold(FlightServer.DEFAULT_BACKPRESSURE_THRESHOLD);
    return next.startCall(call, headers);
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    var readiness = new CallbackBackpressureStrategy();
    readiness.register(listener);
    executor.execute(() -> send(listener, readiness));
  }

  private void send(ServerStreamListener listener, CallbackBackpressureStrategy readiness) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      listener.start(root);
      BigIntVector values = (BigIntVector) root.getVector(COLUMN);
      values.allocateNew(rows);
      for (int row = 0; row < rows; row++) {
        values.set(row, row);
      }
      root.setRowCount(rows);
      while (readiness.waitForListener(0) == WaitResult.READY && !listener.isCancelled()) {
        listener.putNext();
      }
    }
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    byte[] figure = ByteBuffer.allocate(Long.BYTES).putLong(EchoService.cpu()).array();
    listener.onNext(new Result(figure));
    listener.onCompleted();
    if (action.getType().equals(END)) {
      end.countDown();
    }
  }
}
