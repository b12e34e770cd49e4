// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Flight Recorder events of payloads.
class EventsTest {

  private static final String SERIALIZE = "dev.segue.Serialize";
  private static final String DESERIALIZE = "dev.segue.Deserialize";

  record Seen(int number, String text) {}

  record Other() {}

  private final Serializer serializer =
      Serializer.builder().register(Seen.class).execution(Execution.INTERPRETED).build();
  private final Seen seen = new Seen(1, "text");

  @TempDir private Path folder;

  /// The events of this thread during an action.
  private List<RecordedEvent> record(Runnable action, String... enabled) throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      for (String name : enabled) {
        recording.enable(name);
      }
      recording.start();
      action.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().matches("dev.segue.(Des|S)erialize"))
        .filter(event -> event.getThread().getJavaThreadId() == Thread.currentThread().threadId())
        .toList();
  }

  private static List<Long> bytes(List<RecordedEvent> events) {
    return events.stream().map(event -> event.getLong("bytes")).toList();
  }

  @Test
  void areNotRecordedUnlessEnabled() throws IOException {
    assertEquals(List.of(), record(() -> serializer.copy(seen)));
    assertEquals(1, record(() -> serializer.copy(seen), SERIALIZE).size());
    assertEquals(1, record(() -> serializer.copy(seen), DESERIALIZE).size());
    assertEquals(List.of(), record(() -> serializer.copy(seen)));
  }

  @Test
  void haveTheClassOfTheRootAndTheLengthOfThePayload() throws IOException {
    byte[] payload = serializer.toBytes(seen);
    for (RecordedEvent event :
        List.of(
            record(() -> serializer.toBytes(seen), SERIALIZE).getFirst(),
            record(() -> serializer.fromBytes(payload, Object.class), DESERIALIZE).getFirst())) {
      assertEquals(Seen.class.getName(), event.getClass("type").getName());
      assertEquals(payload.length, event.getLong("bytes"));
      assertTrue(event.getDuration().isPositive());
      assertNull(event.getStackTrace());
    }
  }

  @Test
  void haveNoClassForNull() throws IOException {
    byte[] payload = serializer.toBytes(null);
    for (RecordedEvent event :
        List.of(
            record(() -> serializer.toBytes(null), SERIALIZE).getFirst(),
            record(() -> serializer.fromBytesOrNull(payload, Seen.class), DESERIALIZE)
                .getFirst())) {
      assertNull(event.getClass("type"));
      assertEquals(payload.length, event.getLong("bytes"));
    }
  }

  @Test
  void coverMemoryOfEveryKind() throws IOException {
    long length = serializer.toBytes(seen).length;
    Runnable writes =
        () -> {
          try (Arena arena = Arena.ofConfined();
              GrowableBuffer buffer = GrowableBuffer.ofConfined(8, 4096)) {
            serializer.write(seen, arena.allocate(1000), 8);
            serializer.write(seen, MemorySegment.ofArray(new int[100]), 8);
            serializer.write(seen, ByteBuffer.allocate(100));
            serializer.write(seen, buffer);
          }
        };
    assertEquals(List.of(length, length, length, length), bytes(record(writes, SERIALIZE)));

    byte[] large = new byte[100];
    serializer.write(seen, MemorySegment.ofArray(large), 8);
    Runnable reads =
        () -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(100).copyFrom(MemorySegment.ofArray(large));
            serializer.read(memory, 8, Seen.class);
            serializer.read(memory.asByteBuffer().position(8), Seen.class);
            serializer.fromBytes(large, 8, 92, Seen.class);
          }
        };
    assertEquals(List.of(length, length, length), bytes(record(reads, DESERIALIZE)));
  }

  @Test
  void omitPayloadsThatFail() throws IOException {
    MemorySegment small = MemorySegment.ofArray(new byte[20]);
    Runnable write =
        () ->
            assertThrows(SerializationException.class, () -> serializer.write(new Other(), small));
    assertEquals(List.of(), record(write, SERIALIZE));
    Runnable read =
        () -> assertThrows(SerializationException.class, () -> serializer.read(small, Seen.class));
    assertEquals(List.of(), record(read, DESERIALIZE));
  }

  @Test
  @Tag("jit")
  @Tag("allocation")
  void allocateNothingWhileARecordingDoesNotWantThem() {
    Serializer compiled =
        Serializer.builder().register(Seen.class).execution(Execution.COMPILED).build();
    MemorySegment memory = MemorySegment.ofArray(new byte[100]);
    try (Recording recording = new Recording()) {
      recording.start();
      double bytes = Allocation.perRunOnceCompiled(() -> compiled.write(seen, memory));
      assertTrue(bytes < 1, "bytes per write: " + bytes);
    }
  }

  @Test
  void processWithoutFlightRecorderNeedsNoEvents() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules=java.base,jdk.unsupported",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutRecorder.class.getName())
            .inheritIO()
            .start();
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /// The program of a process without the module `jdk.jfr`.
  static final class WithoutRecorder {

    private WithoutRecorder() {}

    public static void main(String[] args) {
      if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
        throw new IllegalStateException("jdk.jfr is there");
      }
      Seen seen = new Seen(1, "text");
      Serializer serializer = Serializer.builder().register(Seen.class).build();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(100);
        serializer.write(seen, memory);
        if (!seen.equals(serializer.copy(seen))
            || !seen.equals(serializer.read(memory, Seen.class))) {
          throw new IllegalStateException("read another object");
        }
      }
    }
  }
}
