// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static dev.segue.golden.GoldenFile.found;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.ZstdOptions;
import dev.segue.golden.Shop.Order;
import dev.segue.lettuce.SegueRedisCodec;
import dev.segue.lucene.SegueLuceneCodec;
import dev.segue.lucene.SegueStoredFieldsFormat;
import dev.segue.netty.SegueDecoder;
import dev.segue.netty.SegueEncoder;
import dev.segue.netty.SegueZstdDecoder;
import dev.segue.netty.SegueZstdEncoder;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import io.lettuce.core.codec.StringCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Frames on Netty connections, values in Redis, and a Lucene index.
class IntegrationsTest {

  private static final GoldenFile FRAMES = new GoldenFile("netty.txt");
  private static final GoldenFile ZSTD_FRAMES = new GoldenFile("netty-zstd.txt");
  private static final GoldenFile VALUES = new GoldenFile("redis.txt");
  private static final GoldenFile INDEX = new GoldenFile("lucene.txt");
  private static final int DOCUMENTS = 20;

  private static final Serializer COMPATIBLE =
      Payloads.builder().schemaMode(SchemaMode.COMPATIBLE).build();

  @TempDir Path directory = Path.of("");

  static List<String> versions() {
    return FRAMES.versions();
  }

  private static byte[] sent(ChannelHandler... handlers) {
    EmbeddedChannel channel = new EmbeddedChannel(handlers);
    ByteBuf all = Unpooled.buffer();
    for (int i = 0; i < 2; i++) {
      channel.writeOutbound(Payloads.order());
      for (ByteBuf buffer = channel.readOutbound();
          buffer != null;
          buffer = channel.readOutbound()) {
        all.writeBytes(buffer);
        buffer.release();
      }
    }
    channel.finishAndReleaseAll();
    return ByteBufUtil.getBytes(all);
  }

  private static void assertReceived(byte[] bytes, ChannelHandler... handlers) {
    EmbeddedChannel channel = new EmbeddedChannel(handlers);
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    for (int i = 0; i < 2; i++) {
      Object received = channel.readInbound();
      assertEquals(Payloads.order(), received);
    }
    channel.finishAndReleaseAll();
  }

  private static ChannelHandler[] writing() {
    return new ChannelHandler[] {new SegueZstdEncoder(), new SegueEncoder(COMPATIBLE)};
  }

  private static ChannelHandler[] reading() {
    return new ChannelHandler[] {new SegueZstdDecoder(), new SegueDecoder(COMPATIBLE, Order.class)};
  }

  @Test
  void thisVersionWritesTheSameFrames() {
    Map<String, byte[]> frames = new TreeMap<>();
    Payloads.serializers()
        .forEach((mode, serializer) -> frames.put(mode, sent(new SegueEncoder(serializer))));
    FRAMES.compare(frames);
    ZSTD_FRAMES.compareNames(Map.of("zstd, compatible", sent(writing())));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void framesAreReceived(String version) {
    Payloads.serializers()
        .forEach((mode, serializer) ->
            assertReceived(
                found(FRAMES.of(version), mode), new SegueDecoder(serializer, Order.class)));
    assertReceived(found(ZSTD_FRAMES.of(version), "zstd, compatible"), reading());
  }

  private static Map<String, Supplier<SegueRedisCodec<String, Order>>> codecs() {
    SegueRedisCodec<String, Order> plain =
        SegueRedisCodec.objects(StringCodec.UTF8, COMPATIBLE, Order.class);
    Map<String, Supplier<SegueRedisCodec<String, Order>>> codecs = new LinkedHashMap<>();
    codecs.put("plain", () -> plain);
    codecs.put("compressed", () -> plain.compressed(CompressionPolicy.of(Codec.zstd())));
    codecs.put("stored", () -> plain.compressed(CompressionPolicy.of(Codec.stored())));
    codecs.put("for Glide", () -> plain.compressedForGlide(ZstdOptions.defaults()));
    return codecs;
  }

  @Test
  void valuesHaveTheSameForms() {
    Map<String, byte[]> values = new TreeMap<>();
    codecs()
        .forEach((form, codec) -> {
          ByteBuffer value = codec.get().encodeValue(Payloads.order());
          byte[] bytes = new byte[value.remaining()];
          value.get(bytes);
          values.put(form, bytes);
        });
    VALUES.compare(values, IntegrationsTest::heads);
  }

  /// Compressed bodies depend on the native libraries.
  private static Map<String, byte[]> heads(Map<String, byte[]> values) {
    Map<String, byte[]> heads = new TreeMap<>(values);
    heads.replaceAll((form, bytes) ->
        form.equals("plain") || form.equals("stored") ? bytes : Arrays.copyOf(bytes, 3));
    return heads;
  }

  @ParameterizedTest
  @MethodSource("versions")
  void valuesAreRead(String version) {
    codecs()
        .forEach((form, codec) ->
            assertEquals(
                Payloads.order(),
                codec.get().decodeValue(ByteBuffer.wrap(found(VALUES.of(version), form))),
                form));
  }

  private static String line(int document) {
    return "GET /orders/%d 200".formatted(4711 + document);
  }

  private void writeIndex() throws IOException {
    StringBuilder sample = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      sample.append(line(i * 7)).append('\n');
    }
    var format =
        SegueStoredFieldsFormat.defaults()
            .withDictionary(sample.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    var config = new IndexWriterConfig().setCodec(new SegueLuceneCodec(format));
    try (var files = FSDirectory.open(directory);
        var writer = new IndexWriter(files, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new StoredField("line", line(i)));
        writer.addDocument(document);
      }
    }
  }

  @Test
  void indexesHaveTheSameFiles() throws IOException {
    writeIndex();
    Map<String, byte[]> written = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        written.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    INDEX.compareNames(written);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void indexesAreRead(String version) throws IOException {
    for (Map.Entry<String, byte[]> file : INDEX.of(version).entrySet()) {
      Files.write(directory.resolve(file.getKey()), file.getValue());
    }
    try (var files = FSDirectory.open(directory);
        var reader = DirectoryReader.open(files)) {
      assertEquals(DOCUMENTS, reader.numDocs());
      assertTrue(reader.leaves().getFirst().reader().toString().startsWith("_0("));
      for (int i = 0; i < DOCUMENTS; i++) {
        assertEquals(line(i), reader.storedFields().document(i).get("line"));
      }
    }
  }
}
