// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.segue.grpc.SegueMarshaller;
import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Detachable;
import io.grpc.HasByteBuffer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Messages are read in the lane, and serialized to reused memory.
final class MarshallersTest extends ShmTest {

  private static final int LENGTH = 64 * 1024;
  private static final int WARM_UP = 200;
  private static final int COUNT = 200;

  /// The bytes that a call may allocate, except for the message that it reads.
  private static final long OVERHEAD = 8 * 1024;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Blob(byte[] bytes) {}

  private static MethodDescriptor<Blob, Blob> method(MethodDescriptor.Marshaller<Blob> marshaller) {
    return MethodDescriptor.<Blob, Blob>newBuilder()
        .setType(MethodType.BIDI_STREAMING)
        .setFullMethodName("Blobs/echo")
        .setRequestMarshaller(marshaller)
        .setResponseMarshaller(marshaller)
        .build();
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  @Test
  void segueWritesWithoutGarbageAndReadsInTheLane() throws Exception {
    Serializer serializer = Serializer.builder().register(Blob.class).build();
    MethodDescriptor<Blob, Blob> method = method(SegueMarshaller.of(serializer, Blob.class));
    AtomicInteger received = new AtomicInteger();
    AtomicLong start = new AtomicLong();
    AtomicLong end = new AtomicLong();
    start(
        serverBuilder()
            .directExecutor() // so that one thread does all work for messages
            .addService(
                ServerServiceDefinition.builder("Blobs")
                    .addMethod(
                        method,
                        (call, _) -> {
                          call.request(Integer.MAX_VALUE);
                          return new ServerCall.Listener<>() {
                            @Override
                            public void onMessage(Blob message) {
                              (received.get() == WARM_UP ? start : end).set(allocated());
                              received.incrementAndGet();
                            }

                            @Override
                            public void onHalfClose() {
                              call.sendHeaders(new Metadata());
                              call.close(Status.OK, new Metadata());
                            }
                          };
                        })
                    .build()));
    CompletableFuture<Status> status = new CompletableFuture<>();
    ClientCall<Blob, Blob> call = channel().newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status closed, Metadata trailers) {
            status.complete(closed);
          }
        },
        new Metadata());
    Blob blob = new Blob(new byte[LENGTH]);
    long before = 0;
    for (int i = 0; i < WARM_UP + COUNT; i++) {
      if (i == WARM_UP) {
        before = allocated();
      }
      call.sendMessage(blob);
      int sent = i + 1;
      await(() -> received.get() == sent);
    }
    long written = (allocated() - before) / COUNT;
    long read = (end.get() - start.get()) / (COUNT - 1);
    call.halfClose();
    assertTrue(status.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).isOk());
    assertTrue(written < OVERHEAD, () -> written + " bytes allocated to write one");
    assertTrue(read < LENGTH + OVERHEAD, () -> read + " bytes allocated to read one");
  }

  /// A marshaller that checks where messages are stored.
  private static final class Looking implements MethodDescriptor.Marshaller<Blob> {
    private final AtomicInteger inNativeMemory = new AtomicInteger();
    private final AtomicInteger onHeap = new AtomicInteger();

    @Override
    public InputStream stream(Blob value) {
      return new ByteArrayInputStream(value.bytes());
    }

    @Override
    public Blob parse(InputStream stream) {
      try {
        ByteBuffer memory = ((HasByteBuffer) stream).getByteBuffer();
        (memory != null && memory.isDirect() ? inNativeMemory : onHeap).incrementAndGet();
        // A detached stream stays readable after the lane is reused for other messages.
        return new Blob(((Detachable) stream).detach().readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void everyMarshallerReadsNativeMemoryOnADirectExecutor() throws Exception {
    Looking marshaller = new Looking();
    MethodDescriptor<Blob, Blob> method =
        method(marshaller).toBuilder().setType(MethodType.UNARY).build();
    start(
        serverBuilder()
            .directExecutor()
            .addService(
                ServerServiceDefinition.builder("Blobs")
                    .addMethod(
                        method,
                        ServerCalls.asyncUnaryCall((blob, observer) -> {
                          observer.onNext(blob);
                          observer.onCompleted();
                        }))
                    .build()));
    ManagedChannel channel = channel();
    byte[] bytes = {1, 2, 3};
    assertArrayEquals(
        bytes,
        ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, new Blob(bytes))
            .bytes());
    assertEquals(1, marshaller.inNativeMemory.get(), "the server's");
    assertEquals(1, marshaller.onHeap.get(), "the client's, which has another executor");
  }

  @Test
  void failingMarshallerEndsOnlyItsCall() throws Exception {
    serveEcho();
    ManagedChannel channel = channel();
    MethodDescriptor<String, String> failing =
        TextService.UNARY.toBuilder(
                new MethodDescriptor.Marshaller<String>() {
                  @Override
                  public InputStream stream(String value) {
                    throw new IllegalStateException("test");
                  }

                  @Override
                  public String parse(InputStream stream) {
                    throw new IllegalStateException("test");
                  }
                },
                new TextService.Text())
            .build();
    Status status =
        failure(() -> ClientCalls.blockingUnaryCall(channel, failing, CallOptions.DEFAULT, "a"));
    assertEquals(Status.Code.CANCELLED, status.getCode());
    assertEquals("a", call(channel, "a"));
  }
}
