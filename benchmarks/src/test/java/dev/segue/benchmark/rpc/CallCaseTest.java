// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.benchmark.report.Metric;
import dev.segue.benchmark.report.Score;
import dev.segue.benchmark.report.ScoreFile;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CallCaseTest {
  private static final List<String> FIGURES =
      List.of(
          CallResult.UNARY,
          CallResult.UNARY_P99,
          CallResult.SLEEPING,
          CallResult.SLEEPING_P99,
          CallResult.UNARY_RATE,
          CallResult.UNARY_CPU,
          CallResult.STREAMING,
          CallResult.STREAMING_RATE,
          CallResult.ALLOCATED);

  @TempDir private Path directory;

  private static CallCase of(CallTransport transport, String shown, String content) {
    return new CallCase(transport, new CallMessage(shown, content), 20);
  }

  /// A short measurement with each transport, which checks only that it runs.
  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void measuresEveryTransport(CallTransport transport) throws Exception {
    Measurement measurement = of(transport, "segue", "64").measure().measurement();
    for (String figure : FIGURES) {
      assertTrue(measurement.figure(figure) > 0, () -> figure + " in " + measurement);
    }
    assertEquals(FIGURES.size(), measurement.figures().size());
  }

  @Test
  void failingProcessIsReported() {
    CallCase broken = of(CallTransport.SHM, "segue", "NO_SUCH_OBJECT");
    IOException e = assertThrows(IOException.class, broken::measure);
    assertTrue(String.valueOf(e.getMessage()).contains("NO_SUCH_OBJECT"), e::getMessage);
  }

  @ParameterizedTest
  @CsvSource({"64", "1", "65536", "MEDIA_CONTENT", "STRUCT"})
  void messagesArriveWithEveryMarshaller(String content) throws IOException {
    for (String shown : CallMessage.LIBRARIES) {
      var message = new CallMessage(shown, content);
      if (!message.isPossible()) {
        continue;
      }
      Marshaller<Object> marshaller = message.marshaller();
      Object sent = message.create();
      try (InputStream stream = marshaller.stream(sent)) {
        assertTrue(CallMessage.areEqual(sent, marshaller.parse(stream)), shown);
      }
    }
    assertFalse(CallMessage.areEqual(new byte[] {1}, new byte[] {2}));
  }

  @Test
  void roundContainsOnlyUsefulComparisons() {
    List<CallCase> usual = CallCase.of(new ProcessSettings(List.of(), List.of(), 0), false);
    assertEquals(6 * 4 + 3 * 2 + 2 * 2, usual.size());
    assertEquals(
        6 * 4 * 4 + 4 * 4, CallCase.of(new ProcessSettings(List.of(), List.of(), 0), true).size());
    List<CallCase> some =
        CallCase.of(new ProcessSettings(List.of("grpc-shm"), List.of(10), 50), false);
    assertEquals(
        List.of(
            "RpcBenchmark marshaller=segue message=10 transport=grpc-shm",
            "RpcBenchmark marshaller=protobuf message=10 transport=grpc-shm"),
        some.stream().map(CallCase::toString).toList());
    assertThrows(
        IllegalArgumentException.class,
        () -> CallCase.of(new ProcessSettings(List.of("pigeon"), List.of(), 0), false));
    assertThrows(
        IllegalArgumentException.class,
        () -> CallCase.of(new ProcessSettings(List.of(), List.of(0), 0), false));
  }

  private static Score named(String benchmark, List<Score> scores) {
    return scores.stream()
        .filter(score -> score.benchmark().equals(benchmark))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void callOnTheSocketIsARowOfBothBenchmarks() throws IOException {
    Measurement measurement = Measurement.none();
    for (int i = 0; i < FIGURES.size(); i++) {
      measurement = measurement.with(FIGURES.get(i), 1000 * (i + 1));
    }
    Path file = directory.resolve("result.json");
    new CallResult(of(CallTransport.UNIX_SOCKET, "kryo", "STRUCT"), measurement).write(file);
    List<Score> scores = ScoreFile.read(file);
    assertEquals(8 + 3, scores.size());
    Score median = named("RpcBenchmark.unaryP50", scores);
    assertEquals("grpc-uds", median.library());
    assertEquals("kryo", median.params().get("marshaller"));
    assertEquals(1, median.primary().value());
    assertEquals("us/op", median.primary().unit());
    assertEquals(Map.of(Score.ALLOCATED, new Metric(9000, "B/op")), median.secondary());
    Score rate = named("RpcMarshallerBenchmark.unary100InFlight", scores);
    assertEquals("kryo", rate.library());
    assertEquals(5000, rate.primary().value());
    assertEquals("ops/s", rate.primary().unit());
  }
}
