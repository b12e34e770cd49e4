// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A run with invented figures: several suites, losses and ties, near and far processes, libraries
/// that are missing in some rows or rounds, and a suite with a single round.
final class FakeRun {
  private static final List<String> OBJECTS =
      List.of("STRUCT", "STRUCT2", "MEDIA_CONTENT", "SAMPLE");

  private final Random random = new Random(7);
  private final ArrayNode results = Json.array();
  private int rounds = 5;

  private FakeRun() {}

  static RunInfo info() {
    var facts = new LinkedHashMap<String, String>();
    facts.put("begun", "2026-08-01T12:00:00Z");
    facts.put("machine", "Imaginary Xeon @ 2.80 GHz, 2 processors, 8 GB");
    facts.put("operating system", "Linux 6.12, amd64");
    facts.put("JDK", "Temurin-25.0.3+9, 25.0.3+9-LTS");
    facts.put(RunInfo.COMMIT, "0123456789ab");
    facts.put(
        RunInfo.VERSIONS,
        "JMH 1.37, aeron 1.51.0, agrona 2.6.0, aircompressor 3.6, fory 1.6.0, fst 3.0.4-jdk17,"
            + " kryo 5.6.2, protostuff 1.8.0, zstd-jni 1.5.7-17, zstd-jni-ffm 1.5.7-28");
    facts.put(RunInfo.SETTINGS, "headline, 5 rounds, 4 x 0.4 s + 5 x 0.2 s");
    return new RunInfo(facts);
  }

  /// Returns the sections of the run, read from a file in JMH's format.
  static List<Section> sections(Path directory) throws IOException {
    var sections = new ArrayList<Section>();
    var run = new FakeRun();
    run.serialization();
    sections.add(
        run.section(
            directory,
            "serialization",
            "Serialization",
            List.of("protostuff: references on: it does not preserve them")));
    run.zstd();
    sections.add(run.section(directory, "zstd", "Zstandard", List.of()));
    run.shm();
    sections.add(run.section(directory, "shm", "Shared memory", List.of()));
    run.types();
    sections.add(run.section(directory, "types", "The JDK's types one by one", List.of()));
    run.rounds = 1;
    run.cold();
    sections.add(run.section(directory, "cold", "Cold start", List.of()));
    return sections;
  }

  private Section section(Path directory, String name, String title, List<String> absences)
      throws IOException {
    Path file = directory.resolve(name + ".json");
    Json.write(results, file);
    results.removeAll();
    return new Section(
        name,
        title,
        "One object to a reused buffer and back, by libraries that write the same object to the same"
            + " kind of memory <with its classes registered> & its buffer reused.",
        Tables.of(ScoreFile.read(file)),
        absences);
  }

  private void serialization() {
    Map<String, Double> speeds = new LinkedHashMap<>();
    speeds.put("segue", 36_000.0);
    speeds.put("segue-opens", 39_000.0);
    speeds.put("segue-registry", 35_000.0);
    speeds.put("fory", 12_000.0);
    speeds.put("fory-fixed", 33_000.0);
    speeds.put("fory-metashared", 20_000.0);
    speeds.put("kryo", 2_400.0);
    speeds.put("fst", 1_300.0);
    speeds.put("jdk", 150.0);
    speeds.put("protostuff", 700.0);
    speeds.put("handwritten", 41_000.0);
    for (String schema : List.of("CONSISTENT", "COMPATIBLE")) {
      for (String buffer : List.of("ARRAY", "DIRECT")) {
        for (String object : OBJECTS) {
          for (String method : List.of("serialize", "deserialize")) {
            double shrunk = method.equals("serialize") ? 1 : 0.35;
            speeds.forEach((library, speed) -> {
              boolean shares =
                  library.equals("segue-registry") || library.equals("fory-metashared");
              boolean tuned = library.equals("handwritten") || library.equals("fory-fixed");
              if (schema.equals("COMPATIBLE") ? !tuned : !shares) {
                Map<String, String> params = new LinkedHashMap<>();
                params.put("library", library);
                params.put("object", object);
                params.put("buffer", buffer);
                params.put("references", "false");
                params.put("schema", schema);
                double own = random.nextDouble(0.6, 1.3);
                add("SerializationBenchmark." + method, params, speed * shrunk * own, "ops/ms");
              }
            });
          }
        }
      }
    }
  }

