// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/// The thread of a process that follows the topic of schemas: it reads to the topic's end on
/// request, and then reads new records as they arrive.
final class SchemaFollower implements Runnable {
  private static final System.Logger LOGGER = System.getLogger("dev.segue.kafka");
  private static final long PAUSE_MS = 100;
  private static final Duration POLL = Duration.ofMillis(500);

  private final Consumer<byte[], byte[]> consumer;
  private final SchemaTopic topic;
  private final KnownSchemas schemas;
  private final long checkMs;
  private final long timeoutMs;

  /// Called when the topic has been read or does not exist; returns whether it has created the
  /// topic, which must then be read again.
  private final BooleanSupplier restore;

  private final LinkedBlockingQueue<CompletableFuture<@Nullable Void>> requests =
      new LinkedBlockingQueue<>();

  /// Requests for which the end of the topic has not been reached yet. Only the thread uses these.
  private final List<CompletableFuture<@Nullable Void>> pending = new ArrayList<>();

  private final CountDownLatch stopped = new CountDownLatch(1);

  /// Whether the thread waits for records. Set before it checks for requests, so that a request
  /// that it misses wakes it up.
  private volatile boolean isWaiting;

  private volatile boolean isResting;

  /// The topic that was read to its end; null if there is none.
  private volatile @Nullable Uuid current;

  private volatile @Nullable RuntimeException lastFailure;
  private long nextCheck = System.nanoTime();

  /// Whether this process has just created the topic.
  private boolean isCreated;

  SchemaFollower(
      Consumer<byte[], byte[]> consumer,
      SchemaTopic topic,
      KnownSchemas schemas,
      long timeoutMs,
      long checkMs,
      BooleanSupplier restore) {
    this.consumer = consumer;
    this.topic = topic;
    this.schemas = schemas;
    this.timeoutMs = timeoutMs;
    this.checkMs = checkMs;
    this.restore = restore;
  }

  /// Requests that the thread reads the topic to its current end.
  ///
  /// @return completed when the topic has been read, or failed if it cannot be. Cancel it to give
  ///   up
  Future<?> request() {
    CompletableFuture<@Nullable Void> request = new CompletableFuture<>();
    requests.add(request);
    if (isWaiting) {
      consumer.wakeup();
    }
    if (isStopped()) {
      request.completeExceptionally(closed());
    }
    return request;
  }

  /// Whether this topic was ever read to its end.
  boolean hasRead(@Nullable Uuid id) {
    return id != null && id.equals(current);
  }

  /// Returns why the topic could not be read at the last attempt, or null.
  @Nullable RuntimeException lastFailure() {
    return lastFailure;
  }

  /// Makes the thread end soon.
  void stop() {
    stopped.countDown();
    consumer.wakeup();
    requests.add(new CompletableFuture<>());
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  private static RuntimeException closed() {
    return new KafkaException("the registry of schemas is closed");
  }

  @Override
  public void run() {
    try {
      while (!isStopped()) {
        try {
          step();
        } catch (WakeupException _) {
          // Woken by a request, or to end.
        } catch (InterruptException | InterruptedException _) {
          // Interrupted by an application that interrupts all threads. This thread ends only when
          // it is stopped, because open registries, and those opened later, depend on it.
          boolean _ = Thread.interrupted();
        } catch (Error e) { // such as a temporary lack of memory
          KafkaException failure = new KafkaException("cannot read topic " + topic.name(), e);
          current = null;
          nextCheck = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MS);
          failed(failure);
          failAll(failure);
        }
      }
    } finally {
      stopped.countDown();
      failAll(closed());
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  private void failAll(RuntimeException failure) {
    List<CompletableFuture<@Nullable Void>> left = new ArrayList<>(pending);
    requests.drainTo(left);
    left.forEach(request -> request.completeExceptionally(failure));
  }

  private void step() throws InterruptedException {
    requests.drainTo(pending);
    pending.removeIf(CompletableFuture::isDone); // nobody waits for them any more
    if (!pending.isEmpty() || System.nanoTime() - nextCheck >= 0) {
      attempt();
    } else if (current != null) {
      follow();
    } else {
      rest();
    }
  }

  /// Waits for a request, until the next check.
  private void rest() throws InterruptedException {
    isResting = true;
    try {
      CompletableFuture<@Nullable Void> request = requests.poll(untilCheck(), TimeUnit.NANOSECONDS);
      if (request != null) {
        pending.add(request);
      }
    } finally {
      isResting = false;
    }
  }

  /// Whether the thread neither reads the topic nor tries to. For tests.
  boolean isResting() {
    return isResting;
  }

  private long untilCheck() {
    return Math.max(0, nextCheck - System.nanoTime());
  }

  private void follow() {
    isWaiting = true;
    try {
      if (requests.isEmpty() && !isStopped()) {
        consumer.poll(Duration.ofNanos(untilCheck())).forEach(schemas::accept);
      }
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (RuntimeException e) { // such as a revoked permission, which may come back
      current = null; // the next request or check reads the topic anew
      failed(e);
    } finally {
      isWaiting = false;
    }
  }

  private void failed(RuntimeException e) {
    lastFailure = e;
    if (!isStopped()) {
      LOGGER.log(System.Logger.Level.WARNING, "cannot read topic " + topic.name(), e);
    }
  }

  /// Reads the topic to its end, for all pending requests.
  private void attempt() throws InterruptedException {
    try {
      readToEnd();
      lastFailure = null;
      pending.forEach(request -> request.complete(null));
      pending.clear();
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (RetriableException e) {
      lastFailure = e;
      boolean _ = stopped.await(PAUSE_MS, TimeUnit.MILLISECONDS);
    } catch (RuntimeException e) {
      failed(e);
      pending.forEach(request -> request.completeExceptionally(e));
      pending.clear();
      boolean _ = stopped.await(PAUSE_MS, TimeUnit.MILLISECONDS);
    }
    if (pending.isEmpty()) {
      long untilCheck = isCreated ? PAUSE_MS : checkMs;
      nextCheck = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(untilCheck);
    }
  }

  private void readToEnd() {
    Uuid id = topic.id();
    if (id == null) {
      current = null;
      schemas.topicIsGone();
      isCreated = restore.getAsBoolean();
      throw new UnknownTopicOrPartitionException("topic " + topic.name() + " does not exist");
    }
    boolean isNew = !id.equals(current);
    if (isNew) {
      current = null;
      schemas.topicIsGone();
      consumer.assign(Set.of(topic.partition()));
      consumer.seekToBeginning(Set.of(topic.partition()));
    }
    long end = topic.end();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (consumer.position(topic.partition()) < end) {
      consumer.poll(POLL).forEach(schemas::accept);
      if (System.nanoTime() - deadline >= 0) {
        throw new TimeoutException(
            "topic %s was read up to offset %d of %d"
                .formatted(topic.name(), consumer.position(topic.partition()), end));
      }
    }
    current = id;
    if (isNew) {
      topic.warnOfFlaw();
    }
    isCreated = restore.getAsBoolean();
  }
}
