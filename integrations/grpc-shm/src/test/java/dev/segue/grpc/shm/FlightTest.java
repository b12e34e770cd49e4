// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannelBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClient.ClientStreamListener;
import org.apache.arrow.flight.FlightClient.ExchangeReaderWriter;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Arrow Flight over shared memory, and over a Unix domain socket.
@SuppressWarnings({"deprecation", "try"}) // Arrow's handler, and close() that may be interrupted.
final class FlightTest extends TransportTest {

  private final BufferAllocator allocator = new RootAllocator();
  private final ExecutorService executor = java.util.concurrent.Executors.newCachedThreadPool();
  private final BatchProducer producer = new BatchProducer(allocator, executor);

  /// Closing the allocator fails if any buffer was not released.
  @AfterEach
  void requireNoMemoryLeft() throws InterruptedException {
    executor.shutdown();
    await(() -> allocator.getAllocatedMemory() == 0);
    allocator.close();
  }

  private FlightClient client(ManagedChannelBuilder<?> builder) throws IOException {
    start(
        serverBuilder()
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .addService(
                FlightGrpcUtils.createFlightService(
                    allocator, producer, ServerAuthHandler.NO_OP, executor)));
    return FlightGrpcUtils.createFlightClient(allocator, channel(builder));
  }

  private FlightClient client() throws IOException {
    return client(channelBuilder().maxInboundMessageSize(Integer.MAX_VALUE));
  }

