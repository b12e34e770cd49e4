// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.jspecify.annotations.Nullable;

/// A topic with a producer in this thread and a consumer in another one. Keys are the times at
/// which records are due. Both clients have their defaults, except as the constructor says.
final class RecordStream implements AutoCloseable {
  private static final String NETWORK_THREAD = "kafka-producer-network-thread";
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int DIGITS = 3;
  private static final long LONGEST = 60_000_000_000L;
  private static final long PARK_NANOS = 50_000;

  /// The most bytes of values in one measurement: they are kept in memory.
  private static final long MOST_BYTES = 400L << 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Object value;
  private final String topic;
  private final TimedSerializer serializer;
  private final TimedDeserializer deserializer;
  private final KafkaProducer<Long, Object> producer;
  private final KafkaConsumer<Long, Object> consumer;
  private final Histogram latencies = new Histogram(LONGEST, DIGITS);
  private final long most;
  private long sent;
  private long read;
  private volatile @Nullable Object received;

  /// @param settings of the producer
  RecordStream(RecordCodec codec, String servers, String topic, Map<String, Object> settings) {
    this.value = codec.value();
    this.topic = topic;
    this.serializer = new TimedSerializer(codec.serializer());
    this.deserializer = new TimedDeserializer(codec.deserializer());
    this.most = MOST_BYTES / codec.serializer().serialize(topic, value).length;
    Map<String, Object> configs = new HashMap<>(settings);
    configs.put("bootstrap.servers", servers);
    this.producer = new KafkaProducer<>(configs, new LongSerializer(), serializer);
    this.consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", servers), new LongDeserializer(), deserializer);
    var partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
  }

  String topic() {
    return topic;
  }

  long sent() {
    return sent;
  }

  /// Returns the last value that was read, or null if there is none.
  @Nullable Object received() {
    return received;
  }

  /// What was reached.
  ///
  /// @param count records
  /// @param rate records a second until the last one was read
  /// @param cpuNanos CPU time of the producer's two threads and the consumer's
  /// @param serializerShare of the CPU time of the producer's two threads
  /// @param deserializerShare of the CPU time of the consumer's thread
  record Result(
      long count, double rate, long cpuNanos, double serializerShare, double deserializerShare) {}

  /// Sends and reads as many records as possible.
  Result asFastAsPossible(long nanos) throws InterruptedException {
    serializer.reset();
    deserializer.reset();
    long first = sent;
    long start = System.nanoTime();
    long before = producerCpu();
    Reader reader = new Reader().start();
    for (long now = start; now - start < nanos && sent - first < most; now = System.nanoTime()) {
      send(now);
    }
    producer.flush();
    reader.end(sent);
    long count = sent - first;
    long producerCpu = producerCpu() - before;
    return new Result(
        count,
        count * 1e9 / (reader.lastRead - start),
        producerCpu + reader.cpuNanos,
        serializer.nanos() * count / producerCpu,
        deserializer.nanos() * count / reader.cpuNanos);
  }

  /// Sends records at a fixed rate, whether earlier ones have arrived or not.
  ///
  /// @return nanoseconds from the time when a record was due until it had been read
  Histogram atRate(double rate, long nanos) throws InterruptedException {
    long first = sent;
    long count = Math.clamp((long) (rate * nanos / 1e9), 1, most);
    latencies.reset();
    Reader reader = new Reader().start();
    long start = System.nanoTime();
    while (sent - first < count) {
      long due = start + (long) ((sent - first) * 1e9 / rate);
      while (System.nanoTime() - due < 0) {
        LockSupport.parkNanos(PARK_NANOS);
      }
      send(due);
    }
    reader.end(sent);
    return latencies;
  }

  private void send(long due) {
    sent++;
    var _ = producer.send(new ProducerRecord<>(topic, due, value));
  }

  private static long producerCpu() {
    long nanos = THREADS.getCurrentThreadCpuTime();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith(NETWORK_THREAD)) {
        nanos += THREADS.getThreadCpuTime(thread.threadId());
      }
    }
    return nanos;
  }

  /// Reads on until as many records have arrived as were sent.
  private final class Reader {
    private final Thread thread = Thread.ofPlatform().name("consumer").unstarted(this::run);
    private volatile long target = Long.MAX_VALUE;
    private volatile long cpuNanos;

    /// When the last record had been read: the thread may then wait for more in vain.
    private volatile long lastRead;

    private Reader start() {
      thread.start();
      return this;
    }

    private void run() {
      while (read < target) {
        for (ConsumerRecord<Long, Object> record : consumer.poll(POLL)) {
          long now = System.nanoTime();
          @Nullable Long due = record.key();
          if (due != null) {
            latencies.recordValue(Math.clamp(now - due, 0, LONGEST));
          }
          received = record.value();
          lastRead = now;
          read++;
        }
      }
      cpuNanos = THREADS.getCurrentThreadCpuTime();
    }

    private void end(long count) throws InterruptedException {
      target = count;
      thread.join();
    }
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
  }
}
