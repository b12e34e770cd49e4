// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The state that all serializers and deserializers of a process with the same topic of schemas
/// share: the schemas, and the thread and clients that read and write the topic.
///
/// Before the serializer returns the bytes of a record, the record's schema is on the topic,
/// acknowledged by all in-sync replicas. So a reader that meets an unknown schema finds it before
/// the current end of the topic.
final class SharedSchemas {
  private static final System.Logger LOGGER = System.getLogger("dev.segue.kafka");

  /// The instances in use. Guarded by the class.
  private static final Map<ClientSettings, SharedSchemas> OPEN = new HashMap<>();

  private final ClientSettings settings;
  private final int timeoutMs;
  private final KnownSchemas schemas = new KnownSchemas();
  private final SchemaTopic topic;
  private final SchemaFollower follower;
  private final Thread thread;
  private final Map<Long, CompletableFuture<@Nullable Void>> inFlight = new ConcurrentHashMap<>();

  /// The number of registries that use this. Guarded by the class.
  private int users;

  /// Whether this process writes records, and so restores schemas that the topic has lost.
  private volatile boolean isWriter;

  /// Null until a schema is published. Guarded by this.
  private @Nullable Producer<byte[], byte[]> producer;

  private boolean isClosed;

  private SharedSchemas(ClientSettings settings, Keys keys) {
    this.settings = settings;
    this.timeoutMs = keys.number(SegueKafkaConfig.SCHEMAS_TIMEOUT_MS);
    Admin admin = Admin.create(settings.admin(timeoutMs));
    Consumer<byte[], byte[]> consumer = consumer(settings, admin, timeoutMs);
    this.topic =
        new SchemaTopic(
            admin,
            settings.topic(),
            keys.number(SegueKafkaConfig.SCHEMAS_REPLICATION_FACTOR),
            timeoutMs);
    this.follower =
        new SchemaFollower(
            consumer,
            topic,
            schemas,
            timeoutMs,
            keys.number(SegueKafkaConfig.SCHEMAS_CHECK_MS),
            this::restore);
    this.thread =
        Thread.ofPlatform().daemon().name("segue-schemas-" + settings.topic()).unstarted(follower);
  }

  private static Consumer<byte[], byte[]> consumer(
      ClientSettings settings, Admin admin, int timeoutMs) {
    try {
      return new KafkaConsumer<>(settings.consumer(timeoutMs));
    } catch (RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  /// Returns the shared state for a topic, and adds one user.
  static SharedSchemas acquire(ClientSettings settings, Keys keys) {
    synchronized (SharedSchemas.class) {
      SharedSchemas shared = OPEN.get(settings);
      if (shared == null) {
        shared = new SharedSchemas(settings, keys);
        shared.thread.start();
        OPEN.put(settings, shared);
      }
      shared.users++;
      return shared;
    }
  }

  /// Removes one user, and closes everything after the last one.
  void release() {
    synchronized (SharedSchemas.class) {
      if (--users > 0) {
        return;
      }
      OPEN.remove(settings);
    }
    close();
  }

  private void close() {
    follower.stop();
    synchronized (this) {
      isClosed = true;
      if (producer != null) {
        producer.close(Duration.ZERO);
      }
    }
    topic.close();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the thread ends by itself
    }
  }

  byte @Nullable [] find(long fingerprint) {
    byte[] known = schemas.find(fingerprint);
    if (known != null) {
      return known;
    }
    readToEnd(deadline());
    return schemas.find(fingerprint);
  }

  private void readToEnd(long deadline) {
    Future<?> request = follower.request();
    try {
      await(request, "read", deadline);
    } finally {
      boolean _ = request.cancel(false); // otherwise the thread would keep trying for nobody
    }
  }

  /// Publishes a schema, unless it is on the topic. If several threads need the same schema, one
  /// publishes it and the others wait; if that thread is interrupted or times out, another one
  /// tries.
  void publish(long fingerprint, byte[] document) {
    isWriter = true;
    long deadline = deadline();
    while (!schemas.isOnTopic(fingerprint)) {
      CompletableFuture<@Nullable Void> own = new CompletableFuture<>();
      CompletableFuture<@Nullable Void> other = inFlight.putIfAbsent(fingerprint, own);
      if (other == null) {
        publish(fingerprint, document, own, deadline);
        return;
      }
      await(other, "write", deadline);
    }
  }

  /// @param own completes exceptionally for a failure that concerns all waiting threads
  private void publish(
      long fingerprint, byte[] document, CompletableFuture<@Nullable Void> own, long deadline) {
    try {
      if (!follower.hasRead(topic.ensure())) {
        readToEnd(deadline);
      }
      send(fingerprint, document, deadline);
    } catch (InterruptException | TimeoutException e) {
      throw e;
    } catch (RuntimeException e) {
      own.completeExceptionally(e);
      throw e;
    } finally {
      Object _ = inFlight.remove(fingerprint);
      own.complete(null);
    }
  }

  private void send(long fingerprint, byte[] document, long deadline) {
    if (schemas.isOnTopic(fingerprint)) {
      return;
    }
    byte[] key = KnownSchemas.key(fingerprint).getBytes(StandardCharsets.US_ASCII);
    var record = new ProducerRecord<byte[], byte[]>(settings.topic(), 0, key, document);
    await(producer().send(record), "write", deadline);
    schemas.add(fingerprint, document);
    schemas.setOnTopic(fingerprint);
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (isClosed) {
      throw new IllegalStateException("the registry of schemas is closed");
    }
    Producer<byte[], byte[]> made = producer;
    if (made == null) {
      made = new KafkaProducer<>(settings.producer(timeoutMs));
      producer = made;
    }
    return made;
  }

  /// Publishes the known schemas that are missing after the topic was deleted or replaced, if this
  /// process writes records. Called by the thread.
  ///
  /// @return whether this call has created the topic, so that the next one publishes the schemas
  private boolean restore() {
    Map<Long, byte[]> missing = isWriter ? schemas.missing() : Map.of();
    if (missing.isEmpty()) {
      return false;
    }
    try {
      if (topic.ensure() == null) {
        return true;
      }
      missing.forEach((fingerprint, document) -> send(fingerprint, document, deadline()));
      LOGGER.log(
          System.Logger.Level.WARNING,
          "topic %s had lost %d schemas; they were written again"
              .formatted(settings.topic(), missing.size()));
    } catch (InterruptException e) {
      throw e;
    } catch (RuntimeException e) { // tried again at the next check
      LOGGER.log(System.Logger.Level.WARNING, "cannot restore topic " + settings.topic(), e);
    }
    return false;
  }

  private long deadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
  }

  /// Returns the number of threads that wait for another one to publish a schema, or -1 if none
  /// publishes it. For tests.
  int waiting(long fingerprint) {
    CompletableFuture<@Nullable Void> published = inFlight.get(fingerprint);
    return published == null ? -1 : published.getNumberOfDependents();
  }

  private void await(Future<?> future, String what, long deadline) {
    try {
      Object _ = future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new KafkaException(
          "cannot %s topic %s".formatted(what, settings.topic()), e.getCause());
    } catch (java.util.concurrent.TimeoutException e) {
      RuntimeException reason = follower.lastFailure();
      throw new TimeoutException(
          "cannot %s topic %s within %s=%d: %s"
              .formatted(
                  what,
                  settings.topic(),
                  SegueKafkaConfig.SCHEMAS_TIMEOUT_MS,
                  timeoutMs,
                  reason == null ? "no broker answers" : reason.getMessage()),
          reason == null ? e : reason);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
