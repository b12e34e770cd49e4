// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.shm.Channel;
import dev.segue.shm.Claim;
import dev.segue.shm.MessageHandler;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Messages between two processes, after a migration from Aeron IPC or an Agrona ring buffer. The
/// marked parts are snippets of docs/migrate/agrona-aeron.md.
final class AeronMigrationExample {

  private AeronMigrationExample() {}

  // tag::after[]
  static void send(Publisher publisher, MemorySegment message) {
    if (!publisher.offer(message, Duration.ofSeconds(1))) { // errors are thrown
      throw new IllegalStateException("the subscriber has made no room for a second");
    }
  }

  static boolean sendPrice(Publisher publisher, long instrument, double price) {
    try (Claim claim = publisher.tryClaim(16)) { // null when there is no room
      if (claim == null) {
        return false;
      }
      claim.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, claim.offset(), instrument);
      claim.memory().set(ValueLayout.JAVA_DOUBLE_UNALIGNED, claim.offset() + 8, price);
      claim.commit();
      return true;
    }
  }

  static int receive(Subscriber subscriber, MessageHandler handler) {
    return subscriber.poll(handler, 10, Duration.ofMillis(250)); // spins, then sleeps
  }

  // end::after[]

  public static void main(String[] args) throws IOException {
    Path directory = Files.createTempDirectory("segue-example-");
    Path path = directory.resolve("prices");
    try {
      exchange(path);
    } finally {
      Channel.unlinkIfExists(path);
      Files.delete(directory);
    }
  }

  private static void exchange(Path path) {
    try (Channel channel = Channel.openOrCreate(path);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      byte[] text = "opened".getBytes(StandardCharsets.UTF_8);
      send(publisher, MemorySegment.ofArray(text));
      receive(subscriber, message -> System.out.println("Received " + message.byteSize()));
      System.out.println("Sent: " + sendPrice(publisher, 7, 42.25));
      receive(subscriber, AeronMigrationExample::printPrice);
    }
  }

  private static void printPrice(MemorySegment message) {
    long instrument = message.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    double price = message.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8);
    System.out.println("Price of " + instrument + ": " + price);
  }
}
