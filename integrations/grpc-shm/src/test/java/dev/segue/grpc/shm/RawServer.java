// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A server for misbehaving clients, with one well-behaved client.
public final class RawServer {

  /// A method that reads all messages.
  public static final String STREAM = "Raw/stream";

  /// A method that reads no message.
  public static final String SILENT = "Raw/silent";

  private static final String UNARY = "Raw/unary";

  private final Path path = ShmPaths.next();
  private final MethodDescriptor<String, String> unary =
      method(UNARY, MethodDescriptor.MethodType.UNARY);
  private final Server server;
  private final ManagedChannel other = ShmChannelBuilder.forPath(path).build();

  /// Starts the server.
  ///
  /// @throws IOException if the server cannot be started
  public RawServer() throws IOException {
    MethodDescriptor.MethodType bidi = MethodDescriptor.MethodType.BIDI_STREAMING;
    server =
        ShmServerBuilder.forPath(path)
            .addService(
                ServerServiceDefinition.builder("Raw")
                    .addMethod(
                        unary,
                        ServerCalls.asyncUnaryCall((text, observer) -> {
                          observer.onNext(text);
                          observer.onCompleted();
                        }))
                    .addMethod(method(STREAM, bidi), (call, _) -> listen(call, 1000))
                    .addMethod(method(SILENT, bidi), (call, _) -> listen(call, 0))
                    .build())
            .build()
            .start();
    requireAlive();
  }

  /// A method whose messages are strings.
  ///
  /// @param name the full name
  /// @param type the kind of calls
  /// @return the method
  public static MethodDescriptor<String, String> method(
      String name, MethodDescriptor.MethodType type) {
    return MethodDescriptor.<String, String>newBuilder()
        .setType(type)
        .setFullMethodName(name)
        .setRequestMarshaller(new TextService.Text())
        .setResponseMarshaller(new TextService.Text())
        .build();
  }

  private static ServerCall.Listener<String> listen(ServerCall<String, String> call, int demand) {
    call.request(demand);
    return new ServerCall.Listener<>() {
      @Override
      public void onHalfClose() {
        call.close(Status.OK, new Metadata());
      }
    };
  }

  /// The path of the server.
  ///
  /// @return the path
  public Path path() {
    return path;
  }

  /// Fails if the connection of the well-behaved client was affected.
  public void requireAlive() {
    assertEquals("a", ClientCalls.blockingUnaryCall(other, unary, CallOptions.DEFAULT, "a"));
  }

  /// Closes the server and its client.
  ///
  /// @throws InterruptedException if the thread is interrupted
  public void close() throws InterruptedException {
    other.shutdownNow();
    server.shutdownNow();
    assertTrue(server.awaitTermination(5, TimeUnit.MINUTES));
    assertTrue(other.awaitTermination(5, TimeUnit.MINUTES));
    ShmPaths.requireNothingLeft(path);
  }
}
