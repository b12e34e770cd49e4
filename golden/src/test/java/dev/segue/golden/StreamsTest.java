// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static dev.segue.golden.GoldenFile.found;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.segue.golden.Shop.Attachment;
import dev.segue.golden.Shop.Item;
import dev.segue.serializer.OutOfBandSegments;
import dev.segue.serializer.PayloadDecoder;
import dev.segue.serializer.PayloadEncoder;
import dev.segue.serializer.PayloadReader;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Payloads that cannot be read alone: they need earlier payloads of a stream, a schema in a
/// registry, or contents out of band.
class StreamsTest {

  private static final GoldenFile FILE = new GoldenFile("streams.txt");
  private static final Attachment ATTACHMENT =
      new Attachment("scan", new byte[] {1, 2, 3, 4, 5}, new long[] {-1, 1});

  @TempDir Path directory = Path.of("");

  static List<String> versions() {
    return FILE.versions();
  }

  private static List<Object> values() {
    return List.of(Payloads.order(), new Item("tea", 1), Payloads.order());
  }

  private static Serializer serializer(String mode) {
    return Payloads.builder().schemaMode(SchemaMode.valueOf(mode)).build();
  }

  private Serializer registered() {
    return Payloads.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .schemaRegistry(SchemaRegistry.inDirectory(directory))
        .build();
  }

  private static Serializer outOfBand() {
    return Payloads.builder().outOfBandThreshold(1).build();
  }

  private static byte[] stream(Serializer serializer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(out)) {
      for (Object value : values()) {
        writer.write(value);
      }
    }
    return out.toByteArray();
  }

  private Map<String, byte[]> schemas() throws IOException {
    Map<String, byte[]> schemas = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        schemas.put("registry, file " + file.getFileName(), Files.readAllBytes(file));
      }
    }
    return schemas;
  }

  @Test
  void thisVersionWritesTheSameBytes() throws IOException {
    Map<String, byte[]> written = new TreeMap<>();
    for (SchemaMode mode : SchemaMode.values()) {
      written.put("stream, " + mode, stream(serializer(mode.name())));
    }
    PayloadEncoder encoder = serializer("COMPATIBLE").encoder();
    for (int i = 0; i < values().size(); i++) {
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      int length = encoder.write(values().get(i), _ -> buffer);
      written.put("connection, payload " + i, Arrays.copyOf(buffer.array(), length));
    }
    written.put("registry, payload", registered().toBytes(Payloads.order()));
    written.putAll(schemas());
    byte[] payload = new byte[1 << 10];
    List<byte[]> contents = new ArrayList<>();
    long length =
        outOfBand()
            .writeOutOfBand(
                ATTACHMENT,
                MemorySegment.ofArray(payload),
                0,
                content -> contents.add(content.segment().toArray(ValueLayout.JAVA_BYTE)));
    written.put("out of band, payload", Arrays.copyOf(payload, (int) length));
    for (int i = 0; i < contents.size(); i++) {
      written.put("out of band, segment " + i, contents.get(i));
    }
    FILE.compare(written);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void streamsAreRead(String version) throws IOException {
    for (SchemaMode mode : SchemaMode.values()) {
      byte[] stream = found(FILE.of(version), "stream, " + mode);
      try (PayloadReader reader =
          serializer(mode.name()).reader(new ByteArrayInputStream(stream))) {
        for (Object value : values()) {
          assertEquals(value, reader.read(Object.class));
        }
        assertFalse(reader.hasNext());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void connectionsAreRead(String version) {
    PayloadDecoder decoder = serializer("COMPATIBLE").decoder();
    for (int i = 0; i < values().size(); i++) {
      byte[] payload = found(FILE.of(version), "connection, payload " + i);
      assertEquals(values().get(i), decoder.read(ByteBuffer.wrap(payload), Object.class));
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void schemasOfARegistryAreRead(String version) {
    Map<String, byte[]> all = FILE.of(version);
    all.forEach((name, bytes) -> {
      if (name.startsWith("registry, file ")) {
        try {
          Files.write(directory.resolve(name.substring("registry, file ".length())), bytes);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    });
    Serializer changed =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .schemaRegistry(SchemaRegistry.inDirectory(directory))
            .register(PayloadsTest.LaterOrder.class, Item.class)
            .build();
    byte[] payload = found(all, "registry, payload");
    assertEquals(Payloads.order(), registered().fromBytes(payload, Object.class));
    assertEquals(4711, changed.fromBytes(payload, PayloadsTest.LaterOrder.class).id());
  }

  @ParameterizedTest
  @MethodSource("versions")
  void contentsOutOfBandAreRead(String version) {
    Map<String, byte[]> all = FILE.of(version);
    List<MemorySegment> segments =
        all.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("out of band, segment "))
            .map(entry -> MemorySegment.ofArray(entry.getValue()))
            .toList();
    assertEquals(2, segments.size());
    Attachment read =
        outOfBand()
            .read(
                MemorySegment.ofArray(found(all, "out of band, payload")),
                0,
                Attachment.class,
                OutOfBandSegments.copyingArrays(segments));
    assertEquals(ATTACHMENT.name(), read.name());
    assertArrayEquals(ATTACHMENT.content(), read.content());
    assertArrayEquals(ATTACHMENT.offsets(), read.offsets());
  }
}
