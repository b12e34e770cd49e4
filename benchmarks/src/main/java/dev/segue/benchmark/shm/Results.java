// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a run has found: as a table, as files, and as a plot.
///
/// @param measurements of all transports and lengths
/// @param copySpeeds of `MemorySegment.copy`, in GB/s by length
record Results(List<Measurement> measurements, SortedMap<Integer, Double> copySpeeds) {

  void write(Path directory, PrintStream out) throws IOException {
    print(out);
    List<String> csv = new ArrayList<>();
    csv.add(String.join(",", Measurement.COLUMNS));
    measurements.forEach(measurement -> csv.add(measurement.csv()));
    Files.write(directory.resolve("shm.csv"), csv);
    Files.writeString(directory.resolve("shm.json"), json());
    Files.writeString(directory.resolve("shm.svg"), plots());
    out.println();
    out.println("Written to " + directory + ": shm.csv, shm.json, shm.svg");
  }

  private void print(PrintStream out) {
    out.println();
    out.println(
        "Round trips: one after the other (p50, p99, p99.9), and by a timetable, from when they were"
            + " due;");
    out.println("one way: as many as go. Allocated: by the client's thread for each round trip.");
    int length = -1;
    for (Measurement m : measurements) {
      if (m.length() != length) {
        length = m.length();
        out.printf(
            Locale.ROOT,
            "%n%,d bytes; a copy: %.2f GB/s%n",
            length,
            copySpeeds.getOrDefault(length, Double.NaN));
        out.printf(
            "  %-19s %10s %10s %11s | %10s %11s | %12s %7s | %6s%n",
            "", "p50 ns", "p99", "p99.9", "due p50", "due p99", "messages/s", "GB/s", "B/op");
      }
      out.printf(
          Locale.ROOT,
          "  %-19s %,10d %,10d %,11d | %,10d %,11d | %,12.0f %7.2f | %6.2f%n",
          m.transport(),
          m.p50Nanos(),
          m.p99Nanos(),
          m.p999Nanos(),
          m.dueP50Nanos(),
          m.dueP99Nanos(),
          m.messagesPerSecond(),
          m.gigabytesPerSecond(),
          m.bytesPerRoundTrip());
    }
  }

  private String json() {
    StringBuilder json = new StringBuilder("{\n  \"java\": \"").append(Runtime.version());
    json.append("\",\n  \"os\": \"")
        .append(System.getProperty("os.name"))
        .append(' ')
        .append(System.getProperty("os.arch"))
        .append("\",\n  \"processors\": ")
        .append(Runtime.getRuntime().availableProcessors())
        .append(",\n  \"copy_gigabytes_per_s\": {");
    String separator = "";
    for (Map.Entry<Integer, Double> speed : copySpeeds.entrySet()) {
      json.append(separator)
          .append(String.format(Locale.ROOT, "\"%d\": %.3f", speed.getKey(), speed.getValue()));
      separator = ", ";
    }
    json.append("},\n  \"measurements\": [");
    separator = "\n";
    for (Measurement measurement : measurements) {
      json.append(separator).append("    {");
      for (int i = 0; i < Measurement.COLUMNS.size(); i++) {
        String value = measurement.values().get(i);
        json.append(i == 0 ? "" : ", ").append('"').append(Measurement.COLUMNS.get(i));
        json.append("\": ").append(i == 0 ? "\"" + value + "\"" : value);
      }
      json.append('}');
      separator = ",\n";
    }
    return json.append("\n  ]\n}\n").toString();
  }

  private String plots() {
    SortedMap<String, SortedMap<Integer, Double>> medians = new TreeMap<>();
    SortedMap<String, SortedMap<Integer, Double>> speeds = new TreeMap<>();
    for (Measurement m : measurements) {
      medians
          .computeIfAbsent(m.transport(), _ -> new TreeMap<>())
          .put(m.length(), m.p50Nanos() / 1000.0);
      if (m.messagesPerSecond() > 0) {
        speeds
            .computeIfAbsent(m.transport(), _ -> new TreeMap<>())
            .put(m.length(), m.gigabytesPerSecond());
      }
    }
    if (!copySpeeds.isEmpty()) {
      speeds.put("(a copy)", copySpeeds);
    }
    return Plot.page(new Plot("Median round trip, µs", medians), new Plot("One way, GB/s", speeds));
  }
}
