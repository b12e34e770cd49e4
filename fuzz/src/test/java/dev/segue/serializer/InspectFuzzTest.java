// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.provider.MethodSource;

/// Passes arbitrary bytes to the inspection of payloads, as one payload and as a stream of them:
/// objects, trees, and schemas whose fingerprints are corrected.
class InspectFuzzTest {

  private static final Serializer CONSISTENT = FuzzTargets.builder().build();
  private static final Serializer COMPATIBLE =
      FuzzTargets.builder().schemaMode(SchemaMode.COMPATIBLE).build();
  private static final Serializer COMPACT =
      FuzzTargets.builder().compactNumbers(true).references(true).build();
  private static final List<Serializer> SERIALIZERS = List.of(CONSISTENT, COMPATIBLE, COMPACT);

  static Stream<byte[]> seeds() throws Exception {
    List<byte[]> seeds = new ArrayList<>();
    for (Serializer serializer : SERIALIZERS) {
      seeds.addAll(FuzzTargets.seeds(serializer).toList());
      trees().stream().map(serializer::toBytes).forEach(seeds::add);
      seeds.add(stream(serializer));
    }
    return seeds.stream();
  }

  private static List<Object> trees() {
    Map<String, Object> map = new HashMap<>();
    map.put("id", 7_000_000_000L);
    map.put("nested", new LinkedHashMap<>(Map.of("id", 0.5, "name", "Gr\u00fc\u00dfe \u4e16")));
    map.put("list", new ArrayList<>(Arrays.asList(null, true, -17, 300, "k".repeat(100))));
    return List.of(
        new ArrayList<>(List.of(7_000_000_000L, "k".repeat(100))),
        map,
        new ArrayList<>(List.of(map, map)),
        new TreeMap<>(Map.of(1, FuzzTargets.graphs())));
  }

  private static byte[] stream(Serializer serializer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(bytes)) {
      for (Object value : Stream.concat(trees().stream(), FuzzTargets.graphs().stream()).toList()) {
        int _ = writer.write(value);
      }
    }
    return bytes.toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "20m")
  void inspect(byte[] input) {
    if (input.length > 0) {
      SERIALIZERS.forEach(serializer -> inspectAll(serializer, input));
      inspectAll(COMPATIBLE, FuzzTargets.withRightFingerprint(input));
    }
  }

  /// Inspects one payload after the other, as long as lengths are stated.
  private static void inspectAll(Serializer serializer, byte[] input) {
    MemorySegment bytes = MemorySegment.ofArray(input);
    for (long at = 0; at < input.length; ) {
      Assertions.assertFalse(serializer.inspect(bytes, at).isEmpty());
      try {
        at += serializer.payloadSize(bytes, at);
      } catch (SerializationException e) {
        return;
      }
    }
  }
}
