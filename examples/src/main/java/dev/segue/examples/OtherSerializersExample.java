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

/// Other serializers than Segue's on a channel: whatever writes to memory and reads from it can be
/// a `MessageCodec`.
///
/// On JDK 25 Fory wants `--add-opens=java.base/java.lang.invoke=ALL-UNNAMED` to stay off
/// `sun.misc.Unsafe`, and Kryo `-Dkryo.unsafe=false`.
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

  /// Kryo writes to the lane and reads from it, as `ByteBuffer`s. It is for one thread at a time,
  /// as publishers and subscribers are: one for each end, when they are on two threads.
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

  /// Fory takes arrays and buffers that are its own: what it wrote is copied into the lane, and out
  /// of it. For one thread at a time too.
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
