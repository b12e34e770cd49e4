// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// Runs the experiments with one transport: sends quotes to another process, and kills it.
public final class Trial {

  private static final int MOST_LOST = 1000;
  private static final int ROUND_TRIPS_APART = 100;
  private static final int RATES = 3;

  /// The warm-up time of each measurement, so that the JIT compiler has finished.
  private static final long WARM_NANOS_PER_MESSAGE = 20_000;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PERCENT_99 = 0.99;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final Address address;
  private final Link link;

  /// The number of times that each quote has arrived in this process.
  private final Map<Long, Integer> arrived = new HashMap<>();

  private @Nullable Process peer;
  private long nextNumber;
  private long lastMarker;

  private Trial(Address address) {
    this.address = address;
    this.link = address.open();
  }

  /// Runs the experiments with a transport.
  ///
  /// @param brokers the addresses of Kafka's brokers; anything for other transports
  /// @param messages the number of quotes for the throughput measurement
  /// @return the results
  /// @throws IOException if the other process cannot be started
  /// @throws InterruptedException if the thread is interrupted
  /// @throws ExecutionException if Kafka fails
  public static Figures run(Transport transport, String brokers, int messages)
      throws IOException, InterruptedException, ExecutionException {
    Address address = Address.create(transport, brokers);
    try {
      Trial trial = new Trial(address);
      try {
        return trial.run(messages);
      } finally {
        trial.close();
      }
    } finally {
      address.delete();
    }
  }

  private Figures run(int messages) throws IOException, InterruptedException {
    int quotes = Math.min(MOST_LOST, messages);
    int fromKilledProducer = killProducer(quotes);
    long warm = messages * WARM_NANOS_PER_MESSAGE;
    int roundTrips = Math.max(1, messages / ROUND_TRIPS_APART);
    for (long end = System.nanoTime() + warm; System.nanoTime() - end < 0; ) {
      long[] _ = roundTrips(1);
    }
    long[] nanos = roundTrips(roundTrips);
    for (long end = System.nanoTime() + warm; System.nanoTime() - end < 0; ) {
      double _ = rate(roundTrips);
    }
    double rate = 0;
    for (int i = 0; i < RATES; i++) {
      rate = Math.max(rate, rate(messages));
    }
    killConsumer(quotes);
    int answers = arrived.values().stream().mapToInt(count -> count).sum();
    return new Figures(
        nanos[nanos.length / 2],
        nanos[(int) (nanos.length * PERCENT_99)],
        rate,
        quotes,
        fromKilledProducer,
        arrived.size(),
        answers - arrived.size(),
        link.stored());
  }

  /// Starts a process that dies as soon as it has sent its last quote, and then another process.
  ///
  /// @return the number of quotes that arrived
  private int killProducer(int quotes) throws IOException, InterruptedException {
    Process producer = Peer.start(address, quotes);
    try {
      while (producer.isAlive()) {
        boolean _ = receive();
      }
    } finally {
      end(producer);
    }
    startPeer();
    return arrived.size();
  }

  /// Measures round trips of quotes, one after another.
  ///
  /// @return sorted nanoseconds
  private long[] roundTrips(int count) {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      awaitAnswer(send(true));
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos;
  }

  /// Sends many quotes, of which only the last is answered.
  ///
  /// @return quotes per second
  private double rate(int count) {
    long start = System.nanoTime();
    for (int i = 1; i < count; i++) {
      long _ = send(false);
    }
    awaitAnswer(send(true));
    return count * NANOS_PER_SECOND / (System.nanoTime() - start);
  }

  /// Kills the consumer after it has answered at least one of a number of quotes, sends the same
  /// number again, and starts another consumer. {@link #arrived} counts the answers.
  private void killConsumer(int quotes) throws IOException, InterruptedException {
    arrived.clear();
    long first = nextNumber;
    for (int i = 0; i < quotes / 2; i++) {
      long _ = send(true);
    }
    while (arrived.isEmpty()) {
      boolean _ = receive();
      requirePeer();
    }
    if (peer != null) {
      end(peer);
    }
    for (int i = quotes / 2; i < quotes && link.send(quote(true)); i++) {}
    startPeer();
    arrived.keySet().removeIf(number -> number < first);
  }

  private Quote quote(boolean answer) {
    return new Quote(nextNumber++, "SEGUE", 42.25, answer);
  }

  /// Sends a quote to a live consumer.
  ///
  /// @return the number of the quote
  private long send(boolean answer) {
    Quote quote = quote(answer);
    while (!link.send(quote)) {
      requirePeer();
    }
    return quote.number();
  }

  /// Counts arriving quotes.
  ///
  /// @return whether any quote has arrived
  private boolean receive() {
    return link.receive(quote -> arrived.merge(quote.number(), 1, Integer::sum)) > 0;
  }

  private void awaitAnswer(long number) {
    while (!arrived.containsKey(number)) {
      boolean _ = receive();
      requirePeer();
    }
    arrived.clear();
  }

  private void requirePeer() {
    if (peer != null && !peer.isAlive()) {
      throw new IllegalStateException("the other process has ended");
    }
  }

  /// Starts a consumer, and waits until it answers. By then, everything that was sent earlier has
  /// arrived, if it arrives at all.
  private void startPeer() throws IOException {
    peer = Peer.start(address, 0);
    BufferedReader printed = peer.inputReader();
    if (!Peer.READY.equals(printed.readLine())) {
      throw new IOException("the other process did not start");
    }
    long first = lastMarker - 1;
    while (arrived.keySet().stream().noneMatch(number -> number < 0 && number <= first)) {
      boolean _ = link.send(new Quote(--lastMarker, "", 0, true)); // may be lost while it connects
      boolean _ = receive();
      requirePeer();
    }
    while (receive()) {}
    arrived.keySet().removeIf(number -> number < 0);
  }

  /// Kills a process, and deletes the leftovers of its media driver.
  private void end(Process process) throws IOException, InterruptedException {
    int _ = process.destroyForcibly().waitFor();
    if (address.transport() == Transport.AERON && Files.isDirectory(SHARED_MEMORY)) {
      String pattern = "aeron-*-segue-*-" + process.pid() + "-*";
      try (DirectoryStream<Path> left = Files.newDirectoryStream(SHARED_MEMORY, pattern)) {
        for (Path directory : left) {
          delete(directory);
        }
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /// Ends the other process, and closes this end of the link.
  private void close() throws IOException, InterruptedException {
    try {
      if (peer != null) {
        peer.getOutputStream().close();
        int _ = peer.waitFor();
      }
    } finally {
      link.close();
    }
  }
}