  private static Ticket ticket(String name) {
    return new Ticket(name.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {BatchProducer.BATCHES, BatchProducer.LENT})
  void recordBatchesAreRead(String name) throws Exception {
    requireAllBatches(client(), name);
  }

  /// Batches that fit in the lane are parsed there.
  @Test
  void recordBatchesAreReadWithoutAnExecutor() throws Exception {
    requireAllBatches(
        client(channelBuilder().directExecutor().maxInboundMessageSize(Integer.MAX_VALUE)),
        BatchProducer.BATCHES);
  }

  private void requireAllBatches(FlightClient opened, String name) throws Exception {
    try (FlightClient client = opened) {
      requireAllBatches(client, ticket(name));
    }
  }

  private void requireAllBatches(FlightClient client, Ticket ticket) throws Exception {
    try (FlightStream stream = client.getStream(ticket)) {
      assertEquals(FlightBatches.SCHEMA, stream.getSchema());
      for (int batch = 0; batch < FlightBatches.ROWS.size(); batch++) {
        assertTrue(stream.next());
        assertTrue(FlightBatches.matches(allocator, batch, stream.getRoot()), "batch " + batch);
      }
      assertFalse(stream.next());
    }
  }

  @Test
  void recordBatchesArePut() throws Exception {
    List<Integer> acknowledged = new CopyOnWriteArrayList<>();
    var listener =
        new AsyncPutListener() {
          @Override
          public void onNext(PutResult result) {
            acknowledged.add(result.getApplicationMetadata().getInt(0));
          }
        };
    try (FlightClient client = client();
        VectorSchemaRoot root = VectorSchemaRoot.create(FlightBatches.SCHEMA, allocator)) {
      ClientStreamListener writer =
          client.startPut(FlightDescriptor.path(BatchProducer.BATCHES), root, listener);
      for (int batch = 0; batch < FlightBatches.ROWS.size(); batch++) {
        FlightBatches.fill(root, batch);
        writer.putNext();
      }
      writer.completed();
      writer.getResult();
    }
    assertEquals(FlightBatches.ROWS, acknowledged);
  }

  /// Both directions of one call, in turn.
  @Test
  void recordBatchesAreExchanged() throws Exception {
    try (FlightClient client = client();
        VectorSchemaRoot root = VectorSchemaRoot.create(FlightBatches.SCHEMA, allocator);
        ExchangeReaderWriter exchange =
            client.doExchange(FlightDescriptor.path(BatchProducer.BATCHES))) {
      exchange.getWriter().start(root);
      for (int batch = 0; batch < FlightBatches.ROWS.size(); batch++) {
        FlightBatches.fill(root, batch);
        exchange.getWriter().putNext();
        assertTrue(exchange.getReader().next());
        VectorSchemaRoot received = exchange.getReader().getRoot();
        assertTrue(FlightBatches.matches(allocator, batch, received), "batch " + batch);
      }
      exchange.getWriter().completed();
      assertFalse(exchange.getReader().next());
    }
  }

  @Test
  void flightsAreListedAndReadByTheirTickets() throws Exception {
    try (FlightClient client = client()) {
      List<String> names = new ArrayList<>();
      for (FlightInfo flight : client.listFlights(Criteria.ALL)) {
        names.addAll(flight.getDescriptor().getPath());
        assertEquals(FlightBatches.SCHEMA, flight.getSchema());
        assertEquals(List.of(), flight.getEndpoints().getFirst().getLocations());
        requireAllBatches(client, flight.getEndpoints().getFirst().getTicket());
      }
      assertEquals(List.of(BatchProducer.BATCHES, BatchProducer.LENT), names);
    }
  }

  @Test
  void flightIsDescribed() throws Exception {
    try (FlightClient client = client()) {
      FlightDescriptor descriptor = FlightDescriptor.path(BatchProducer.BATCHES);
      FlightInfo flight = client.getInfo(descriptor);
      assertEquals(descriptor, flight.getDescriptor());
      assertEquals(101_001, flight.getRecords());
      assertEquals(ticket(BatchProducer.BATCHES), flight.getEndpoints().getFirst().getTicket());
      assertEquals(FlightBatches.SCHEMA, client.getSchema(descriptor).getSchema());
    }
  }

  @Test
  void actionsHaveResults() throws Exception {
    try (FlightClient client = client()) {
      byte[] body = "tea".getBytes(StandardCharsets.UTF_8);
      Iterator<Result> results = client.doAction(new Action("echo", body));
      assertEquals("tea", new String(results.next().getBody(), StandardCharsets.UTF_8));
      assertFalse(results.hasNext());
    }
  }

  @Test
  void errorOfAProducerKeepsItsCodeAndText() throws Exception {
    try (FlightClient client = client();
        FlightStream stream = client.getStream(ticket("nothing"))) {
      FlightRuntimeException e = assertThrows(FlightRuntimeException.class, stream::next);
      assertEquals(FlightStatusCode.NOT_FOUND, e.status().code());
      assertEquals("no flight: nothing", e.status().description());
    }
  }

  @Test
  void putEndsWithTheErrorOfTheProducer() throws Exception {
    try (FlightClient client = client();
        VectorSchemaRoot root = VectorSchemaRoot.create(FlightBatches.SCHEMA, allocator)) {
      ClientStreamListener writer =
          client.startPut(
              FlightDescriptor.path(BatchProducer.REFUSED), root, new AsyncPutListener());
      FlightRuntimeException e = assertThrows(FlightRuntimeException.class, writer::getResult);
      assertEquals(FlightStatusCode.INVALID_ARGUMENT, e.status().code());
      assertEquals(BatchProducer.REFUSED, e.status().description());
    }
  }

  /// The client gives up while the server has some batches and waits for more.
  @Test
  void putEndsWhenTheClientCancels() throws Exception {
    try (FlightClient client = client();
        VectorSchemaRoot root = VectorSchemaRoot.create(FlightBatches.SCHEMA, allocator)) {
      var acknowledged = new CountDownLatch(2);
      var listener =
          new AsyncPutListener() {
            @Override
            public void onNext(PutResult result) {
              acknowledged.countDown();
            }
          };
      ClientStreamListener writer =
          client.startPut(FlightDescriptor.path(BatchProducer.BATCHES), root, listener);
      FlightBatches.fill(root, 0);
      writer.putNext();
      FlightBatches.fill(root, 3);
      writer.putNext();
      assertTrue(acknowledged.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      writer.error(CallStatus.CANCELLED.withDescription("enough").toRuntimeException());
      assertThrows(FlightRuntimeException.class, writer::getResult);
      assertTrue(producer.ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
  }

  @Test
  void batchAboveTheLimitOfTheChannelIsRefused() throws Exception {
    try (FlightClient client = client(channelBuilder());
        FlightStream stream = client.getStream(ticket(BatchProducer.LARGE))) {
      FlightRuntimeException e = assertThrows(FlightRuntimeException.class, stream::next);
      assertEquals(FlightStatusCode.RESOURCE_EXHAUSTED, e.status().code());
    }
  }

  @Test
  void producerEndsWhenTheClientCancels() throws Exception {
    try (FlightClient client = client();
        FlightStream stream = client.getStream(ticket(BatchProducer.ENDLESS))) {
      assertTrue(stream.next());
      assertTrue(stream.next());
      assertTrue(FlightBatches.matches(allocator, 2, stream.getRoot()));
      stream.cancel("enough", null);
      assertTrue(producer.ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      FlightRuntimeException e =
          assertThrows(
              FlightRuntimeException.class,
              () -> {
                while (stream.next()) {
                  // Skips batches that had already arrived.
                }
              });
      assertEquals(FlightStatusCode.CANCELLED, e.status().code());
    }
  }
}
