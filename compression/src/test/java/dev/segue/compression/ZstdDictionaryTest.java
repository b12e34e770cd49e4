// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.Messages.assertMentions;
import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.ChildJvm;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdDictionaryTest {

  private final List<MemorySegment> samples = samples(2000, 1);
  private final ZstdDictionary dictionary = ZstdDictionary.train(samples, 8192);

  @AfterEach
  void closeDictionary() {
    dictionary.close();
  }

  private static List<MemorySegment> samples(int count, long seed) {
    Random random = new Random(seed);
    List<MemorySegment> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(
          MemorySegment.ofArray(TestData.jsonValue(random).getBytes(StandardCharsets.UTF_8)));
    }
    return samples;
  }

  private static byte[] compress(Codec codec, byte[] content) {
    byte[] out = new byte[Math.toIntExact(codec.maxCompressedLength(content.length))];
    long written = codec.compress(MemorySegment.ofArray(content), MemorySegment.ofArray(out));
    return Arrays.copyOf(out, Math.toIntExact(written));
  }

  private static byte[] decompress(Codec codec, byte[] frame, int length) {
    byte[] out = new byte[length];
    long written = codec.decompress(MemorySegment.ofArray(frame), MemorySegment.ofArray(out));
    return Arrays.copyOf(out, Math.toIntExact(written));
  }

  private static byte[] bytes(MemorySegment sample) {
    return sample.toArray(ValueLayout.JAVA_BYTE);
  }

  private double ratio(ZstdOptions options) {
    Codec codec = Codec.zstd(options);
    long raw = 0;
    long compressed = 0;
    for (MemorySegment value : samples(500, 2)) {
      byte[] content = bytes(value);
      byte[] frame = compress(codec, content);
      assertArrayEquals(content, decompress(codec, frame, content.length));
      raw += content.length;
      compressed += frame.length;
    }
    return raw / (double) compressed;
  }

  @Test
  void smallValuesShrinkOnlyWithADictionary() {
    ZstdOptions options = ZstdOptions.defaults();
    ZstdOptions lean = options.withMagicless(true).with(ZstdCompressionParameter.DICTIONARY_ID, 0);
    double without = ratio(options);
    double with = ratio(options.withDictionary(dictionary));
    double withLeanHeader = ratio(lean.withDictionary(dictionary));
    String ratios = "without=%s with=%s lean=%s".formatted(without, with, withLeanHeader);
    assertTrue(without < 1.1, ratios);
    assertTrue(with > 2.0, ratios);
    assertTrue(withLeanHeader > 2.5, ratios);
  }

  @ParameterizedTest
  @EnumSource(ZstdDictionary.Training.class)
  void everyTrainingGivesAWorkingDictionary(ZstdDictionary.Training training) {
    List<MemorySegment> few = samples.subList(0, 300);
    try (ZstdDictionary trained = ZstdDictionary.train(few, 2048, 3, training)) {
      assertNotEquals(0, trained.id());
      assertTrue(trained.byteSize() <= 2048);
      Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(trained));
      byte[] content = bytes(samples.get(400));
      assertArrayEquals(content, decompress(codec, compress(codec, content), content.length));
    }
  }

  @Test
  void chosenContentIsCompletedWithAHeader() {
    MemorySegment content = MemorySegment.ofArray(TestData.of(TestData.Kind.JSON, 4000));
    try (ZstdDictionary completed =
        ZstdDictionary.finalizeFrom(content, samples.subList(0, 300), 8192, 3, 4711)) {
      assertEquals(4711, completed.id());
    }
  }

  @Test
  void tooFewSamplesCauseAClearError() {
    List<MemorySegment> two = samples.subList(0, 2);
    CompressionException e =
        assertThrows(CompressionException.class, () -> ZstdDictionary.train(two, 8192));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
  }

  /// Runs in a separate process, since a failure would be a crash.
  @Test
  void fewOrShortSamplesNeverCrash() {
    long seed = System.nanoTime();
    String printed = ChildJvm.run(TinySamples.class, List.of("150", Long.toString(seed)));
    assertTrue(printed.contains("survived"), printed);
  }

  private static List<MemorySegment> samplesOf(int count, int length) {
    return Collections.nCopies(count, MemorySegment.ofArray(new byte[length]));
  }

  @Test
  void errorStatesTheMissingSamples() {
    List<MemorySegment> empty = new ArrayList<>(samplesOf(75, 0));
    empty.addAll(samplesOf(6, 25));
    CompressionException e =
        assertThrows(CompressionException.class, () -> ZstdDictionary.train(empty, 1024));
    assertMentions(e, "6 non-empty samples", "at least 7");
    CompressionException shorter =
        assertThrows(
            CompressionException.class, () -> ZstdDictionary.train(samplesOf(10, 1), 1024));
    assertEquals(Kind.MALFORMED_INPUT, shorter.kind());
    assertMentions(shorter, "first 7 of 10 samples", "only 7 bytes", "at least 8");
  }

  @Test
  void emptySamplesAreIgnored() {
    List<MemorySegment> some = new ArrayList<>(samplesOf(700, 0));
    some.addAll(samples.subList(0, 200));
    try (ZstdDictionary with = ZstdDictionary.train(some, 2048);
        ZstdDictionary without = ZstdDictionary.train(samples.subList(0, 200), 2048)) {
      assertArrayEquals(without.toByteArray(), with.toByteArray());
    }
  }

  @Test
  void isUnchangedAfterSavingAndLoading(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("json.dict");
    dictionary.save(file);
    try (ZstdDictionary loaded = ZstdDictionary.load(file)) {
      assertEquals(dictionary.id(), loaded.id());
      byte[] content = bytes(samples.get(7));
      byte[] frame =
          compress(Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary)), content);
      Codec reader = Codec.zstd(ZstdOptions.defaults().withLevel(9).withDictionary(loaded));
      assertArrayEquals(content, decompress(reader, frame, content.length));
    }
  }

  @Test
  void rawContentServesAsADictionaryWithoutAnId() {
    byte[] content = TestData.of(TestData.Kind.RANDOM, 5000);
    try (ZstdDictionary raw = ZstdDictionary.of(MemorySegment.ofArray(content))) {
      assertEquals(0, raw.id());
      Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(raw));
      byte[] frame = compress(codec, content);
      assertTrue(frame.length < 100, "length=" + frame.length);
      assertArrayEquals(content, decompress(codec, frame, content.length));
    }
  }

  @Test
  void wrongOrMissingDictionaryHasItsOwnKind() throws IOException {
    byte[] content = bytes(samples.get(3));
    byte[] frame = compress(Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary)), content);
    try (ZstdDictionary other = ZstdDictionary.train(samples(1000, 5), 4096)) {
      for (Codec wrong :
          List.of(Codec.zstd(), Codec.zstd(ZstdOptions.defaults().withDictionary(other)))) {
        CompressionException e =
            assertThrows(
                CompressionException.class, () -> decompress(wrong, frame, content.length));
        assertEquals(Kind.WRONG_DICTIONARY, e.kind(), e.getMessage());
        String given = wrong.equals(Codec.zstd()) ? "none was given" : "has id=" + id(other);
        assertMentions(e, "offset=0", "with id=" + id(dictionary), given);
        try (InputStream in = wrong.decompressing(new ByteArrayInputStream(frame), 1000)) {
          CompressionException ofStream = flawOf(in::read);
          assertEquals(Kind.WRONG_DICTIONARY, ofStream.kind());
          assertEquals(e.getMessage(), ofStream.getMessage());
        }
      }
    }
  }

  /// libzstd cannot distinguish this from damage, since it checks only the id.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wrongDictionaryWithTheSameIdIsMalformedInput(boolean checksum) throws IOException {
    List<MemorySegment> few = samples.subList(0, 300);
    MemorySegment text = MemorySegment.ofArray(TestData.of(TestData.Kind.TEXT, 4000));
    MemorySegment json = MemorySegment.ofArray(TestData.of(TestData.Kind.JSON, 4000));
    byte[] content = TestData.of(TestData.Kind.TEXT, 3000);
    ZstdOptions options = ZstdOptions.defaults().withChecksum(checksum);
    int flaws = 0;
    try (ZstdDictionary one = ZstdDictionary.finalizeFrom(text, few, 8192, 3, 4711);
        ZstdDictionary same = ZstdDictionary.finalizeFrom(json, few, 8192, 3, 4711)) {
      Codec reader = Codec.zstd(options.withDictionary(same));
      for (int length = 100; length <= content.length; length += 100) {
        byte[] frame =
            compress(Codec.zstd(options.withDictionary(one)), Arrays.copyOf(content, length));
        CompressionException e;
        try {
          decompress(reader, frame, 100_000);
          continue; // read as other content, which only a checksum detects
        } catch (CompressionException failure) {
          e = failure;
        }
        flaws++;
        assertTrue(
            e.kind() == Kind.MALFORMED_INPUT || e.kind() == Kind.CHECKSUM_MISMATCH, e.getMessage());
        assertMentions(e, "another dictionary that has id=4711, too");
        try (InputStream in = reader.decompressing(new ByteArrayInputStream(frame), 100_000)) {
          assertMentions(flawOf(in::readAllBytes), "another dictionary that has id=4711, too");
        }
      }
    }
    assertTrue(flaws >= (checksum ? 30 : 1), "flaws=" + flaws);
  }

  private static String id(ZstdDictionary dictionary) {
    return Integer.toUnsignedString(dictionary.id());
  }

  @Test
  void errorNamesTheFrameThatNeedsTheOtherDictionary() {
    byte[] content = bytes(samples.get(3));
    byte[] plain = Codec.zstd().compress(content);
    byte[] frame = compress(Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary)), content);
    byte[] both = Arrays.copyOf(plain, plain.length + frame.length);
    System.arraycopy(frame, 0, both, plain.length, frame.length);
    CompressionException e =
        assertThrows(
            CompressionException.class, () -> decompress(Codec.zstd(), both, 2 * content.length));
    assertMentions(e, "offset=" + plain.length, "with id=" + id(dictionary));
    assertEquals(plain.length, e.offset());
  }

  /// A context is used alternately for options with different dictionaries.
  @Test
  void dictionaryOfOtherOptionsIsNeverUsed() {
    byte[] content = bytes(samples.get(3));
    ZstdOptions options = ZstdOptions.defaults();
    try (ZstdDictionary other = ZstdDictionary.train(samples(1000, 5), 4096)) {
      Codec codec = Codec.zstd(options.withDictionary(dictionary));
      Codec otherCodec = Codec.zstd(options.withDictionary(other));
      byte[] frame = compress(codec, content);
      assertArrayEquals(content, decompress(codec, frame, content.length));
      byte[] otherFrame = compress(otherCodec, content);
      assertArrayEquals(content, decompress(otherCodec, otherFrame, content.length));
      CompressionException e =
          assertThrows(
              CompressionException.class, () -> decompress(otherCodec, frame, content.length));
      assertEquals(Kind.WRONG_DICTIONARY, e.kind(), e.getMessage());
    }
  }

  @Test
  void closedDictionaryIsRefusedAndClearedFromPooledContexts() {
    byte[] content = bytes(samples.get(3));
    Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
    byte[] frame = compress(codec, content);
    decompress(codec, frame, content.length);
    dictionary.close();
    dictionary.close();
    assertThrows(IllegalStateException.class, () -> compress(codec, content));
    assertThrows(IllegalStateException.class, () -> decompress(codec, frame, content.length));
    assertThrows(IllegalStateException.class, dictionary::toByteArray);
    byte[] plain = compress(Codec.zstd(), content);
    assertArrayEquals(content, decompress(Codec.zstd(), plain, content.length));
  }

  @Tag("jit")
  @Test
  void closingDuringCallsNeverCrashes() throws InterruptedException {
    byte[] bytes = dictionary.toByteArray();
    byte[] content = bytes(samples.get(3));
    for (int round = 0; round < (Soak.IS_ON ? 300 : 100); round++) {
      ZstdDictionary shortLived = ZstdDictionary.of(MemorySegment.ofArray(bytes));
      Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(shortLived));
      AtomicInteger completed = new AtomicInteger();
      Thread user =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  while (true) {
                    byte[] frame = compress(codec, content);
                    assertArrayEquals(content, decompress(codec, frame, content.length));
                    completed.incrementAndGet();
                  }
                } catch (IllegalStateException e) {
                  // closed: the end of the loop
                }
              });
      while (completed.get() < round % 3) {
        Thread.onSpinWait();
      }
      shortLived.close();
      user.join();
    }
  }

  @Test
  void agreesWithZstdJni() {
    byte[] bytes = dictionary.toByteArray();
    byte[] content = bytes(samples.get(11));
    Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
    byte[] theirs = Zstd.compress(content, new ZstdDictCompress(bytes, 3));
    assertArrayEquals(content, decompress(codec, theirs, content.length));
    try (ZstdDecompressCtx reader = new ZstdDecompressCtx()) {
      reader.loadDict(bytes);
      assertArrayEquals(content, reader.decompress(compress(codec, content), content.length));
    }
  }

  @Test
  void agreesWithTheCommandLineTool(@TempDir Path directory) throws IOException {
    Tool zstd = Tool.require("zstd");
    Path file = directory.resolve("json.dict");
    dictionary.save(file);
    byte[] content = TestData.of(TestData.Kind.JSON, 5000);
    Codec codec = Codec.zstd(ZstdOptions.defaults().withChecksum(true).withDictionary(dictionary));
    assertArrayEquals(
        content, zstd.run(compress(codec, content), "-d", "-c", "-D", file.toString()));
    byte[] theirs = zstd.run(content, "-c", "-D", file.toString());
    assertArrayEquals(content, decompress(codec, theirs, content.length));
    // A dictionary that the command trained can be used here.
    List<String> arguments = new ArrayList<>(List.of("--train", "-q", "--maxdict=4096"));
    for (int i = 0; i < 400; i++) {
      Path sample = directory.resolve("sample-" + i);
      Files.write(sample, bytes(samples.get(i)));
      arguments.add(sample.toString());
    }
    Path trained = directory.resolve("trained.dict");
    arguments.addAll(List.of("-o", trained.toString()));
    zstd.run(new byte[0], arguments.toArray(String[]::new));
    try (ZstdDictionary loaded = ZstdDictionary.load(trained)) {
      Codec with = Codec.zstd(ZstdOptions.defaults().withDictionary(loaded));
      byte[] frame = compress(with, content);
      assertArrayEquals(content, zstd.run(frame, "-d", "-c", "-D", trained.toString()));
    }
  }
}
