// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Await;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Timeout;

/// A path, and servers and channels that are closed after the test.
@Timeout(600)
abstract class CallTest {

  static final Duration PATIENCE = Duration.ofMinutes(5);

  final Path path = ShmPaths.next();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<Server> servers = new ArrayList<>();

  @AfterEach
  final void closeAll() throws InterruptedException {
    channels.forEach(ManagedChannel::shutdownNow);
    servers.forEach(Server::shutdownNow);
    for (ManagedChannel channel : channels) {
      assertTrue(channel.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS), "channel");
    }
    for (Server server : servers) {
      assertTerminates(server);
    }
    ShmPaths.requireNothingLeft(path);
  }

  static void assertTerminates(Server server) throws InterruptedException {
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS), "server");
  }

  abstract ServerBuilder<?> serverBuilder();

  abstract ManagedChannelBuilder<?> channelBuilder();

  Server start(ServerBuilder<?> builder) throws IOException {
    Server server = builder.build().start();
    servers.add(server);
    return server;
  }

  Server serve(MethodDescriptor<String, String> method, ServerCallHandler<String, String> handler)
      throws IOException {
    return start(serverBuilder().addService(TextService.of(method, handler)));
  }

  Server serveEcho() throws IOException {
    return serve(UNARY, echo(text -> text));
  }

  static ServerCallHandler<String, String> echo(UnaryOperator<String> function) {
    return ServerCalls.asyncUnaryCall((String text, StreamObserver<String> observer) -> {
      observer.onNext(function.apply(text));
      observer.onCompleted();
    });
  }

  ManagedChannel channel() {
    return channel(channelBuilder());
  }

  ManagedChannel channel(ManagedChannelBuilder<?> builder) {
    ManagedChannel channel = builder.build();
    channels.add(channel);
    return channel;
  }

  static String call(ManagedChannel channel, String text) {
    return call(channel, CallOptions.DEFAULT, text);
  }

  static String call(ManagedChannel channel, CallOptions options, String text) {
    return ClientCalls.blockingUnaryCall(channel, UNARY, options, text);
  }

  /// Starts a call that sends one message, and half-closes if its client sends no more.
  static RecordingListener startCall(
      ManagedChannel channel,
      MethodDescriptor<String, String> method,
      CallOptions options,
      String text) {
    RecordingListener listener = new RecordingListener();
    ClientCall<String, String> call = channel.newCall(method, options);
    call.start(listener, new Metadata());
    call.request(1);
    call.sendMessage(text);
    if (method.getType().clientSendsOneMessage()) {
      call.halfClose();
    }
    return listener;
  }

  static Status failure(Runnable call) {
    return Assertions.assertThrows(StatusRuntimeException.class, call::run).getStatus();
  }

  static void await(BooleanSupplier condition) {
    Await.until("the condition of the test", condition);
  }

  /// Waits for a latch in application code, ignoring interrupts.
  static void awaitQuietly(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
