// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records with values of one library, between a producer and a consumer in a new process, and a
/// broker that all cases of a run share.
///
/// @param library the library of the values
/// @param object the value
/// @param millis duration of each measurement
public record RecordCase(String library, RecordObject object, long millis) implements ProcessCase {
  /// The address of the broker. Guarded by the class.
  private static @Nullable String broker;

  /// Returns the cases of a round.
  ///
  /// @param millis duration of each measurement
  /// @param every whether to measure all objects
  public static List<RecordCase> of(long millis, boolean every) {
    return Arrays.stream(RecordObject.values())
        .filter(object -> every || object == RecordObject.MEDIA_CONTENT)
        .flatMap(object ->
            RecordCodec.LIBRARIES.stream().map(library -> new RecordCase(library, object, millis)))
        .toList();
  }

  @Override
  public double seconds() {
    return RecordClient.seconds(millis);
  }

  /// Starts the broker with the first case. It ends with this process.
  private static synchronized String broker() throws IOException {
    String address = broker;
    if (address == null) {
      address = BrokerProcess.start(new Processes());
      broker = address;
    }
    return address;
  }

  List<String> flags() {
    List<String> flags = new ArrayList<>();
    switch (library) {
      case "kryo" -> flags.addAll(GraphLibraries.jvmFlags("kryo"));
      case "fory-compatible" -> flags.addAll(GraphLibraries.jvmFlags("fory"));
      default -> {}
    }
    flags.add("--enable-native-access=ALL-UNNAMED");
    return flags;
  }

  @Override
  public RecordResult measure() throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(flags());
    flags.addAll(List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"));
    try (var processes = new Processes()) {
      List<String> arguments =
          List.of(
              processes.directory().toString(),
              broker(),
              library,
              object.name(),
              Long.toString(millis));
      var patience = Duration.ofSeconds(120 + Math.round(10 * seconds()));
      return new RecordResult(
          this, processes.run(List.of(RecordClient.class), flags, arguments, patience));
    }
  }

  /// Returns the name of the case.
  @Override
  public String toString() {
    return "KafkaBenchmark library=%s object=%s".formatted(library, object);
  }
}
