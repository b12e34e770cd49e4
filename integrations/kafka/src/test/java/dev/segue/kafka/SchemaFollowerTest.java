// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedCluster.class)
class SchemaFollowerTest {
  private static final int TIMEOUT_MS = 300_000;

  private final TestCluster cluster;

  /// The failure of the next poll; null if it succeeds.
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private final AtomicInteger attempts = new AtomicInteger();

  SchemaFollowerTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  private SchemaTopic topic(String name) {
    return new SchemaTopic(
        Admin.create(ClientSettings.of(cluster.schemas(name), name).admin(TIMEOUT_MS)),
        name,
        1,
        TIMEOUT_MS);
  }

  private SchemaFollower follower(SchemaTopic topic) {
    Map<String, Object> configs = cluster.schemas(topic.name());
    var consumer =
        new KafkaConsumer<byte[], byte[]>(
            ClientSettings.of(configs, topic.name()).consumer(TIMEOUT_MS));
    return new SchemaFollower(
        failing(consumer),
        topic,
        new KnownSchemas(),
        TIMEOUT_MS,
        TIMEOUT_MS,
        () -> attempts.incrementAndGet() < 0);
  }

  @SuppressWarnings("unchecked")
  private Consumer<byte[], byte[]> failing(Consumer<byte[], byte[]> consumer) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            SchemaFollowerTest.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (_, method, arguments) -> {
              Throwable next = method.getName().equals("poll") ? failure.getAndSet(null) : null;
              if (next != null) {
                throw next;
              }
              try {
                return method.invoke(consumer, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  @Test
  void topicIsReadAgainAfterAConsumerFailure() throws Exception {
    cluster.createTopic("revoked", 1, 1, Map.of("cleanup.policy", "compact"));
    try (SchemaTopic topic = topic("revoked")) {
      SchemaFollower follower = follower(topic);
      Thread thread = Thread.ofPlatform().daemon().start(follower);
      follower.request().get(5, TimeUnit.MINUTES);
      failure.set(new TopicAuthorizationException("revoked"));
      follower.request().get(5, TimeUnit.MINUTES); // ends the current poll; the next one fails
      Await.until("a poll fails", () -> failure.get() == null);
      follower.request().get(5, TimeUnit.MINUTES);
      assertTrue(follower.hasRead(topic.id()));
      follower.stop();
      assertTrue(thread.join(Duration.ofMinutes(5)));
    }
  }

  @Test
  void cancelledRequestsAreNotTried() throws Exception {
    try (SchemaTopic topic = topic("absent")) {
      SchemaFollower follower = follower(topic);
      Future<?> request = follower.request();
      Thread thread = Thread.ofPlatform().daemon().start(follower);
      Await.until("it is tried again", () -> attempts.get() > 1);
      assertTrue(request.cancel(false));
      Await.until("the thread rests until somebody asks", follower::isResting);
      follower.stop();
      assertTrue(thread.join(Duration.ofMinutes(5)));
    }
  }

  @Test
  void interruptDoesNotEndTheThread() throws Exception {
    cluster.createTopic("interrupted", 1, 1, Map.of("cleanup.policy", "compact"));
    try (SchemaTopic topic = topic("interrupted")) {
      SchemaFollower follower = follower(topic);
      Thread thread = Thread.ofPlatform().daemon().start(follower);
      follower.request().get(5, TimeUnit.MINUTES);
      thread.interrupt();
      Await.until("the thread notices", () -> !thread.isInterrupted());
      follower.request().get(5, TimeUnit.MINUTES);
      failure.set(new OutOfMemoryError("expected by a test"));
      Future<?> _ = follower.request(); // ends the current poll; the next one fails
      Await.until("a poll fails", () -> failure.get() == null);
      Await.until("the topic is read again", () -> reads(follower));
      follower.stop();
      assertTrue(thread.join(Duration.ofMinutes(5)));
    }
  }

  private static boolean reads(SchemaFollower follower) {
    try {
      var _ = follower.request().get(5, TimeUnit.MINUTES);
      return true;
    } catch (ExecutionException _) { // ends the thread's poll with the error
      return false;
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
