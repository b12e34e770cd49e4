// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.processes.Processes;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.RawMessageHandler;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/// Both ends of a transport on one thread, which has all cache lines to itself, so that only
/// instructions cost time.
public interface OneThread extends AutoCloseable {
  /// The capacity of a ring.
  int CAPACITY = 1 << 20;

  /// Returns the JVM flags that a library's own documentation asks for.
  static List<String> jvmFlags(String library) {
    return library.equals("segue")
        ? List.of("--enable-native-access=ALL-UNNAMED")
        : List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
  }

  /// Opens a transport.
  ///
  /// @param library `segue` or `agrona-ring`
  /// @param length of the messages in bytes
  /// @throws IllegalArgumentException if the name is unknown
  static OneThread open(String library, int length) throws IOException {
    return switch (library) {
      case "segue" -> new Segue(length);
      case "agrona-ring" -> new Agrona(length);
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  /// Sends a message. There is always room.
  void send();

  /// Receives as many messages as there are, up to a limit.
  ///
  /// @return their number
  int receive(int limit);

  /// Returns the number of bytes received so far.
  long received();

  @Override
  void close();

  /// A channel of Segue.
  final class Segue implements OneThread {
    private long received;
    private final RawMessageHandler handler = (_, _, length) -> received += length;
    private final Processes files;
    private final Channel channel;
    private final Publisher publisher;
    private final Subscriber subscriber;
    private final MemorySegment message;

    private Segue(int length) throws IOException {
      files = new Processes();
      channel =
          Channel.create(
              files.directory().resolve("channel"),
              ChannelConfig.defaults().withLaneCapacity(CAPACITY));
      publisher = channel.addPublisher();
      subscriber = channel.addSubscriber();
      message = Arena.ofAuto().allocate(length);
      if (!publisher.awaitSubscribers(1, Duration.ofMinutes(1))) {
        throw new IllegalStateException("no subscriber");
      }
    }

    @Override
    public void send() {
      if (!publisher.offer(message)) {
        throw new IllegalStateException("the lane is full");
      }
    }

    @Override
    public int receive(int limit) {
      return subscriber.poll(handler, limit);
    }

    @Override
    public long received() {
      return received;
    }

    @Override
    public void close() {
      channel.close();
      files.close();
    }
  }

  /// Agrona's one-to-one ring.
  final class Agrona implements OneThread {
    private long received;
    private final MessageHandler handler = (_, _, _, length) -> received += length;
    private final RingBuffer ring =
        new OneToOneRingBuffer(
            new UnsafeBuffer(
                ByteBuffer.allocateDirect(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH)));
    private final UnsafeBuffer message;

    private Agrona(int length) {
      message = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    @Override
    public void send() {
      if (!ring.write(1, message, 0, message.capacity())) {
        throw new IllegalStateException("the ring is full");
      }
    }

    @Override
    public int receive(int limit) {
      return ring.read(handler, limit);
    }

    @Override
    public long received() {
      return received;
    }

    @Override
    public void close() {}
  }
}
