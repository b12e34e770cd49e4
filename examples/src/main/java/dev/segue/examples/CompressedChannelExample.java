// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.Envelope;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.MessageEncoding;
import dev.segue.shm.MessageFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Objects through shared memory, compressed straight into the lane when that pays.
final class CompressedChannelExample {

  record Report(String title, String text) {}

  /// A compression policy, as an encoding of messages.
  record Compressed(Envelope envelope) implements MessageEncoding {

    @Override
    public long maxEncodedLength(long contentLength) {
      return envelope.maxLength(contentLength);
    }

    @Override
    public long encode(MemorySegment content, MemorySegment destination) {
      return envelope.write(content, destination);
    }

    @Override
    public long contentLength(MemorySegment encoded) {
      return envelope.contentLength(encoded);
    }

    @Override
    public long decode(MemorySegment encoded, MemorySegment destination) {
      return envelope.read(encoded, destination);
    }
  }

  private CompressedChannelExample() {}

  public static void main(String[] args) throws IOException {
    Serializer serializer = Serializer.builder().register(Report.class).build();
    MessageFormat<Report> plain =
        MessageFormat.of(
            serializer::write,
            message -> Objects.requireNonNull(serializer.read(message, 0, Report.class)),
            1 << 16);
    MessageFormat<Report> compressed =
        plain.encodedBy(new Compressed(new Envelope(CompressionPolicy.of(Codec.zstd()))));
    Path directory = Files.createTempDirectory("segue-example-");
    Path path = directory.resolve("reports");
    try (var channel = Channel.create(path, ChannelConfig.defaults());
        var publisher = channel.publisher();
        var subscriber = channel.subscriber()) {
      Report report = new Report("Weather", "It rained, and then it rained. ".repeat(1000));
      publisher.send(plain, report);
      subscriber.poll(message -> System.out.println("Plain: " + message.byteSize()), 1);
      publisher.send(compressed, report);
      subscriber.poll(message -> System.out.println("Compressed: " + message.byteSize()), 1);
      publisher.send(compressed, report);
      subscriber.poll(compressed, same -> System.out.println("Equal: " + same.equals(report)), 1);
    } finally {
      Channel.unlink(path);
      Files.delete(directory);
    }
  }
}
