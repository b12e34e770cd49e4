// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.compression.Codec;
import dev.segue.compression.Envelope;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.MessageCodec;
import dev.segue.shm.MessageEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Sends objects through shared memory, compressed directly into the lane when that pays.
final class CompressedChannelExample {

  record Report(String title, String text) {}

  private CompressedChannelExample() {}

  public static void main(String[] args) throws IOException {
    Serializer serializer = Serializer.builder().register(Report.class).build();
    MessageCodec<Report> plain =
        MessageCodec.of(
            serializer::write, message -> serializer.read(message, 0, Report.class), 1 << 16);
    Envelope envelope = Envelope.of(Codec.zstd());
    MessageCodec<Report> compressed =
        plain.encodedBy(
            MessageEncoding.of(
                envelope::maxEncodedLength,
                envelope::encode,
                envelope::contentLength,
                envelope::decode));
    Path directory = Files.createTempDirectory("segue-example-");
    Path path = directory.resolve("reports");
    try (var channel = Channel.create(path);
        var publisher = channel.addPublisher();
        var subscriber = channel.addSubscriber()) {
      Report report = new Report("Weather", "It rained, and then it rained. ".repeat(1000));
      publisher.offer(plain, report);
      subscriber.poll(message -> System.out.println("Plain: " + message.byteSize()), 1);
      publisher.offer(compressed, report);
      subscriber.poll(message -> System.out.println("Compressed: " + message.byteSize()), 1);
      publisher.offer(compressed, report);
      subscriber.poll(compressed, same -> System.out.println("Equal: " + same.equals(report)), 1);
    } finally {
      Channel.unlinkIfExists(path);
      Files.delete(directory);
    }
  }
}
