// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Producers and consumers of changing versions, in processes that are killed. Each acknowledged
/// record is on the topic exactly once, is correct, and is read.
///
/// `-Dsegue.soak=true` sends 1,000,000 records, and `-Dsegue.kafka.records=N` sets the number. With
/// more records than the default, there are three brokers, one of which restarts in each round.
@ExtendWith(SharedCluster.class)
class SoakTest {
  private static final long SHORT = 9_000;
  private static final long RECORDS =
      Long.getLong("segue.kafka.records", Boolean.getBoolean("segue.soak") ? 1_000_000 : SHORT);

  /// Each round has a new producer and a new consumer, which have switched versions.
  private static final int ROUNDS = RECORDS == SHORT ? 2 : 10;

  private static final int BROKERS = RECORDS == SHORT ? 1 : 3;

  private static final long IDS_OF_A_PRODUCER = 1L << 32;

  private static final String OLD =
      """
      class Added { long id; String article; int quantity; }
      record Removed(long id, java.util.List<String> articles) {}
      record Note(String text, long id) {}
      public class Events {
        public static Object of(long id) {
          switch ((int) (id % 3)) {
            case 0: Added added = new Added(); added.id = id; added.article = "article " + id;
                added.quantity = (int) id; return added;
            case 1: return new Removed(id, java.util.List.of("a", "article " + id));
            default: return new Note("note " + id, id);
          }
        }
        public static long check(Object event) {
          boolean isRight = switch (event) {
            case Added it -> it.article.equals("article " + it.id) && it.quantity == (int) it.id;
            case Removed it -> it.articles().equals(java.util.List.of("a", "article " + it.id()));
            case Note it -> it.text().equals("note " + it.id());
            default -> false;
          };
          if (!isRight) throw new IllegalStateException("misread: " + event);
          return switch (event) { case Added it -> it.id; case Removed it -> it.id();
              default -> ((Note) event).id(); };
        }
      }
      """;

  /// Fields and components are added and reordered.
  private static final String NEW =
      OLD.replace("long id; String article;", "String place = \"here\"; String article; long id;")
          .replace(
              "(long id, java.util.List<String> articles)",
              "(java.util.List<String> articles, @DefaultValue(\"none\") String reason, long id)")
          .replace(
              "new Removed(id, java.util.List.of(\"a\", \"article \" + id))",
              "new Removed(java.util.List.of(\"a\", \"article \" + id), \"new\", id)")
          .replace("Note(String text, long id)", "Note(String text, long id, String author)")
          .replace("new Note(\"note \" + id, id)", "new Note(\"note \" + id, id, \"Ann\")");

  @TempDir private Path folders;
  private final TestCluster cluster;

  SoakTest(TestCluster shared) {
    this.cluster = BROKERS == 1 ? shared : TestCluster.start(BROKERS);
  }

  @AfterEach
  void stop() {
    if (BROKERS > 1) {
      cluster.close();
    }
  }

  /// A process, and the ids that it prints.
  private static final class Child {
    final Process process;
    private final Thread reader;

    Child(Program version, String[] arguments, Set<Long> ids, List<String> complaints) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("-cp");
      command.add(
          version.folder()
              + File.pathSeparator
              + System.getProperty(
                  "surefire.test.class.path", System.getProperty("java.class.path")));
      command.add(SoakProcess.class.getName());
      command.addAll(List.of(arguments));
      try {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      reader = Thread.ofPlatform().daemon().start(() -> read(ids, complaints));
    }

    private void read(Set<Long> ids, List<String> complaints) {
      try (BufferedReader lines = process.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.matches("\\d+")) {
            ids.add(Long.valueOf(line));
          } else if (!line.startsWith("SLF4J")) {
            complaints.add(line);
          }
        }
      } catch (IOException e) {
        complaints.add(e.toString());
      }
    }

    /// Kills the process through its handle, because `Process.destroyForcibly` closes output that
    /// was not read yet.
    void kill() throws InterruptedException {
      boolean _ = process.toHandle().destroyForcibly();
      int _ = process.waitFor();
      reader.join();
    }
  }

  @Test
  void acknowledgedRecordsSurviveProcessesAndVersions() throws Exception {
    List<Program> versions =
        List.of(
            new Program(Files.createDirectory(folders.resolve("old")), OLD),
            new Program(Files.createDirectory(folders.resolve("new")), NEW));
    cluster.createTopic("soak", 3, BROKERS, Map.of());
    String[] keys = {
      "segue.packages", "shop", "segue.schemas", "topic", "segue.schemas.topic", "soak-schemas"
    };
    Map<String, Object> consumer = cluster.consumer("soak", keys);
    consumer.put("group.instance.id", "soak"); // a new process takes the place of a killed one
    Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
    Set<Long> read = ConcurrentHashMap.newKeySet();
    List<String> complaints = new java.util.concurrent.CopyOnWriteArrayList<>();
    List<Child> children = new ArrayList<>();
    try {
      Child reading = null;
      for (int round = 0; round < ROUNDS; round++) {
        Child writing =
            new Child(
                versions.get(round % 2),
                SoakProcess.arguments(
                    "produce", "soak", round * IDS_OF_A_PRODUCER, cluster.producer(keys)),
                acknowledged,
                complaints);
        children.add(writing);
        if (reading != null) {
          reading.kill();
        }
        reading =
            new Child(
                versions.get((round + 1) % 2),
                SoakProcess.arguments("consume", "soak", 0, consumer),
                read,
                complaints);
        children.add(reading);
        long enough = (round + 1) * RECORDS / ROUNDS;
        long before = read.size();
        long half = enough - RECORDS / ROUNDS / 2;
        if (BROKERS > 1) {
          await(complaints, () -> acknowledged.size() >= half);
          cluster.stopBroker(round % BROKERS);
          cluster.startBroker(round % BROKERS);
        }
        await(complaints, () -> acknowledged.size() >= enough && read.size() > before);
        writing.kill();
      }
      await(complaints, () -> read.containsAll(acknowledged));
    } finally {
      for (Child child : children) {
        child.kill();
      }
    }
    assertEquals(
        List.of(), complaints.stream().filter(line -> !line.startsWith("WARNING")).toList());
    requireOnce(acknowledged, versions.get(1), keys);
  }

  private static void await(List<String> complaints, java.util.function.BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(complaints.isEmpty(), () -> String.join("\n", complaints));
      assertTrue(
          System.nanoTime() - start < Duration.ofMinutes(60).toNanos(),
          "the processes stand still");
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// Reads the topic from its start to its end.
  private void requireOnce(Set<Long> acknowledged, Program version, String[] keys) {
    Set<Long> found = new HashSet<>();
    version.as(() -> {
      try (var consumer = new KafkaConsumer<String, Object>(cluster.consumer("afterwards", keys))) {
        var partitions =
            consumer.partitionsFor("soak").stream()
                .map(it -> new org.apache.kafka.common.TopicPartition("soak", it.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<org.apache.kafka.common.TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream()
            .anyMatch(it -> consumer.position(it) < ends.getOrDefault(it, 0L))) {
          for (ConsumerRecord<String, Object> record : consumer.poll(Duration.ofMillis(100))) {
            long id = SoakProcess.check(record.value());
            assertEquals("key " + id, record.key());
            assertTrue(found.add(id), () -> id + " is there twice");
          }
        }
      }
      return null;
    });
    Set<Long> lost = new HashSet<>(acknowledged);
    lost.removeAll(found);
    assertEquals(Set.of(), lost);
    assertTrue(acknowledged.size() >= RECORDS);
  }
}
