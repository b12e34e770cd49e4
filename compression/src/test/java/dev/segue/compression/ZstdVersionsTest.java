// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.internal.zstd.ZstdLibrary;
import dev.segue.compression.testing.ChildJvm;
import dev.segue.compression.testing.SystemLibrary;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Expected and unexpected differences between versions of libzstd: the same probes run on the
/// bundled library and on the system's, each in a separate JVM.
class ZstdVersionsTest {

  /// A block whose sequences leave bits of their stream unread. Version 1.5.4 decodes it without an
  /// error; 1.5.6 refuses it.
  private static final String UNREAD_BITS =
      "28b52ffd0028d50000686162636478797a2068656c6c6f040029bcbc9c6929ae9c1b02";

  /// An offset beyond the content written so far.
  private static final String FAR_OFFSET =
      "28b52ffd0022d50000686162636478797a2068656c6c6f040006bcbc946929ae9c1b02";

  private static final int SINCE_STRICT = 10_505;
  private static final int SINCE_BLOCK_SPLITTER_LEVEL = 10_507;

  /// Prints the behaviour of this JVM's library, one line for each probe.
  static final class Probe {

    private Probe() {}

    public static void main(String[] args) {
      say("version", ZstdLibrary.versionNumber());
      say("unread-bits", verdict(UNREAD_BITS));
      say("far-offset", verdict(FAR_OFFSET));
      say("reserved-block", verdict("28b52ffd20052f000068656c6c6f"));
      say("truncated", verdict("28b52ffd200529000068656c6c"));
      say("wrong-checksum", verdict("28b52ffd240529000068656c6c6f00000000"));
      say("legacy", verdict("26b52ffd16fd16b5"));
      say("level-bounds", bounds(ZstdCompressionParameter.COMPRESSION_LEVEL));
      say(
          "parameters",
          Stream.of(ZstdCompressionParameter.values())
              .filter(ZstdCompressionParameter::isSupported)
              .map(Enum::name)
              .collect(Collectors.joining(",")));
      say("round-trips", roundTrips());
      say("dictionary", dictionary());
      say("workspace", workspace());
      say("in-place", inPlace());
    }

    private static void say(String what, Object value) {
      System.out.println(what + "=" + value);
    }

    private static String bounds(ZstdCompressionParameter parameter) {
      return parameter.lowerBound() + ".." + parameter.upperBound();
    }

    private static String verdict(String hex) {
      try {
        return "content " + Codec.zstd().decompress(HexFormat.of().parseHex(hex), 4000).length;
      } catch (CompressionException e) {
        return e.kind().toString();
      }
    }

    private static boolean roundTrips() {
      boolean equal = true;
      for (TestData.Kind kind : TestData.Kind.values()) {
        for (int length : new int[] {0, 1, 300, TestData.BLOCK, 600_000}) {
          byte[] content = TestData.of(kind, length);
          for (int level : new int[] {-5, 3, 12}) {
            ZstdOptions options = ZstdOptions.defaults().withLevel(level).withChecksum(true);
            byte[] frame = Codec.zstd(options).compress(content);
            equal &= Arrays.equals(content, Codec.zstd().decompress(frame, length));
          }
        }
      }
      return equal;
    }

    private static boolean dictionary() {
      byte[] message = TestData.of(TestData.Kind.JSON, 300);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment content =
            arena.allocateFrom(ValueLayout.JAVA_BYTE, TestData.of(TestData.Kind.JSON, 9000));
        List<ZstdDictionary> all =
            List.of(
                ZstdDictionary.of(content),
                ZstdDictionary.referringTo(content),
                ZstdDictionary.copyInto(content, 3, arena));
        boolean equal = true;
        for (ZstdDictionary each : all) {
          Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(each));
          Envelope envelope = Envelope.of(codec);
          byte[] written = envelope.encode(message);
          equal &= written[0] == 0x26;
          equal &= Arrays.equals(message, envelope.decode(written, 300));
        }
        all.forEach(ZstdDictionary::close);
        return equal;
      }
    }

    private static boolean workspace() {
      ZstdOptions options = ZstdOptions.defaults().withDecompressWindowLogMax(20);
      try (Arena arena = Arena.ofConfined();
          ZstdCompressor compressor =
              ZstdCompressor.create(
                  options, arena.allocate(ZstdCompressor.workspaceLength(options), 8));
          ZstdDecompressor decompressor =
              ZstdDecompressor.create(
                  options, arena.allocate(ZstdDecompressor.workspaceLength(options), 8))) {
        byte[] bytes = TestData.of(TestData.Kind.JSON, 100_000);
        MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
        MemorySegment out = arena.allocate(200_000);
        MemorySegment back = arena.allocate(100_000);
        long written = compressor.step(content, out, ZstdCompressor.EndDirective.END);
        long read = decompressor.step(out.asSlice(0, written), back);
        return read == 100_000 && content.mismatch(back) == -1;
      }
    }

    private static String inPlace() {
      try (Arena arena = Arena.ofConfined()) {
        byte[] frame = Codec.zstd().compress(TestData.of(TestData.Kind.JSON, 10_000));
        long margin = ZstdFrame.inPlaceMargin(arena.allocateFrom(ValueLayout.JAVA_BYTE, frame));
        return margin > 0 ? "available" : "none";
      } catch (CompressionException e) {
        return e.kind().toString();
      }
    }
  }

  static List<String> libraries() {
    List<String> options = new ArrayList<>(List.of("-Dsegue.native.dir=" + tmp()));
    SystemLibrary.zstd().ifPresent(path -> options.add("-Dsegue.zstd.library=" + path));
    return options;
  }

  private static String tmp() {
    return System.getProperty("java.io.tmpdir", ".");
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void eachVersionBehavesAsExpected(String option) {
    Map<String, String> found =
        ChildJvm.run(Probe.class, option)
            .lines()
            .map(line -> line.split("=", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    int version = Integer.parseInt(found.getOrDefault("version", "0"));
    boolean strict = version >= SINCE_STRICT;
    String all = found.toString();

    assertEquals(strict ? "MALFORMED_INPUT" : "content 79", found.get("unread-bits"), all);
    assertEquals(strict ? "MALFORMED_INPUT" : "content 55", found.get("far-offset"), all);

    assertEquals("MALFORMED_INPUT", found.get("reserved-block"), all);
    assertEquals("MALFORMED_INPUT", found.get("truncated"), all);
    assertEquals("CHECKSUM_MISMATCH", found.get("wrong-checksum"), all);
    assertEquals("UNSUPPORTED", found.get("legacy"), all);
    assertEquals("-131072..22", found.get("level-bounds"), all);
    for (String sound : List.of("round-trips", "dictionary", "workspace")) {
      assertEquals("true", found.get(sound), sound + " " + all);
    }
    assertEquals("available", found.get("in-place"), all);

    var parameters = new TreeSet<>(List.of(found.getOrDefault("parameters", "").split(",", -1)));
    boolean splitter = version >= SINCE_BLOCK_SPLITTER_LEVEL;
    assertEquals(splitter, parameters.contains("BLOCK_SPLITTER_LEVEL"), all);
    assertEquals(strict, parameters.contains("TARGET_BLOCK_SIZE"), all);
    assertTrue(parameters.contains("WORKERS") && parameters.contains("FORMAT"), all);
    assertFalse(parameters.isEmpty());
  }
}
