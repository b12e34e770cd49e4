// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.UnknownTypes;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.SchemaEncoder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payloads with mutated or forged schemas: reading returns an object or throws a
/// [SerializationException]. The fingerprints match the schemas, since an attacker can compute
/// them.
@SuppressWarnings({"UnusedVariable", "ArrayRecordComponent", "NullAway"})
class SchemaMutationTest {

  private static final int MUTATIONS = Integer.getInteger("segue.mutations", 500);

  enum Mood {
    GOOD,
    BAD
  }

  record Part(int a, Integer b, String text) {}

  record Whole0(
      byte number,
      Mood mood,
      Part part,
      List<Part> parts,
      Map<String, Mood> moods,
      Object any,
      int[] ints,
      Part[] array,
      List<Integer> boxes) {}

  @Alias("dev.segue.serializer.evolution.SchemaMutationTest$Whole0")
  record Whole1(
      long number,
      Mood mood,
      Part part,
      List<Part> parts,
      Map<String, Mood> moods,
      Object any,
      List<Long> ints,
      List<Part> array,
      int[] boxes) {}

  private static byte[] written(boolean references) {
    Part part = new Part(1, null, "text");
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .references(references)
        .register(Whole0.class, Part.class, Mood.class)
        .build()
        .toBytes(
            new Whole0(
                (byte) 1,
                Mood.GOOD,
                part,
                new ArrayList<>(List.of(part)),
                Map.of("k", Mood.BAD),
                new ArrayList<>(List.of(part, Mood.GOOD)),
                new int[] {1, 2},
                new Part[] {part},
                new ArrayList<>(List.of(1, 2))));
  }

  @ParameterizedTest
  @EnumSource
  void survivesMutations(UnknownTypes unknown) {
    for (Execution execution : new Execution[] {Execution.COMPILED, Execution.INTERPRETED}) {
      boolean references = unknown == UnknownTypes.NULL;
      Serializer reader =
          Serializer.builder()
              .schemaMode(SchemaMode.COMPATIBLE)
              .references(references)
              .unknownTypes(unknown)
              .execution(execution)
              .register(Whole1.class, Part.class)
              .build();
      byte[] valid = written(references);
      for (int seed = 0; seed < MUTATIONS; seed++) {
        Random random = new Random(seed);
        byte[] mutated = seed % 2 == 0 ? mutate(valid, random) : mutateSchema(valid, random);
        try {
          reader.fromBytes(mutated, Object.class);
        } catch (SerializationException expected) {
          assertNotNull(expected.kind());
        } catch (RuntimeException | Error e) {
          throw new AssertionError("seed=" + seed + " " + unknown + " " + execution, e);
        }
        assertNotNull(reader.inspect(MemorySegment.ofArray(mutated), 0));
      }
    }
  }

  private static byte[] mutate(byte[] valid, Random random) {
    byte[] mutated = Arrays.copyOf(valid, valid.length - (random.nextInt(4) == 0 ? 3 : 0));
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
    }
    return mutated;
  }

  /// Changes the schema, and returns a description of the change.
  private static byte[] mutateSchema(byte[] valid, Random random) {
    int tail = valid.length - 1 - Schema.TAIL_BYTES;
    int length = ByteArrays.getInt(valid, tail + Long.BYTES);
    byte[] document = Arrays.copyOfRange(valid, tail - length, tail);
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      document[random.nextInt(document.length)] = (byte) random.nextInt();
    }
    byte[] body = Arrays.copyOfRange(valid, Header.BYTES, tail - length);
    byte[] mutated =
        SchemaTail.assemble(
            ByteArrays.getInt(valid, Header.TYPE),
            ByteArrays.getInt(valid, 8),
            false,
            body,
            Schema.of(document));
    mutated[2] = valid[2];
    return mutated;
  }

  @ParameterizedTest
  @EnumSource
  void decodedDocumentsEncodeToTheSame(Mood mood) {
    byte[] valid = written(mood == Mood.GOOD);
    int tail = valid.length - 1 - Schema.TAIL_BYTES;
    int length = ByteArrays.getInt(valid, tail + Long.BYTES);
    byte[] document = Arrays.copyOfRange(valid, tail - length, tail);
    SchemaDocument decoded = SchemaDecoder.decode(document);
    assertEquals(3, decoded.types().size());
    assertEquals(Arrays.toString(document), Arrays.toString(SchemaEncoder.encode(decoded)));
  }
}