  private void zstd() {
    for (String data : List.of("json", "text")) {
      for (int size : new int[] {1024, 65_536, 1_048_576}) {
        for (String method : List.of("compress", "decompress")) {
          for (String library :
              List.of("segue-segment", "zstd-jni", "zstd-jni-direct", "zstd-jni-ffm")) {
            Map<String, String> params = new LinkedHashMap<>();
            params.put("library", library);
            params.put("size", String.valueOf(size));
            params.put("data", data);
            double micros = size / 300.0 * random.nextDouble(0.97, 1.05);
            add("ZstdBenchmark." + method, params, micros, "us/op");
          }
        }
      }
    }
  }

  private void shm() {
    for (String figure : List.of("roundTripP50", "roundTripP99", "oneWay")) {
      boolean rate = figure.equals("oneWay");
      for (String placement : List.of("far", "near")) {
        for (int size : new int[] {32, 1024, 65_536}) {
          for (String transport :
              List.of("segue", "segue-in-place", "agrona-ring", "aeron-ipc", "unix-socket")) {
            Map<String, String> params = new LinkedHashMap<>();
            params.put("transport", transport);
            params.put("size", String.valueOf(size));
            params.put("placement", placement);
            double nanos = (placement.equals("far") ? 480 : 110) + size / 20.0;
            nanos *= random.nextDouble(0.8, 1.2) * (transport.equals("unix-socket") ? 30 : 1);
            add(
                "ShmBenchmark." + figure,
                params,
                rate ? 1e9 / nanos : nanos,
                rate ? "ops/s" : "ns/op");
          }
        }
      }
    }
  }

  private void types() {
    for (int i = 1; i <= 40; i++) {
      for (String library : List.of("segue", "fory")) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("library", library);
        params.put("object", "TYPE_NUMBER_" + i);
        params.put("buffer", "ARRAY");
        double speed = 5_000 * random.nextDouble(0.5, 2) * (library.equals("segue") ? 1.3 : 1);
        add("JdkTypeBenchmark.serialize", params, speed, "ops/ms");
      }
    }
  }

  private void cold() {
    for (String object : OBJECTS) {
      for (String library : List.of("segue", "fory", "kryo")) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("library", library);
        params.put("object", object);
        add("ColdStartBenchmark.firstRoundTrip", params, random.nextDouble(50, 300), "ms/op");
      }
    }
  }

  /// Adds a result for each round; one in twenty is missing, and some are noisy.
  private void add(String benchmark, Map<String, String> params, double value, String unit) {
    double noise = random.nextInt(8) == 0 ? 0.35 : 0.02;
    for (int round = 1; round <= rounds; round++) {
      if (rounds > 1 && random.nextInt(20) == 0) {
        continue;
      }
      ObjectNode result = results.addObject();
      result.put("benchmark", "dev.segue.benchmark." + benchmark).put("threads", 1);
      result.put("round", round);
      result.putArray("jvmArgs").add("-Xmx1g").add("--enable-native-access=ALL-UNNAMED");
      ObjectNode all = result.putObject("params");
      params.forEach(all::put);
      put(result.putObject("primaryMetric"), value * Math.exp(noise * random.nextGaussian()), unit);
      ObjectNode secondary = result.putObject("secondaryMetrics");
      put(secondary.putObject(Score.ALLOCATED), benchmark.contains("deser") ? 640 : 0.01, "B/op");
      if (params.containsKey("placement")) {
        double flag = "near".equals(params.get("placement")) ? 102 : 490;
        put(secondary.putObject(Score.FLAG), flag + random.nextGaussian(), "ns");
      } else {
        put(secondary.putObject(Score.PAYLOAD), 300 + params.hashCode() % 100, "B");
      }
    }
  }

  private static void put(ObjectNode metric, double value, String unit) {
    metric.put("score", value).put("scoreUnit", unit);
  }

  /// Writes the report to a directory, for visual inspection.
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    List<Section> sections = sections(directory);
    Report.write(directory, info(), sections);
    Docs.write(directory.resolve("docs"), info(), sections);
    System.out.print(Verdicts.text(sections));
  }
}
