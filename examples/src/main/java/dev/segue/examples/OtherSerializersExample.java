// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.ByteBufferInput;
import com.esotericsoftware.kryo.io.ByteBufferOutput;
import dev.segue.shm.Channel;
import dev.segue.shm.MessageCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;

/// Uses other serializers on a channel: any serializer that works on memory can be a
/// `MessageCodec`.
///
/// On JDK 25, `--add-opens=java.base/java.lang.invoke=ALL-UNNAMED` keeps Fory from using
/// `sun.misc.Unsafe`, and `-Dkryo.unsafe=false` does the same for Kryo.
final class OtherSerializersExample {

  static final int MOST_BYTES = 1024;

  record Quote(String symbol, double price) {}

  private OtherSerializersExample() {}

  public static void main(String[] args) throws IOException {
    Path directory = Files.createTempDirectory("segue-example-");
    Path path = directory.resolve("quotes");
    try (var channel = Channel.create(path);
        var publisher = channel.addPublisher();
        var subscriber = channel.addSubscriber()) {
      for (MessageCodec<Quote> codec : List.of(kryo(), fory())) {
        publisher.offer(codec, new Quote("SEGUE", 42.25));
        subscriber.poll(codec, quote -> System.out.println("Received " + quote), 10);
      }
    } finally {
      Channel.unlinkIfExists(path);
      Files.delete(directory);
    }
  }

  /// Kryo writes to and reads from the lane through `ByteBuffer`s. A Kryo is for one thread at a
  /// time, like publishers and subscribers: two ends on two threads need one Kryo each.
  static MessageCodec<Quote> kryo() {
    Kryo kryo = new Kryo();
    kryo.register(Quote.class);
    ByteBufferOutput output = new ByteBufferOutput();
    ByteBufferInput input = new ByteBufferInput();
    return MessageCodec.of(
        (quote, destination, offset) -> {
          output.setBuffer(destination.asSlice(offset).asByteBuffer());
          kryo.writeObject(output, quote);
          return output.position();
        },
        message -> {
          input.setBuffer(message.asByteBuffer());
          return kryo.readObject(input, Quote.class);
        },
        MOST_BYTES);
  }

  /// Fory uses its own arrays and buffers, so its output is copied into the lane, and its input out
  /// of it. A Fory is also for one thread at a time.
  static MessageCodec<Quote> fory() {
    LoggerFactory.disableLogging();
    Fory fory =
        Fory.builder()
            .withXlang(false)
            .requireClassRegistration(true)
            .withAsyncCompilation(false)
            .build();
    fory.register(Quote.class);
    MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(MOST_BYTES);
    return MessageCodec.of(
        (quote, destination, offset) -> {
          buffer.writerIndex(0);
          fory.serialize(buffer, quote);
          int length = buffer.writerIndex();
          MemorySegment.copy(
              buffer.getHeapMemory(), 0, destination, ValueLayout.JAVA_BYTE, offset, length);
          return length;
        },
        message -> fory.deserialize(message.toArray(ValueLayout.JAVA_BYTE), Quote.class),
        MOST_BYTES);
  }
}
