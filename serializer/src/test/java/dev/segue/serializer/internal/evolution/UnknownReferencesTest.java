// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Objects of a class that the reader lacks, if other objects refer to them.
@SuppressWarnings({"NullAway", "UnusedVariable"})
class UnknownReferencesTest {

  private static final String OLD =
      "dev.segue.serializer.internal.evolution.UnknownReferencesTest$";

  static final class Gone {
    int x;
  }

  record Twice0(Gone a, Gone b, int c) {}

  @Alias(OLD + "Twice0")
  record Without1(int c) {}

  @Alias(OLD + "Twice0")
  record Anything1(Object a, Object b, int c) {}

  @Alias(OLD + "Twice0")
  record Second1(Object b, int c) {}

  private static SerializerBuilder builder(Execution execution) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .references(true)
        .execution(execution);
  }

  private static byte[] written() {
    Gone gone = new Gone();
    return builder(Execution.COMPILED)
        .register(Twice0.class, Gone.class)
        .build()
        .toBytes(new Twice0(gone, gone, 7));
  }

  private static <T> T read(Class<T> type, Execution execution, UnknownTypes unknown) {
    Serializer reader = builder(execution).unknownTypes(unknown).register(type).build();
    byte[] bytes = written();
    // The first reads are interpreted, the later ones are not.
    for (int i = 0; i < 80; i++) {
      reader.fromBytes(bytes, type);
    }
    return reader.fromBytes(bytes, type);
  }

  @ParameterizedTest
  @EnumSource
  void areNullForEachReference(Execution execution) {
    Anything1 read = read(Anything1.class, execution, UnknownTypes.NULL);
    assertNull(read.a());
    assertNull(read.b());
    assertEquals(7, read.c());
    assertNull(read(Second1.class, execution, UnknownTypes.NULL).b());
  }

  @ParameterizedTest
  @EnumSource
  void areSkippedForEachReference(Execution execution) {
    for (UnknownTypes unknown : UnknownTypes.values()) {
      assertEquals(7, read(Without1.class, execution, unknown).c());
    }
  }

  @ParameterizedTest
  @EnumSource
  void areAnErrorInFieldsThatWouldHoldThem(Execution execution) {
    for (UnknownTypes unknown : List.of(UnknownTypes.FAIL, UnknownTypes.KEEP)) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> read(Second1.class, execution, unknown));
      assertEquals(Kind.UNREGISTERED_CLASS, e.kind(), e.getMessage());
    }
  }
}
