// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.Claim;
import dev.segue.shm.MessageCodec;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import dev.segue.shm.TypedPublisher;
import dev.segue.shm.TypedSubscriber;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Two programs that exchange objects through shared memory, started in either order. In this
/// example they are two threads of one process.
final class QuotesExample {

  record Quote(String symbol, double price) {}

  private final Path path;
  private final MessageCodec<Quote> quotes;
  private volatile boolean running = true;

  private QuotesExample(Path path, MessageCodec<Quote> quotes) {
    this.path = path;
    this.quotes = quotes;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Serializer serializer = Serializer.builder().register(Quote.class).build();
    // tag::codec[]
    MessageCodec<Quote> quotes =
        MessageCodec.of(serializer::write, m -> serializer.read(m, 0, Quote.class), 1024);
    // end::codec[]
    Path directory = Files.createTempDirectory("segue-example-");
    Path path = directory.resolve("quotes");
    try {
      QuotesExample example = new QuotesExample(path, quotes);
      Thread other = Thread.ofPlatform().start(example::subscribe);
      example.publish();
      other.join();
      example.claim();
      example.typed();
    } finally {
      Channel.unlinkIfExists(path);
      Files.delete(directory);
    }
  }

  private void publish() {
    // tag::publisher[]
    try (Channel channel = Channel.openOrCreate(path);
        Publisher publisher = channel.addPublisher()) {
      if (!publisher.offer(quotes, new Quote("SEGUE", 42.25), Duration.ofSeconds(1))) {
        System.out.println("The subscriber has made no room for a second");
      }
    }
    // end::publisher[]
  }

  private void subscribe() {
    // tag::subscriber[]
    try (Channel channel = Channel.openOrCreate(path);
        Subscriber subscriber = channel.addSubscriber()) {
      while (running) {
        subscriber.poll(quotes, this::onQuote, 100, Duration.ofMillis(250)); // sleeps
      }
    }
    // end::subscriber[]
  }

  private void onQuote(Quote quote) {
    System.out.println("Received " + quote);
    running = false;
  }

  /// Sends without copying and without garbage.
  private void claim() {
    long sequence = 4711;
    try (Channel channel = Channel.open(path);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      // tag::claim[]
      try (Claim claim = publisher.tryClaim(16)) { // null when the lane is full
        if (claim != null) {
          claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), sequence);
          claim.commit(8); // a claim that is not committed is aborted on leaving the block
        }
      }
      // end::claim[]
      subscriber.poll(
          (memory, offset, _) ->
              System.out.println("Sequence " + memory.get(ValueLayout.JAVA_LONG, offset)),
          10);
    }
  }

  /// Passes the codec once, instead of with each call.
  private void typed() {
    try (Channel channel = Channel.open(path);
        TypedPublisher<Quote> publisher = channel.addPublisher(quotes);
        TypedSubscriber<Quote> subscriber = channel.addSubscriber(quotes)) {
      if (publisher.offer(new Quote("TYPED", 1.5))) {
        subscriber.poll(this::onQuote, 10);
      }
    }
  }
}
