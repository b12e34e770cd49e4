// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.BackpressureStrategy.CallbackBackpressureStrategy;
import org.apache.arrow.flight.BackpressureStrategy.WaitResult;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/// A Flight service that sends and receives {@link FlightBatches}.
final class BatchProducer extends NoOpFlightProducer {

  /// All batches.
  static final String BATCHES = "batches";

  /// All batches, with Arrow's option to lend their memory to gRPC.
  static final String LENT = "lent";

  /// A batch of more than 4 MiB.
  static final String LARGE = "large";

  /// The same batch repeatedly, until the client cancels the call.
  static final String ENDLESS = "endless";

  /// A put that the producer refuses.
  static final String REFUSED = "refused";

  private static final int LARGE_ROWS = 600_000;
  private static final long UNKNOWN = -1;

  /// Counted down when the endless stream, or a put, has ended.
  final CountDownLatch ended = new CountDownLatch(1);

  private final BufferAllocator allocator;
  private final ExecutorService executor;

  BatchProducer(BufferAllocator allocator, ExecutorService executor) {
    this.allocator = allocator;
    this.executor = executor;
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    String name = new String(ticket.getBytes(), StandardCharsets.UTF_8);
    switch (name) {
      case BATCHES, LENT -> sendAll(listener, name.equals(LENT));
      case LARGE -> sendLarge(listener);
      case ENDLESS -> {
        var readiness = new CallbackBackpressureStrategy();
        readiness.register(listener);
        executor.execute(() -> sendUntilCancelled(listener, readiness));
      }
      default ->
          throw CallStatus.NOT_FOUND.withDescription("no flight: " + name).toRuntimeException();
    }
  }

  private void sendAll(ServerStreamListener listener, boolean lent) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(FlightBatches.SCHEMA, allocator)) {
      listener.setUseZeroCopy(lent);
      listener.start(root);
      for (int batch = 0; batch < FlightBatches.ROWS.size(); batch++) {
        FlightBatches.fill(root, batch);
        listener.putNext();
      }
      listener.completed();
    }
  }

  private void sendLarge(ServerStreamListener listener) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(FlightBatches.SCHEMA, allocator)) {
      listener.start(root);
      FlightBatches.fill(root, 0, LARGE_ROWS);
      listener.putNext();
      listener.completed();
    }
  }

  private void sendUntilCancelled(
      ServerStreamListener listener, CallbackBackpressureStrategy readiness) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(FlightBatches.SCHEMA, allocator)) {
      listener.start(root);
      FlightBatches.fill(root, 2);
      while (readiness.waitForListener(0) == WaitResult.READY && !listener.isCancelled()) {
        listener.putNext();
      }
    } finally {
      ended.countDown();
    }
  }

  /// Acknowledges each batch with its number of rows, or -1 if it is not the expected one.
  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> acknowledgements) {
    return () -> {
      try {
        accept(stream, acknowledgements);
      } finally {
        ended.countDown();
      }
    };
  }

  private void accept(FlightStream stream, StreamListener<PutResult> acknowledgements) {
    if (stream.getDescriptor().getPath().contains(REFUSED)) {
      throw CallStatus.INVALID_ARGUMENT.withDescription(REFUSED).toRuntimeException();
    }
    for (int batch = 0; stream.next(); batch++) {
      VectorSchemaRoot root = stream.getRoot();
      boolean matches = FlightBatches.matches(allocator, batch, root);
      try (ArrowBuf rows = allocator.buffer(Integer.BYTES)) {
        rows.writeInt(matches ? root.getRowCount() : -1);
        acknowledgements.onNext(PutResult.metadata(rows));
      }
    }
  }

  /// Sends back each batch.
  @Override
  public void doExchange(CallContext context, FlightStream reader, ServerStreamListener writer) {
    writer.start(reader.getRoot());
    while (reader.next()) {
      writer.putNext();
    }
    writer.completed();
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    listener.onNext(getFlightInfo(context, FlightDescriptor.path(BATCHES)));
    listener.onNext(getFlightInfo(context, FlightDescriptor.path(LENT)));
    listener.onCompleted();
  }

  /// Describes a flight by a ticket with its name, without a location, which means this server.
  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    byte[] name = descriptor.getPath().getFirst().getBytes(StandardCharsets.UTF_8);
    return new FlightInfo(
        FlightBatches.SCHEMA,
        descriptor,
        List.of(new FlightEndpoint(new Ticket(name))),
        UNKNOWN,
        FlightBatches.ROWS.stream().mapToInt(rows -> rows).sum());
  }

  /// Returns the body of the action.
  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    listener.onNext(new Result(action.getBody()));
    listener.onCompleted();
  }
}
