// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;

/// Sends compressed orders through a channel, and shows what Prometheus would read. Run it with
/// `-XX:StartFlightRecording` for the events.
final class MetricsExample {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Order(long id, String customer, int[] quantities) {}

  private static final int MESSAGES = 20_000;

  private static final Serializer SERIALIZER = Serializer.builder().register(Order.class).build();

  private MetricsExample() {}

  /// @param args the path of the channel, which is deleted at the end
  public static void main(String[] args) {
    Path path = Path.of(args[0]);
    try (Channel channel = Channel.create(path);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      try (ChannelMetrics metrics = new ChannelMetrics(channel)) {
        metrics.bindTo(registry);
        new CompressionMetrics().bindTo(registry);
        send(publisher, subscriber);
        System.out.print(registry.scrape());
      }
    } finally {
      Channel.unlinkIfExists(path);
    }
  }

  /// Leaves one message in a hundred for later.
  private static void send(Publisher publisher, Subscriber subscriber) {
    Codec zstd = Codec.zstd();
    for (int i = 0; i < MESSAGES; i++) {
      Order order = new Order(i, "customer " + i % 100, IntStream.range(0, 200).toArray());
      byte[] compressed = zstd.compress(SERIALIZER.toBytes(order));
      if (!publisher.offer(MemorySegment.ofArray(compressed), Duration.ofSeconds(1))) {
        throw new IllegalStateException("the channel is full");
      }
      if (i % 100 != 0) {
        subscriber.poll(MetricsExample::receive, 1);
      }
    }
  }

  private static void receive(MemorySegment message) {
    byte[] payload = Codec.zstd().decompress(message.toArray(ValueLayout.JAVA_BYTE), 1 << 20);
    if (SERIALIZER.fromBytes(payload, Order.class).quantities().length != 200) {
      throw new IllegalStateException("another order");
    }
  }
}
