// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import com.sun.management.ThreadMXBean;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import dev.segue.benchmark.report.Score;
import dev.segue.kafka.TopicSchemaRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/// The measuring process: a producer and a consumer, as fast as possible and at two fixed rates,
/// and as fast as possible with compression and with large batches.
final class RecordClient {
  private static final long MILLI = 1_000_000;
  private static final int BROKER = 1;
  private static final int LARGE_BATCH = 128 << 10;

  /// How often the duration of a measurement the first stream warms up.
  private static final int WARM_PARTS = 4;

  private static final int ALL_PARTS = WARM_PARTS + 6;
  private static final double SECONDS_TO_START = 2.5;
  private static final int ROUND_TRIPS = 1000;
  private static final List<Integer> LOADS = List.of(50, 80);
  private static final List<String> PERCENTILES = List.of("50", "99", "99.9");

  private final RecordCodec codec;
  private final String servers;
  private final Admin admin;

  /// The result of the last call, which must not be optimized away.
  volatile @Nullable Object last;

  private RecordClient(RecordCodec codec, String servers, Admin admin) {
    this.codec = codec;
    this.servers = servers;
    this.admin = admin;
  }

  /// @param args the directory for the figures, the broker, the library, the object, milliseconds
  public static void main(String[] args) throws Exception {
    Processes.endEarly();
    RecordObject object = RecordObject.valueOf(args[3]);
    Map<String, Object> configs = Map.of("bootstrap.servers", args[1]);
    try (Admin admin = Admin.create(configs);
        TopicSchemaRegistry schemas = TopicSchemaRegistry.open(configs)) {
      RecordCodec codec = RecordCodec.open(args[2], object, schemas);
      new RecordClient(codec, args[1], admin)
          .measure(Long.parseLong(args[4]) * MILLI)
          .write(Path.of(args[0]));
    }
  }

  /// Returns the time that it takes.
  static double seconds(long millis) {
    return SECONDS_TO_START + ALL_PARTS * millis / 1e3;
  }

  private Measurement measure(long nanos)
      throws IOException, InterruptedException, ExecutionException {
    RecordStream plain = open("plain", Map.of());
    plain.asFastAsPossible(WARM_PARTS * nanos);
    requireRight(plain.received());
    RecordStream.Result result = plain.asFastAsPossible(nanos);
    Measurement figures =
        Measurement.none()
            .with(RecordResult.PER_CORE, result.count() * 1e9 / result.cpuNanos())
            .with(RecordResult.RATE, result.rate())
            .with(RecordResult.SERIALIZER, 100 * result.serializerShare())
            .with(RecordResult.DESERIALIZER, 100 * result.deserializerShare())
            .with(RecordResult.LOGGED, logged(plain));
    figures = roundTrips(figures);
    for (int load : LOADS) {
      Histogram latencies = plain.atRate(result.rate() * load / 100, nanos);
      for (String percentile : PERCENTILES) {
        figures =
            figures.with(
                RecordResult.LATENCY + load + "P" + percentile.replace(".", ""),
                latencies.getValueAtPercentile(Double.parseDouble(percentile)) / 1e3);
      }
    }
    close(plain);
    RecordStream compressed = open("zstd", Map.of("compression.type", "zstd"));
    compressed.asFastAsPossible(nanos); // warms up
    figures =
        figures
            .with(RecordResult.PER_CORE_ZSTD, perCore(compressed, nanos))
            .with(RecordResult.LOGGED_ZSTD, logged(compressed));
    close(compressed);
    RecordStream large = open("large", Map.of("batch.size", LARGE_BATCH));
    figures = figures.with(RecordResult.PER_CORE_LARGE, perCore(large, nanos));
    close(large);
    return figures;
  }

  /// Returns records for a second of CPU time.
  private double perCore(RecordStream stream, long nanos) throws IOException, InterruptedException {
    RecordStream.Result result = stream.asFastAsPossible(nanos);
    requireRight(stream.received());
    return result.count() * 1e9 / result.cpuNanos();
  }

  private void requireRight(@Nullable Object read) throws IOException {
    if (read == null || !codec.isRight(read)) {
      throw new IOException("the value read differs from the value written");
    }
  }

  private RecordStream open(String name, Map<String, Object> settings)
      throws ExecutionException, InterruptedException {
    String topic = name + "-" + ProcessHandle.current().pid();
    admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    return new RecordStream(codec, servers, topic, settings);
  }

  private void close(RecordStream stream) throws ExecutionException, InterruptedException {
    stream.close();
    admin.deleteTopics(List.of(stream.topic())).all().get();
  }

  /// Returns the bytes that the broker keeps for each record so far.
  private double logged(RecordStream stream) throws ExecutionException, InterruptedException {
    var partition = new TopicPartition(stream.topic(), 0);
    long bytes =
        admin.describeLogDirs(List.of(BROKER)).allDescriptions().get().values().stream()
            .flatMap(directories -> directories.values().stream())
            .map(directory -> directory.replicaInfos().get(partition))
            .filter(replica -> replica != null)
            .mapToLong(replica -> replica.size())
            .sum();
    return (double) bytes / stream.sent();
  }

  /// Measures a value and what is allocated for it, after the code has been compiled.
  private Measurement roundTrips(Measurement figures) throws IOException {
    var headers = new RecordHeaders();
    byte[] bytes = codec.serializer().serialize("alone", headers, codec.value());
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    requireRight(codec.deserializer().deserialize("alone", headers, buffer));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUND_TRIPS; i++) {
      last = codec.serializer().serialize("alone", headers, codec.value());
      last = codec.deserializer().deserialize("alone", headers, buffer.rewind());
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    return figures
        .with(Score.PAYLOAD, bytes.length)
        .with(Score.ALLOCATED, (double) allocated / ROUND_TRIPS);
  }
}
