// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.TransportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Sends objects through shared memory. To keep the example short, both ends are in this process; a
/// subscriber in another process would call `Channel.open(path)`.
final class ShmExample {

  record Quote(String symbol, double price) {}

  private ShmExample() {}

  public static void main(String[] args) {
    Path path = Channel.defaultPath("segue-example-quotes-" + ProcessHandle.current().pid());
    try {
      quickStart(path);
      System.out.println("A channel outlives the processes that use it, until it is unlinked:");
      System.out.println("  " + path + " exists: " + Files.exists(path));
      backPressure(path);
      Channel.unlink(path);
      try {
        Channel.open(path);
      } catch (TransportException e) {
        System.out.println(e.kind() + ": " + e.getMessage());
      }
    } finally {
      Channel.unlinkIfExists(path);
    }
  }

  private static void quickStart(Path path) {
    // tag::quick-start[]
    var serializer = Serializer.builder().register(Quote.class).build();
    try (var channel = Channel.create(path);
        var publisher = channel.addPublisher();
        var subscriber = channel.addSubscriber()) { // in another JVM: Channel.open(path)
      if (publisher.offer(serializer::write, new Quote("SEGUE", 42.25), 1024)) { // false: no room
        subscriber.poll(m -> System.out.println(serializer.read(m, 0, Quote.class)), 10);
      }
    }
    // end::quick-start[]
  }

  /// A lack of room is a return value, not an exception.
  private static void backPressure(Path path) {
    Serializer serializer = Serializer.builder().register(Quote.class).build();
    try (var channel = Channel.awaitOpen(path, Duration.ofSeconds(1));
        var publisher = channel.addPublisher();
        var subscriber = channel.addSubscriber()) {
      int sent = 0;
      while (publisher.offer(serializer::write, new Quote("SEGUE", sent), 1024)) {
        sent++;
      }
      int polled = subscriber.poll(_ -> {}, Integer.MAX_VALUE);
      System.out.printf("The lane took %d quotes before it was full; %d were read%n", sent, polled);
    }
  }
}
