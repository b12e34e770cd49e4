// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Passes arbitrary bytes to readers in compatible mode with other versions of the classes. The
/// schema's fingerprint is corrected first, so that the code behind the check is reached.
class CompatibleReadFuzzTest {

  private static final String HERE = "dev.segue.serializer.FuzzTargets$";

  @Alias(HERE + "Part")
  record Part1(String text, long number, @DefaultValue("7") int added, FuzzTargets.Mood mood) {}

  @Alias(HERE + "Whole")
  @SuppressWarnings("ArrayRecordComponent")
  record Whole1(
      Part1 part,
      Part1[] parts,
      Map<String, String> moods,
      Object any,
      List<Long> ints,
      long[] boxes) {}

  private static Serializer reader(UnknownTypes unknown, Execution execution) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .maxAllocation(1 << 24)
        .maxCollidingKeys(1_000)
        .maxDepth(64)
        .unknownTypes(unknown)
        .references(unknown == UnknownTypes.NULL)
        .execution(execution)
        .register(Whole1.class, Part1.class, FuzzTargets.Names.class, FuzzTargets.Problem.class)
        .build();
  }

  private static final List<Serializer> COMPILED =
      Stream.of(UnknownTypes.values()).map(unknown -> reader(unknown, Execution.COMPILED)).toList();
  private static final List<Serializer> INTERPRETED =
      Stream.of(UnknownTypes.values())
          .map(unknown -> reader(unknown, Execution.INTERPRETED))
          .toList();

  static Stream<byte[]> seeds() throws Exception {
    SerializerBuilder builder = FuzzTargets.builder().schemaMode(SchemaMode.COMPATIBLE);
    return Stream.concat(
        FuzzTargets.seeds(builder.build()),
        FuzzTargets.graphs().stream().map(builder.references(true).build()::toBytes));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    byte[] payload = FuzzTargets.withRightFingerprint(input);
    for (int i = 0; i < COMPILED.size(); i++) {
      FuzzTargets.read(payload, COMPILED.get(i), INTERPRETED.get(i));
    }
  }
}
