// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static dev.segue.examples.ChronicleMigrationExample.MOST_BYTES;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.examples.ChronicleMigrationExample.Journal;
import dev.segue.examples.ChronicleMigrationExample.Quote;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The claims of docs/migrate/chronicle-queue.md.
@Timeout(600)
class ChronicleMigrationTest {

  private static final Serializer SERIALIZER = Serializer.builder().register(Quote.class).build();

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("quotes.journal");
  }

  private Path incoming() {
    return directory.resolve("incoming");
  }

  private Path outgoing() {
    return directory.resolve("outgoing");
  }

  private void runJournal() throws IOException {
    new Journal().run(file(), incoming(), outgoing(), ChronicleMigrationExample.once());
  }

  @AfterEach
  void unlink() {
    Channel.unlinkIfExists(incoming());
    Channel.unlinkIfExists(outgoing());
  }

  private static byte[] quote(long sequence) {
    return SERIALIZER.toBytes(new Quote(sequence, "SEGUE", 42 + sequence));
  }

  private void publish(long sequence) {
    try (Channel channel = Channel.openOrCreate(incoming());
        Publisher publisher = channel.addPublisher()) {
      assertTrue(publisher.offer(MemorySegment.ofArray(quote(sequence))));
    }
  }

  private List<Long> replayed() throws IOException {
    List<Long> sequences = new ArrayList<>();
    ChronicleMigrationExample.replay(file(), 0, quote -> sequences.add(quote.sequence()));
    return sequences;
  }

  @Test
  void messagesWaitForTheJournal() throws IOException {
    publish(1);
    publish(2);
    runJournal();
    publish(3);
    runJournal();
    assertEquals(List.of(1L, 2L, 3L), replayed());
  }

  @Test
  void incompleteMessageIsWrittenAgain() throws IOException {
    byte[] second = quote(2);
    Files.write(file(), quote(1), CREATE, APPEND);
    Files.write(file(), Arrays.copyOf(second, second.length - 1), CREATE, APPEND);
    assertEquals(List.of(1L), replayed());
    publish(2);
    publish(3);
    runJournal();
    assertEquals(List.of(1L, 2L, 3L), replayed());
  }

  /// Writes messages, damages a byte of the second one, and returns the size of the file.
  private long writeDamaged(int offset) throws IOException {
    byte[] damaged = quote(2);
    damaged[offset] = 1;
    Files.write(file(), quote(1), CREATE, APPEND);
    Files.write(file(), damaged, APPEND);
    for (long sequence = 3; Files.size(file()) <= 2 * MOST_BYTES; sequence++) {
      Files.write(file(), quote(sequence), APPEND);
    }
    return Files.size(file());
  }

  @Test
  void damagedMessageIsNotTruncated() throws IOException {
    long size = writeDamaged(quote(2).length - 1);
    assertThrows(SerializationException.class, this::replayed);
    assertThrows(SerializationException.class, this::runJournal);
    assertEquals(size, Files.size(file()));
  }

  @Test
  void fileIsNotTruncatedAtADamagedLength() throws IOException {
    long size = writeDamaged(14);
    IOException e = assertThrows(IOException.class, this::runJournal);
    assertEquals(file() + " is damaged at " + quote(1).length, e.getMessage());
    assertEquals(size, Files.size(file()));
  }

  @Test
  void redeliveredMessageIsStoredOnceAndForwarded() throws IOException {
    Files.write(file(), quote(1), CREATE, APPEND);
    publish(1);
    try (Channel channel = Channel.openOrCreate(outgoing(), ChronicleMigrationExample.BROADCAST);
        Subscriber subscriber = channel.addSubscriber()) {
      runJournal();
      assertEquals(1, subscriber.poll(message -> assertTrue(message.byteSize() > 0), 10));
    }
    assertEquals(List.of(1L), replayed());
  }

  @Test
  void readerResumesAtItsPosition() throws IOException {
    Files.write(file(), quote(1), CREATE, APPEND);
    long position = ChronicleMigrationExample.replay(file(), 0, quote -> {});
    assertEquals(Files.size(file()), position);
    Files.write(file(), quote(2), APPEND);
    List<Long> resumed = new ArrayList<>();
    ChronicleMigrationExample.replay(file(), position, quote -> resumed.add(quote.sequence()));
    assertEquals(List.of(2L), resumed);
  }
}
