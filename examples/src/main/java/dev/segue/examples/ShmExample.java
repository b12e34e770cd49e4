// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.ShmException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Objects through shared memory. Both ends are in this process, to keep it short: the subscriber
/// might as well be in another, which would call `Channel.open(path)`.
final class ShmExample {

  record Quote(String symbol, double price) {}

  private ShmExample() {}

  public static void main(String[] args) throws IOException {
    Path directory = Files.createTempDirectory(memory(), "segue-example-");
    Path path = directory.resolve("quotes");
    try {
      quickStart(path);
      System.out.println("A channel outlives those who use it, until it is unlinked:");
      System.out.println("  " + path + " exists: " + Files.exists(path));
      backPressure(path);
      Channel.unlink(path);
      try {
        Channel.open(path);
      } catch (ShmException e) {
        System.out.println(e.kind() + ": " + e.getMessage());
      }
    } finally {
      if (Files.exists(path)) {
        Channel.unlink(path);
      }
      Files.delete(directory);
    }
  }

  private static void quickStart(Path path) {
    // tag::quick-start[]
    var serializer = Serializer.builder().register(Quote.class).build();
    try (var channel = Channel.create(path, ChannelConfig.defaults());
        var publisher = channel.publisher();
        var subscriber = channel.subscriber()) { // in another JVM: Channel.open(path)
      publisher.send(serializer::write, new Quote("SEGUE", 42.25), 1024);
      subscriber.poll(message -> System.out.println(serializer.read(message, 0, Quote.class)), 10);
    }
    // end::quick-start[]
  }

  /// No room is an answer, not an error.
  private static void backPressure(Path path) {
    Serializer serializer = Serializer.builder().register(Quote.class).build();
    try (var channel = Channel.open(path);
        var publisher = channel.publisher();
        var subscriber = channel.subscriber()) {
      int sent = 0;
      while (publisher.send(serializer::write, new Quote("SEGUE", sent), 1024)) {
        sent++;
      }
      int polled = subscriber.poll(_ -> {}, Integer.MAX_VALUE);
      System.out.printf("The lane took %d quotes before it was full; %d were read%n", sent, polled);
    }
  }

  private static Path memory() {
    Path shared = Path.of("/dev/shm");
    return Files.isWritable(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
  }
}
