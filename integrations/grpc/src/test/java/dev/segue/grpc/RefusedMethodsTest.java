// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.grpc.Shop.Order;
import io.grpc.stub.StreamObserver;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Methods that cannot be bound, and the messages of the errors.
final class RefusedMethodsTest {

  interface TwoMessages {
    Order place(Order first, Order second);
  }

  interface Generic {
    <T> void any(List<T> orders);
  }

  interface Raw {
    @SuppressWarnings("rawtypes") // deliberately wrong
    Iterator all(Order order);
  }

  interface FutureOfRequest {
    Order place(CompletableFuture<Order> order);
  }

  interface StreamOfNothing {
    void place(Iterator<Void> nothing);
  }

  interface RequestsWithoutResponses {
    StreamObserver<Order> place(Order order);
  }

  interface StreamAndObserver {
    void place(Iterator<Order> orders, StreamObserver<Order> responses);
  }

  record Unknown(int x) {}

  interface NotRegistered {
    Unknown place(Order order);
  }

  interface Overloaded {
    Order place(Order order);

    Order place(String article);
  }

  interface Variable<T> {
    List<T> list(Order order);
  }

  interface Nothing {
    default int one() {
      return 1;
    }
  }

  private static void refused(Class<?> type, String message) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> SegueService.of(type, Shop.serializer()));
    assertEquals(message, e.getMessage());
  }

  @Test
  void errorNamesTheMethodAndTheReason() {
    refused(
        TwoMessages.class,
        "cannot bind TwoMessages.place(Order, Order) to gRPC: it has 2 parameters, and a call has"
            + " one message; make them the components of a record");
    refused(
        Generic.class, "cannot bind Generic.any(List) to gRPC: it has type parameters of its own");
    refused(
        Raw.class,
        "cannot bind Raw.all(Order) to gRPC: its result is a Iterator without a type argument");
    refused(
        FutureOfRequest.class,
        "cannot bind FutureOfRequest.place(CompletableFuture) to gRPC: its parameter is a"
            + " CompletableFuture; take a message, an Iterator or a Flow.Publisher, or return a"
            + " StreamObserver of requests");
    refused(
        StreamOfNothing.class,
        "cannot bind StreamOfNothing.place(Iterator) to gRPC: its parameter is a stream of Void,"
            + " and gRPC sends no null");
    refused(
        RequestsWithoutResponses.class,
        "cannot bind RequestsWithoutResponses.place(Order) to gRPC: it returns a StreamObserver of"
            + " requests, and takes no StreamObserver of responses");
    refused(
        StreamAndObserver.class,
        "cannot bind StreamAndObserver.place(Iterator, StreamObserver) to gRPC: it takes a stream"
            + " of requests and a StreamObserver; return a StreamObserver of requests, or a stream"
            + " of responses");
  }

  @Test
  void unregisteredTypesAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> SegueService.of(NotRegistered.class, Shop.serializer()));
    String start =
        "cannot bind NotRegistered.place(Order) to gRPC: its response cannot be serialized: ";
    assertTrue(("" + e.getMessage()).startsWith(start), e.getMessage());
    assertTrue(("" + e.getMessage()).contains("Unknown"), e.getMessage());
    refused(
        Variable.class,
        "cannot bind Variable.list(Order) to gRPC: its response java.util.List<T> has the type"
            + " variable T, whose type is not known at run time");
  }

  @Test
  void overloadsWithoutNamesAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> SegueService.of(Overloaded.class, Shop.serializer()));
    assertTrue(("" + e.getMessage()).contains("give one of them another with @GrpcName"));
  }

  @Test
  void typesWithoutMethodsAreRefused() {
    refused(Order.class, "dev.segue.grpc.Shop$Order is not an interface");
    refused(Nothing.class, "dev.segue.grpc.RefusedMethodsTest$Nothing has no methods to bind");
  }

  interface StreamOfJava {
    Stream<Order> all(Order order);
  }

  interface PlainFuture {
    Future<Order> place(Order order);
  }

  interface StreamOfStreams {
    Iterator<Iterator<Order>> all(Order order);
  }

  interface FutureOfStream {
    CompletableFuture<Iterator<Order>> all(Order order);
  }

  interface ListOfUnknown {
    void place(Map<String, List<Unknown>> unknown);
  }

  interface ArrayOfUnknown {
    Unknown[] place(Order order);
  }

  interface ListOfStreams {
    List<Stream<Order>> all(Order order);
  }

  @Test
  void typesWithoutContentAreRefused() {
    refused(
        StreamOfJava.class,
        "cannot bind StreamOfJava.all(Order) to gRPC: its response has the type Stream, which is no"
            + " message; for a stream of messages, declare an Iterator or a Flow.Publisher");
    refused(
        PlainFuture.class,
        "cannot bind PlainFuture.place(Order) to gRPC: its response has the type Future, which is no"
            + " message; for a later result, declare a CompletableFuture");
    refused(
        StreamOfStreams.class,
        "cannot bind StreamOfStreams.all(Order) to gRPC: its response has the type Iterator, which is no"
            + " message; a call has one stream or one future for each direction, which hold"
            + " messages");
    refused(
        FutureOfStream.class,
        "cannot bind FutureOfStream.all(Order) to gRPC: its response has the type Iterator, which is no"
            + " message; a call has one stream or one future for each direction, which hold"
            + " messages");
    refused(
        ListOfStreams.class,
        "cannot bind ListOfStreams.all(Order) to gRPC: the element of its response has the type Stream,"
            + " which is no message; for a stream of messages, declare an Iterator or a"
            + " Flow.Publisher");
  }

  @ParameterizedTest
  @ValueSource(classes = {ListOfUnknown.class, ArrayOfUnknown.class})
  void unregisteredElementTypesAreRefused(Class<?> type) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> SegueService.of(type, Shop.serializer()));
    assertTrue(("" + e.getMessage()).contains("cannot be serialized: "), e.getMessage());
    assertTrue(("" + e.getMessage()).contains("the element of "), e.getMessage());
  }
}
