// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.util.MutableHandlerRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/// Interceptors, credentials and fallback registries.
final class InterceptorsTest extends TransportTest {

  private static final Metadata.Key<String> NAME =
      Metadata.Key.of("name", Metadata.ASCII_STRING_MARSHALLER);

  private final List<String> seen = new CopyOnWriteArrayList<>();

  private final class Adding implements ClientInterceptor {
    private final String value;

    Adding(String value) {
      this.value = value;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          headers.put(NAME, value);
          super.start(listener, headers);
        }
      };
    }
  }

  private final class Seeing implements ServerInterceptor {
    private final String name;

    Seeing(String name) {
      this.name = name;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      seen.add(name);
      Iterable<String> values = headers.getAll(NAME);
      if (values != null) {
        values.forEach(seen::add);
      }
      return next.startCall(call, headers);
    }
  }

  @Test
  void lastInterceptorOfEachEndRunsFirst() throws Exception {
    start(
        serverBuilder()
            .addService(TextService.of(UNARY, echo(text -> text)))
            .intercept(new Seeing("inner"))
            .intercept(new Seeing("outer")));
    ManagedChannel channel =
        channel(channelBuilder().intercept(new Adding("first"), new Adding("second")));
    assertEquals("a", call(channel, "a"));
    assertEquals(List.of("outer", "second", "first", "inner", "second", "first"), seen);
  }

  @Test
  void credentialsAreAddedAndCanFail() throws Exception {
    start(
        serverBuilder()
            .addService(TextService.of(UNARY, echo(text -> text)))
            .intercept(new Seeing("server")));
    ManagedChannel channel = channel();
    CallCredentials credentials =
        new CallCredentials() {
          @Override
          public void applyRequestMetadata(
              RequestInfo info, Executor executor, MetadataApplier applier) {
            executor.execute(() -> {
              Metadata headers = new Metadata();
              headers.put(NAME, info.getAuthority());
              applier.apply(headers);
            });
          }
        };
    assertEquals(
        "a",
        call(
            channel,
            CallOptions.DEFAULT.withCallCredentials(credentials).withAuthority("me"),
            "a"));
    assertEquals(List.of("server", "me"), seen);
    CallCredentials failing =
        new CallCredentials() {
          @Override
          public void applyRequestMetadata(
              RequestInfo info, Executor executor, MetadataApplier applier) {
            applier.fail(Status.UNAUTHENTICATED.withDescription("test"));
          }
        };
    Status status =
        failure(() -> call(channel, CallOptions.DEFAULT.withCallCredentials(failing), "a"));
    assertEquals(Status.Code.UNAUTHENTICATED, status.getCode());
  }

  @Test
  void unknownMethodsAreLookedUpInTheFallbackRegistry() throws Exception {
    MutableHandlerRegistry registry = new MutableHandlerRegistry();
    start(serverBuilder().fallbackHandlerRegistry(registry));
    ManagedChannel channel = channel();
    Status status = failure(() -> call(channel, "a"));
    assertEquals(Status.Code.UNIMPLEMENTED, status.getCode());
    assertTrue(String.valueOf(status.getDescription()).contains("Texts/UNARY"));
    registry.addService(TextService.of(UNARY, echo(text -> text)));
    assertEquals("a", call(channel, "a"));
  }
}
