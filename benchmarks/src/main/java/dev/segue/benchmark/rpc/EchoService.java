// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/// The echo service, which returns each message that it receives.
///
/// @param unary a message in a call
/// @param streaming many messages in a call
/// @param control [#ALLOCATED], [#CPU], [#THREADS] or [#END]
record EchoService(
    MethodDescriptor<Object, Object> unary,
    MethodDescriptor<Object, Object> streaming,
    MethodDescriptor<Long, Long> control) {
  /// Requests the number of bytes that the server has allocated so far.
  static final long ALLOCATED = 1;

  /// Ends the server.
  static final long END = 2;

  /// Requests the CPU time of the server so far, in nanoseconds.
  static final long CPU = 3;

  /// Requests the number of the server's threads.
  static final long THREADS = 4;

  private static final String NAME = "dev.segue.benchmark.Echo";

  static EchoService of(CallMessage message) {
    Marshaller<Object> marshaller = message.marshaller();
    return new EchoService(
        method(MethodType.UNARY, "unary", marshaller),
        method(MethodType.BIDI_STREAMING, "streaming", marshaller),
        method(MethodType.UNARY, "control", new LongMarshaller()));
  }

  private static <T> MethodDescriptor<T, T> method(
      MethodType type, String name, Marshaller<T> marshaller) {
    return MethodDescriptor.newBuilder(marshaller, marshaller)
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, name))
        .build();
  }

  /// Returns the definition of the service for a server.
  ///
  /// @param end runs when a client ends the server
  ServerServiceDefinition bind(Runnable end) {
    return ServerServiceDefinition.builder(NAME)
        .addMethod(unary, ServerCalls.asyncUnaryCall(EchoService::answer))
        .addMethod(streaming, ServerCalls.asyncBidiStreamingCall(EchoStream::new))
        .addMethod(
            control,
            ServerCalls.asyncUnaryCall((request, response) -> {
              answer(figure(request), response);
              if (request == END) {
                end.run();
              }
            }))
        .build();
  }

  private static long figure(long request) {
    if (request == CPU) {
      return cpu();
    }
    return request == THREADS ? threads() : allocated();
  }

  private static <T> void answer(T message, StreamObserver<T> response) {
    response.onNext(message);
    response.onCompleted();
  }

  /// Returns the bytes that all threads of this process have allocated so far.
  static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
  }

  /// Returns the CPU time of this process so far, in nanoseconds.
  static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /// Returns the number of this process's platform threads.
  static long threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private record EchoStream(StreamObserver<Object> responses) implements StreamObserver<Object> {
    @Override
    public void onNext(Object message) {
      responses.onNext(message);
    }

    @Override
    public void onError(Throwable e) {
      // Ignored: the client has ended.
    }

    @Override
    public void onCompleted() {
      responses.onCompleted();
    }
  }

  private static final class LongMarshaller implements Marshaller<Long> {
    @Override
    public InputStream stream(Long value) {
      return new ByteArrayInputStream(
          ByteBuffer.allocate(Long.BYTES).putLong(value.longValue()).array());
    }

    @Override
    public Long parse(InputStream stream) {
      try (var data = new DataInputStream(stream)) {
        return data.readLong();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
