// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.kafka.RecordCase;
import java.util.List;
import java.util.Set;

/// The suite of records in Kafka, with a broker in a process of its own, which JMH cannot measure.
record KafkaSuite() implements Suite {
  /// Clients and broker have more code to compile than other cases, and wait for batches.
  private static final int LONGER = 5;

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public String title() {
    return "Records of Kafka";
  }

  @Override
  public String summary() {
    return "One producer and one consumer in a process, one broker on loopback. Cores are those that"
        + " their threads use: the broker's do not count. Latencies are from the time when a record was"
        + " due until it has been read, at 50 % and 80 % of the throughput that the library has"
        + " reached. Bytes are those of a value, and what serializer and deserializer allocate for it."
        + " All libraries are in the mode that allows for other versions of the classes;"
        + " segue-registry has its schemas on a topic, Avro's reader has the schema already.";
  }

  @Override
  public Set<String> classes() {
    return Set.of("KafkaBenchmark");
  }

  @Override
  public Plan plan(Settings settings) {
    return switch (settings.extent()) {
      case HEADLINE -> new Plan(List.of(), List.of());
      case USUAL, EVERY ->
          new Plan(
              RecordCase.of(
                      LONGER * settings.shm().millis(), settings.extent() == Settings.Extent.EVERY)
                  .stream()
                  .<Cell>map(Cell.Records::new)
                  .toList(),
              List.of());
    };
  }
}
