// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.segue.grpc.SegueMarshaller;
import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.Detachable;
import io.grpc.Drainable;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Long messages are assembled in reused memory.
final class MessageMemoryTest extends ShmTest {

  private static final int LENGTH = 1024 * 1024;
  private static final int CALLS = 16;

  /// The maximum number of rounds until all memory is allocated and nothing else in the process
  /// allocates.
  private static final int ROUNDS = 30;

  /// The maximum allocation of a call, in percent of its message: each of its two receivers gets a
  /// copy.
  private static final long MOST_PERCENT = 250;

  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  /// A marshaller of arrays whose streams do not know their length.
  private static class Arrays implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new FilterInputStream(new ByteArrayInputStream(value)) {};
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// A marshaller of arrays whose streams know their length.
  private static final class KnownArrays extends Arrays {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }
  }

  private static Marshaller<byte[]> marshaller(String name) {
    Map<String, Marshaller<byte[]>> all =
        Map.of(
            "arrays", new Arrays(),
            "known arrays", new KnownArrays(),
            "segue", SegueMarshaller.of(Serializer.builder().build(), byte[].class));
    return Objects.requireNonNull(all.get(name));
  }

  private static MethodDescriptor<byte[], byte[]> method(Marshaller<byte[]> marshaller) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName("Blobs/echo")
        .setRequestMarshaller(marshaller)
        .setResponseMarshaller(marshaller)
        .build();
  }

  private void serve(MethodDescriptor<byte[], byte[]> method) throws Exception {
    start(
        serverBuilder()
            .addService(
                ServerServiceDefinition.builder("Blobs")
                    .addMethod(
                        method,
                        ServerCalls.asyncUnaryCall((message, observer) -> {
                          observer.onNext(message);
                          observer.onCompleted();
                        }))
                    .build()));
  }

  private static byte[] call(
      ManagedChannel channel, MethodDescriptor<byte[], byte[]> method, byte[] message) {
    return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrays", "known arrays", "segue"})
  void longMessageAllocatesOnlyTheReceivedCopies(String name) throws Exception {
    MethodDescriptor<byte[], byte[]> method = method(marshaller(name));
    serve(method);
    ManagedChannel channel = channel();
    byte[] message = random(LENGTH, 1);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least > MOST_PERCENT; round++) {
      long before = threads.getTotalThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        assertEquals(LENGTH, call(channel, method, message).length);
      }
      long allocated = (threads.getTotalThreadAllocatedBytes() - before) / CALLS;
      least = Math.min(least, allocated * 100 / LENGTH);
    }
    long percent = least;
    assertTrue(percent <= MOST_PERCENT, () -> percent + " % of its message");
  }

  /// A marshaller that keeps the first message, and reads the others.
  private static final class Keeping extends Arrays {
    private final Queue<InputStream> kept = new ConcurrentLinkedQueue<>();

    @Override
    public byte[] parse(InputStream stream) {
      if (kept.isEmpty()) {
        kept.add(((Detachable) stream).detach());
        return new byte[0];
      }
      return super.parse(stream);
    }
  }

  @Test
  void detachedMessageIsNotOverwrittenByLaterOnes() throws Exception {
    Keeping marshaller = new Keeping();
    MethodDescriptor<byte[], byte[]> method =
        method(new Arrays()).toBuilder().setRequestMarshaller(marshaller).build();
    serve(method);
    ManagedChannel channel = channel();
    byte[] first = random(LENGTH, 1);
    assertEquals(0, call(channel, method, first).length);
    for (int i = 2; i < CALLS; i++) {
      byte[] next = random(LENGTH, i);
      assertArrayEquals(next, call(channel, method, next));
    }
    assertArrayEquals(first, marshaller.kept.element().readAllBytes());
  }

  @Test
  void concurrentMessagesDoNotShareMemory() throws Exception {
    MethodDescriptor<byte[], byte[]> method = method(new KnownArrays());
    serve(method);
    ManagedChannel channel = channel(channelBuilder().laneCapacity(64 * 1024));
    try (ExecutorService threads =
        java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> calls = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        int seed = thread;
        calls.add(
            threads.submit(() -> {
              for (int i = 0; i < CALLS; i++) {
                byte[] message = random((seed + 1) * 40_000 + i * 9_973, seed * CALLS + i);
                assertArrayEquals(message, call(channel, method, message));
              }
            }));
      }
      for (Future<?> call : calls) {
        call.get();
      }
    }
  }

  /// A stream that keeps its output and writes to it after the message has ended.
  private static final class Late extends ByteArrayInputStream implements Drainable {
    private final Queue<OutputStream> outputs;

    Late(byte[] bytes, Queue<OutputStream> outputs) {
      super(bytes);
      this.outputs = outputs;
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      outputs.add(target);
      return (int) transferTo(target);
    }
  }

  @Test
  void writeAfterTheMessageFailsAndChangesNoOtherMessage() throws Exception {
    Queue<OutputStream> outputs = new ConcurrentLinkedQueue<>();
    Arrays marshaller =
        new Arrays() {
          @Override
          public InputStream stream(byte[] value) {
            for (OutputStream late : outputs) {
              assertThrows(IOException.class, () -> late.write(0));
              assertThrows(IOException.class, () -> late.write(new byte[10]));
            }
            return new Late(value, outputs);
          }
        };
    MethodDescriptor<byte[], byte[]> method = method(marshaller);
    serve(method);
    ManagedChannel channel = channel();
    for (int i = 0; i < 4; i++) {
      byte[] message = random(50_000, i);
      assertArrayEquals(message, call(channel, method, message));
    }
    assertEquals(8, outputs.size());
  }
}
