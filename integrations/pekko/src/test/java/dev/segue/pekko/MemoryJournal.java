// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.persistence.AtomicWrite;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.japi.AsyncWriteJournal;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/// An in-memory journal that stores bytes, and outlives actor systems.
final class MemoryJournal extends AsyncWriteJournal {

  private static final Map<String, List<byte[]>> EVENTS = new ConcurrentHashMap<>();

  static final String SETTINGS =
      """
      pekko.persistence.journal.plugin = memory-journal
      memory-journal.class = "dev.segue.pekko.MemoryJournal"
      memory-journal.plugin-dispatcher = "pekko.actor.default-dispatcher"
      memory-journal.recovery-event-timeout = 300s
      memory-journal.circuit-breaker.call-timeout = 300s
      """;

  private final Serialization serialization = SerializationExtension.get(context().system());

  private static List<byte[]> events(String persistenceId) {
    return EVENTS.computeIfAbsent(persistenceId, _ -> new CopyOnWriteArrayList<>());
  }

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
    List<Optional<Exception>> results = new ArrayList<>();
    for (AtomicWrite write : writes) {
      for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
        events(write.persistenceId()).add(serialization.serialize(event).get());
      }
      results.add(Optional.empty());
    }
    return Futures.successful(results);
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long toSequenceNr) {
    return Futures.failed(new UnsupportedOperationException());
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String persistenceId, long from, long to, long max, Consumer<PersistentRepr> replay) {
    for (byte[] event : events(persistenceId)) {
      replay.accept(serialization.deserialize(event, PersistentRepr.class).get());
    }
    return Futures.successful(null);
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long from) {
    return Futures.successful((long) events(persistenceId).size());
  }
}
