// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.segue.fixtures.Jvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Producers and consumers of changing versions, in processes that are killed. What was
/// acknowledged is there once, both versions read it as it was written, and each of it has been
/// read while this went on.
///
/// `-Dsegue.soak=true` sends 1,000,000 records, and `-Dsegue.kafka.records=N` sets the number. With
/// more records than the default, there are three brokers, one of which restarts in each round.
@ExtendWith(SharedCluster.class)
@Tag("long")
class SoakTest {
  private static final long SHORT = 9_000;
  private static final long RECORDS =
      Long.getLong("segue.kafka.records", Boolean.getBoolean("segue.soak") ? 1_000_000 : SHORT);

  /// Each round has a new producer and a new consumer, which have switched versions.
  private static final int ROUNDS = RECORDS == SHORT ? 2 : 10;

  private static final int BROKERS = RECORDS == SHORT ? 1 : 3;

  /// The ids tell the version that wrote a record: even multiples are those of the old one.
  private static final long IDS_OF_A_PRODUCER = 1L << 32;

  private static final String[] KEYS = {
    "segue.packages", "shop", "segue.schemas", "topic", "segue.schemas.topic", "soak-schemas"
  };

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

  /// Fields and components are added, and stand in another order. Those that only this version
  /// writes have their defaults in records of the old one.
  private static final String NEW =
      OLD.replace("long id; String article;", "String place = \"here\"; String article; long id;")
          .replace(
              "(long id, java.util.List<String> articles)",
              "(java.util.List<String> articles, @DefaultValue(\"none\") String reason, long id)")
          .replace(
              "new Removed(id, java.util.List.of(\"a\", \"article \" + id))",
              "new Removed(java.util.List.of(\"a\", \"article \" + id), \"new\", id)")
          .replace("Note(String text, long id)", "Note(String text, long id, String author)")
          .replace("new Note(\"note \" + id, id)", "new Note(\"note \" + id, id, \"Ann\")")
          .replace("added = new Added();", "added = new Added(); added.place = \"there\";")
          .replace(
              "case Added it -> it.article",
              "case Added it -> it.place.equals(isNew(it.id) ? \"there\" : \"here\") && it.article")
          .replace(
              "case Removed it -> it.articles()",
              "case Removed it -> it.reason().equals(isNew(it.id()) ? \"new\" : \"none\")"
                  + " && it.articles()")
          .replace(
              "case Note it -> it.text()",
              "case Note it -> (isNew(it.id()) ? \"Ann\".equals(it.author()) : it.author() == null)"
                  + " && it.text()")
          .replace(
              "public static long check",
              "static boolean isNew(long id) { return (id >> 32) % 2 == 1; }\n"
                  + "  public static long check");

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
    private final String what;
    private final Process process;
    private final Path errors;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Thread reader;

    /// @param errors a file for what the process logs
    Child(Program version, String[] arguments, Set<Long> ids, Path errors) throws IOException {
      List<String> flags =
          List.of(
              "--sun-misc-unsafe-memory-access=allow",
              "--illegal-native-access=allow",
              "-Xmx128m",
              "-cp",
              version.folder() + File.pathSeparator + Jvm.classPath());
      List<String> command = Jvm.command(flags, SoakProcess.class, List.of(arguments));
      this.what = arguments[0] + " with " + version.folder().getFileName();
      this.errors = errors;
      process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      reader = Thread.ofPlatform().daemon().start(() -> read(ids));
    }

    private void read(Set<Long> ids) {
      try (BufferedReader lines = process.inputReader()) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.matches(SoakProcess.ID)) {
            ids.add(Long.valueOf(line.substring(0, line.length() - 1)));
          } else if (!line.matches("\\d*")) { // else the process was killed in the midst of it
            complaints.add(line);
          }
        }
      } catch (IOException e) {
        complaints.add(e.toString());
      }
    }

    void requireHealthy() throws IOException {
      if (!process.isAlive() || !complaints.isEmpty()) {
        fail("%s: %s%n%s".formatted(what, complaints, Files.readString(errors)));
      }
    }

    /// Kills the process, by its handle: `Process.destroyForcibly` closes what is still to be read.
    void kill() throws InterruptedException {
      boolean _ = process.toHandle().destroyForcibly();
      int _ = process.waitFor();
      reader.join();
    }

    /// Kills the process, which must have worked until then.
    void killHealthy() throws InterruptedException, IOException {
      requireHealthy();
      kill();
      assertEquals(List.of(), complaints, what);
    }
  }

  @Test
  void acknowledgedRecordsSurviveProcessesAndVersions() throws Exception {
    List<Program> versions =
        List.of(
            new Program(Files.createDirectory(folders.resolve("old")), OLD),
            new Program(Files.createDirectory(folders.resolve("new")), NEW));
    cluster.createTopic(
        "soak", 3, BROKERS, Map.of("min.insync.replicas", String.valueOf((BROKERS + 1) / 2)));
    Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
    Set<Long> read = ConcurrentHashMap.newKeySet();
    List<Child> children = new ArrayList<>();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Child writing = start(versions.get(round % 2), "produce", round, acknowledged);
        children.addFirst(writing);
        if (round > 0) {
          children.removeLast().killHealthy();
        }
        Child reading = start(versions.get((round + 1) % 2), "consume", round, read);
        children.addLast(reading);
        long enough = (round + 1) * RECORDS / ROUNDS;
        long before = read.size();
        if (BROKERS > 1) {
          await(children, () -> acknowledged.size() >= enough - RECORDS / ROUNDS / 2);
          cluster.stopBroker(round % BROKERS);
          cluster.startBroker(round % BROKERS);
        }
        await(children, () -> acknowledged.size() >= enough && read.size() > before);
        children.removeFirst().killHealthy();
      }
      await(children, () -> read.containsAll(acknowledged));
      children.removeLast().killHealthy();
    } finally {
      for (Child child : children) {
        child.kill();
      }
    }
    assertTrue(acknowledged.size() >= RECORDS);
    for (Program version : versions) {
      requireOnce(acknowledged, version);
    }
  }

  private Child start(Program version, String role, int round, Set<Long> ids) throws IOException {
    Map<String, Object> configs;
    if (role.equals("produce")) {
      configs = cluster.producer(KEYS);
      configs.put("delivery.timeout.ms", "3600000"); // a broker may be away for long
    } else {
      configs = cluster.consumer("soak", KEYS);
      configs.put("group.instance.id", "soak"); // a new process takes the place of a killed one
    }
    String[] arguments = SoakProcess.arguments(role, "soak", round * IDS_OF_A_PRODUCER, configs);
    return new Child(version, arguments, ids, folders.resolve(role + round));
  }

  private static void await(List<Child> children, BooleanSupplier condition)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      for (Child child : children) {
        child.requireHealthy();
      }
      assertTrue(
          System.nanoTime() - start < Duration.ofMinutes(60).toNanos(),
          "the processes stand still");
      Thread.sleep(10);
    }
  }

  /// Reads the topic from its start to its end.
  private void requireOnce(Set<Long> acknowledged, Program version) {
    Set<Long> found = new HashSet<>();
    version.as(() -> {
      try (var consumer = new KafkaConsumer<String, Object>(cluster.consumer("afterwards", KEYS))) {
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
  }
}
