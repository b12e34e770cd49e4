// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.segue.serializer.PayloadReader;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.MessageCodec;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import dev.segue.shm.Topology;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Messages that are stored in a file, forwarded to subscribers, and read again later: a part of
/// the functions of Chronicle Queue. The marked parts are the snippets of
/// docs/migrate/chronicle-queue.md.
final class ChronicleMigrationExample {

  record Quote(long sequence, String symbol, double price) {}

  static final int MOST_BYTES = 1024;
  private static final Serializer SERIALIZER = Serializer.builder().register(Quote.class).build();
  private static final MessageCodec<Quote> QUOTES =
      MessageCodec.of(SERIALIZER::write, m -> SERIALIZER.read(m, 0, Quote.class), MOST_BYTES);
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);
  static final ChannelConfig BROADCAST = ChannelConfig.defaults().withTopology(Topology.BROADCAST);

  // tag::journal[]
  /// Appends every message to a file, then passes it on to all subscribers.
  static final class Journal {

    private long last;

    void run(Path file, Path incoming, Path outgoing, BooleanSupplier running) throws IOException {
      try (FileChannel journal = FileChannel.open(file, CREATE, APPEND);
          Channel in = Channel.openOrCreate(incoming); // keeps messages while no journal runs
          Channel out = Channel.openOrCreate(outgoing, BROADCAST);
          Subscriber subscriber = in.addSubscriber();
          Publisher publisher = out.addPublisher()) {
        long end = replay(file, 0, quote -> last = quote.sequence());
        if (journal.size() - end > MOST_BYTES) { // more than an incomplete message
          throw new IOException(file + " is damaged at " + end);
        }
        journal.truncate(end);
        while (running.getAsBoolean()) {
          subscriber.poll(message -> keep(message, journal, publisher), 100, ONE_SECOND);
        }
      }
    }

    private void keep(MemorySegment message, FileChannel journal, Publisher publisher) {
      long sequence = SERIALIZER.read(message, 0, Quote.class).sequence();
      if (sequence > last) { // otherwise a killed journal has written it
        append(message, journal);
        last = sequence;
      }
      if (!publisher.offer(message, ONE_SECOND)) {
        throw new IllegalStateException("a subscriber has read nothing for a second");
      }
    }

    private static void append(MemorySegment message, FileChannel journal) {
      try {
        for (ByteBuffer bytes = message.asByteBuffer(); bytes.hasRemaining(); ) {
          journal.write(bytes);
        }
        // If messages must survive a power failure: journal.force(false);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  // end::journal[]

  // tag::replay[]
  /// Reads the file from a position, and returns the position at which its last whole message ends.
  static long replay(Path file, long position, Consumer<Quote> handler) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      in.skipNBytes(position);
      PayloadReader reader = SERIALIZER.reader(in);
      while (true) {
        long end = reader.position();
        try {
          if (!reader.hasNext()) {
            return position + end;
          }
          handler.accept(reader.read(Quote.class));
        } catch (SerializationException e) {
          if (e.kind() != SerializationException.Kind.MALFORMED_INPUT || reader.position() > end) {
            throw e; // a damaged message
          }
          return position + end; // an incomplete one: its writer was killed, or is still writing
        }
      }
    }
  }

  // end::replay[]

  private ChronicleMigrationExample() {}

  public static void main(String[] args) throws IOException {
    Path directory = Files.createTempDirectory("segue-example-");
    Path incoming = directory.resolve("incoming");
    Path outgoing = directory.resolve("outgoing");
    Path file = directory.resolve("quotes.journal");
    try (Channel in = Channel.openOrCreate(incoming);
        Publisher publisher = in.addPublisher();
        Channel out = Channel.openOrCreate(outgoing, BROADCAST);
        Subscriber subscriber = out.addSubscriber()) {
      for (long sequence = 1; sequence <= 3; sequence++) {
        publisher.offer(QUOTES, new Quote(sequence, "SEGUE", 42 + sequence));
      }
      new Journal().run(file, incoming, outgoing, once());
      subscriber.poll(QUOTES, quote -> System.out.println("Received " + quote), 10);
      long position = replay(file, 0, quote -> System.out.println("Replayed " + quote));
      publisher.offer(QUOTES, new Quote(4, "SEGUE", 46));
      new Journal().run(file, incoming, outgoing, once());
      replay(file, position, quote -> System.out.println("Resumed " + quote));
    } finally {
      Channel.unlinkIfExists(incoming);
      Channel.unlinkIfExists(outgoing);
      Files.deleteIfExists(file);
      Files.delete(directory);
    }
  }

  /// Lets a journal handle the waiting messages.
  static BooleanSupplier once() {
    AtomicBoolean first = new AtomicBoolean(true);
    return () -> first.getAndSet(false);
  }
}
