// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.RawMessageHandler;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/// Measures the instructions of sending and receiving a short message, both on one thread, so that
/// no cache line moves between processors. Segue and Agrona's one-to-one ring take turns in one
/// JVM. The argument is the length of a message in bytes, 32 by default.
///
///     java --enable-native-access=ALL-UNNAMED --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED \
///         -cp benchmarks/target/benchmarks.jar dev.segue.benchmark.shm.OneThread 32
public final class OneThread {

  private static final int WARM_ROUNDS = 6;
  private static final int ROUNDS = 15;
  private static final int MESSAGES = 800_000;
  private static final int BATCH = 16;
  private static final int CAPACITY = 1 << 20;
  private static final List<String> CASES =
      List.of("sent and received", "in batches of " + BATCH, "poll that finds nothing");

  private static long received;

  private OneThread() {}

  /// The same loops for each library, compiled separately.
  private interface Ring {
    void oneByOne();

    void inBatches();

    void idle();
  }

  private static final class Segue implements Ring {
    private final RawMessageHandler handler = (_, _, length) -> received += length;
    private final Publisher publisher;
    private final Subscriber subscriber;
    private final MemorySegment message;

    Segue(Channel channel, int length) {
      publisher = channel.addPublisher();
      subscriber = channel.addSubscriber();
      message = Arena.ofAuto().allocate(length);
      require(publisher.awaitSubscribers(1, Duration.ofMinutes(1)));
    }

    @Override
    public void oneByOne() {
      for (int i = 0; i < MESSAGES; i++) {
        require(publisher.offer(message));
        receive(1);
      }
    }

    @Override
    public void inBatches() {
      for (int i = 0; i < MESSAGES; i++) {
        require(publisher.offer(message));
        if (i % BATCH == BATCH - 1) {
          receive(BATCH);
        }
      }
    }

    private void receive(int messages) {
      int count = 0;
      while (count < messages) {
        count += subscriber.poll(handler, messages);
      }
    }

    @Override
    public void idle() {
      for (int i = 0; i < MESSAGES; i++) {
        require(subscriber.poll(handler, 1) == 0);
      }
    }
  }

  private static final class Agrona implements Ring {
    private final MessageHandler handler = (_, _, _, length) -> received += length;
    private final RingBuffer ring =
        new OneToOneRingBuffer(
            new UnsafeBuffer(
                ByteBuffer.allocateDirect(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH)));
    private final UnsafeBuffer message;

    Agrona(int length) {
      message = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    @Override
    public void oneByOne() {
      for (int i = 0; i < MESSAGES; i++) {
        require(ring.write(1, message, 0, message.capacity()));
        receive(1);
      }
    }

    @Override
    public void inBatches() {
      for (int i = 0; i < MESSAGES; i++) {
        require(ring.write(1, message, 0, message.capacity()));
        if (i % BATCH == BATCH - 1) {
          receive(BATCH);
        }
      }
    }

    /// A read stops at the end of the ring.
    private void receive(int messages) {
      int count = 0;
      while (count < messages) {
        count += ring.read(handler, messages);
      }
    }

    @Override
    public void idle() {
      for (int i = 0; i < MESSAGES; i++) {
        require(ring.read(handler, 1) == 0);
      }
    }
  }

  /// Measures both in turn, and prints the medians.
  public static void main(String[] args) throws IOException {
    int length = args.length > 0 ? Integer.parseInt(args[0]) : 32;
    Path directory = Files.createTempDirectory(Path.of("/dev/shm"), "segue-one-thread");
    Path path = directory.resolve("channel");
    try (Channel channel =
        Channel.create(path, ChannelConfig.defaults().withLaneCapacity(CAPACITY))) {
      measure(new Segue(channel, length), new Agrona(length), length);
    } finally {
      Channel.unlinkIfExists(path);
      Files.delete(directory);
    }
  }

  private static void measure(Ring segue, Ring agrona, int length) {
    double[][] nanos = new double[2 * CASES.size()][ROUNDS];
    for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
      int i = 0;
      for (Ring ring : List.of(segue, agrona)) {
        for (Runnable part : List.<Runnable>of(ring::oneByOne, ring::inBatches, ring::idle)) {
          double perMessage = nanosOf(part) / MESSAGES;
          if (round >= 0) {
            nanos[i][round] = perMessage;
          }
          i++;
        }
      }
    }
    if (received % length != 0) {
      throw new IllegalStateException("received " + received + " bytes");
    }
    System.out.printf("%d bytes, ns%27s %8s%n", length, "segue", "agrona");
    for (int i = 0; i < CASES.size(); i++) {
      double ours = median(nanos[i]);
      double theirs = median(nanos[CASES.size() + i]);
      System.out.printf(
          Locale.ROOT,
          "%-30s %7.1f %8.1f  %.2f of agrona's%n",
          CASES.get(i),
          ours,
          theirs,
          ours / theirs);
    }
  }

  private static double nanosOf(Runnable part) {
    long start = System.nanoTime();
    part.run();
    return System.nanoTime() - start;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static void require(boolean held) {
    if (!held) {
      throw new IllegalStateException("a ring is full, or not empty");
    }
  }
}
