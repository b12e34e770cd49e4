// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.TestData;
import dev.segue.fixtures.Jvm;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The Flight Recorder events of codecs.
class EventsTest {

  private static final String COMPRESS = "dev.segue.Compress";
  private static final String DECOMPRESS = "dev.segue.Decompress";

  private final byte[] content = TestData.of(TestData.Kind.JSON, 10_000);

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
        .filter(event -> event.getEventType().getName().matches("dev.segue.(Dec|C)ompress"))
        .filter(event -> event.getThread().getJavaThreadId() == Thread.currentThread().threadId())
        .toList();
  }

  @Test
  void areNotRecordedUnlessEnabled() throws IOException {
    Codec codec = Codec.zstd();
    Runnable both = () -> codec.decompress(codec.compress(content), content.length);
    assertEquals(List.of(), record(both));
    assertEquals(1, record(both, COMPRESS).size());
    assertEquals(1, record(both, DECOMPRESS).size());
    assertEquals(List.of(), record(both));
  }

  static Stream<Arguments> codecs() {
    return Stream.of(
        Arguments.of(Codec.zstd(), "ZSTD", 3),
        Arguments.of(Codec.zstd(7), "ZSTD", 7),
        Arguments.of(Codec.lz4(), "LZ4", 1),
        Arguments.of(Codec.lz4Raw(), "LZ4_RAW", 1),
        Arguments.of(Codec.snappy(), "SNAPPY", 0),
        Arguments.of(Codec.gzip(), "GZIP", 6),
        Arguments.of(Codec.brotli(), "BROTLI", 5),
        Arguments.of(Codec.stored(), "STORED", 0));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void haveTheCodecAndBothLengths(Codec codec, String name, int level) throws IOException {
    byte[] compressed = codec.compress(content);
    RecordedEvent compress = record(() -> codec.compress(content), COMPRESS).getFirst();
    assertEquals(name, compress.getString("codec"));
    assertEquals(level, compress.getInt("level"));
    assertEquals(content.length, compress.getLong("sourceBytes"));
    assertEquals(compressed.length, compress.getLong("resultBytes"));
    assertTrue(compress.getDuration().isPositive());
    assertNull(compress.getStackTrace());

    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(compressed.length).copyFrom(segment(compressed));
      MemorySegment destination = arena.allocate(content.length);
      RecordedEvent decompress =
          record(() -> codec.decompress(source, destination), DECOMPRESS).getFirst();
      assertEquals(name, decompress.getString("codec"));
      assertEquals(compressed.length, decompress.getLong("sourceBytes"));
      assertEquals(content.length, decompress.getLong("resultBytes"));
      assertTrue(decompress.getDuration().isPositive());
      assertNull(decompress.getStackTrace());
    }
  }

  private static MemorySegment segment(byte[] bytes) {
    return MemorySegment.ofArray(bytes);
  }

  @Test
  void omitFailures() throws IOException {
    MemorySegment small = segment(new byte[10]);
    Runnable failing =
        () -> {
          Codec codec = Codec.zstd();
          assertThrows(CompressionException.class, () -> codec.compress(segment(content), small));
          assertThrows(CompressionException.class, () -> codec.decompress(small, segment(content)));
        };
    assertEquals(List.of(), record(failing, COMPRESS, DECOMPRESS));
  }

  @Test
  void processWithoutFlightRecorderWorks() throws Exception {
    List<String> flags = List.of("--limit-modules=java.base,java.logging,jdk.unsupported");
    Jvm.run(Jvm.command(flags, WithoutRecorder.class, List.of())).requireSuccess();
  }

  /// The program of a process without the module `jdk.jfr`.
  static final class WithoutRecorder {

    private WithoutRecorder() {}

    public static void main(String[] args) {
      if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
        throw new IllegalStateException("jdk.jfr is there");
      }
      byte[] content = new byte[1000];
      Codec codec = Codec.zstd();
      if (codec.decompress(codec.compress(content), content.length).length != content.length) {
        throw new IllegalStateException("another length");
      }
    }
  }
}
