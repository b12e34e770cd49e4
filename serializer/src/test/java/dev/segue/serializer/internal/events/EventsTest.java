// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.serializer.Execution;
import dev.segue.serializer.GrowableBuffer;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Allocation;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  void allocateNothingWhileDisabled() {
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
  void coverSerializersThatWereInUseBeforeTheRecording() throws Exception {
    requireSuccess(InUse.class, "-Xlog:disable");
  }

  @Test
  void coverSerializersOfAnotherClassLoader() throws Exception {
    requireSuccess(InOtherLoader.class, "-Xlog:disable");
  }

  @Test
  void processWithoutFlightRecorderWorks() throws Exception {
    requireSuccess(WithoutRecorder.class, "--limit-modules=java.base,jdk.unsupported");
  }

  /// Runs a program in a separate process.
  private static void requireSuccess(Class<?> program, String option) throws Exception {
    Jvm.run(Jvm.command(List.of(option), program, List.of())).requireSuccess();
  }

  /// A program that starts Flight Recorder after the JIT has compiled the calls to be recorded.
  static final class InUse {

    private static final int CALLS = 20_000;

    private InUse() {}

    public static void main(String[] args) throws IOException {
      Serializer early =
          Serializer.builder().register(Seen.class).execution(Execution.COMPILED).build();
      byte[] memory = new byte[100];
      copy(early, memory);
      Path file = Files.createTempFile("segue-", ".jfr");
      try (Recording recording = new Recording()) {
        recording.enable(SERIALIZE);
        recording.enable(DESERIALIZE);
        recording.start();
        Serializer late = Serializer.builder().register(Seen.class).build();
        copy(early, memory);
        copy(late, memory);
        recording.stop();
        recording.dump(file);
        requireCount(2 * CALLS, SERIALIZE, file);
        requireCount(2 * CALLS, DESERIALIZE, file);
      } finally {
        Files.delete(file);
      }
    }

    private static void copy(Serializer serializer, byte[] memory) {
      Seen seen = new Seen(1, "text");
      for (int i = 0; i < CALLS; i++) {
        serializer.write(seen, MemorySegment.ofArray(memory));
        if (!serializer.read(MemorySegment.ofArray(memory), Seen.class).equals(seen)) {
          throw new IllegalStateException("read another object");
        }
      }
    }

    private static void requireCount(long expected, String name, Path file) throws IOException {
      long count =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getEventType().getName().equals(name))
              .count();
      if (count != expected) {
        throw new IllegalStateException(count + " of " + expected + " events: " + name);
      }
    }
  }

  /// A program that runs the previous one with classes from a class loader other than the system's.
  static final class InOtherLoader {

    private InOtherLoader() {}

    public static void main(String[] args) throws Exception {
      List<URL> urls = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      try (URLClassLoader loader =
          new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
        var program = Class.forName(InUse.class.getName(), true, loader);
        if (program == InUse.class) {
          throw new IllegalStateException("not loaded again");
        }
        var main = program.getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) args);
      }
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
