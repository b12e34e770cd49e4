// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Arrays whose class is registered: the fingerprint covers the element type.
@SuppressWarnings({"UnusedVariable", "NullAway"})
class RegisteredArraysTest {

  record Whole(int x) {}

  record Broken(float y) {}

  enum Forth {
    P,
    Q
  }

  enum Round {
    Q,
    P
  }

  record Any(Object held) {}

  private static void mismatch(Object value, Serializer writer, Serializer reader) {
    byte[] bytes = writer.toBytes(value);
    assertArrayEquals(bytes, writer.toBytes(writer.fromBytes(bytes, Object.class)));
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, Object.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void elementsOfAnotherClassAreAnError(Execution execution) {
    Serializer writer =
        Serializer.builder()
            .register(Whole.class, Whole[].class, Whole[][].class, Any.class)
            .execution(execution)
            .build();
    Serializer reader =
        Serializer.builder()
            .register(Broken.class, Broken[].class, Broken[][].class, Any.class)
            .execution(execution)
            .build();
    Whole[] array = {new Whole(1)};
    mismatch(array, writer, reader);
    mismatch(new Whole[][] {array}, writer, reader);
    mismatch(new Any(array), writer, reader);
  }

  @ParameterizedTest
  @EnumSource
  void elementsOfAnotherEnumAreAnError(Execution execution) {
    Serializer writer =
        Serializer.builder()
            .register(Forth[].class, Any.class, String[].class)
            .execution(execution)
            .build();
    Serializer reader =
        Serializer.builder()
            .register(Round[].class, Any.class, int[][].class)
            .execution(execution)
            .build();
    Forth[] array = {Forth.P};
    mismatch(array, writer, reader);
    mismatch(new Any(array), writer, reader);
    mismatch(new Any(new String[] {"text"}), writer, reader);
  }

  /// [Round] under the name of [Forth]: the reader's version of the writer's enum.
  private static Class<?> forthNow() throws IOException {
    byte[] bytes;
    try (var file =
        RegisteredArraysTest.class.getResourceAsStream("RegisteredArraysTest$Round.class")) {
      bytes =
          new String(file.readAllBytes(), StandardCharsets.ISO_8859_1)
              .replace("$Round", "$Forth")
              .getBytes(StandardCharsets.ISO_8859_1);
    }
    return new ClassLoader(RegisteredArraysTest.class.getClassLoader()) {
      Class<?> define() {
        return defineClass(Forth.class.getName(), bytes, 0, bytes.length);
      }
    }.define();
  }

  @ParameterizedTest
  @EnumSource
  void constantsOfAnUnregisteredEnumMatchByName(Execution execution) throws Exception {
    SerializerBuilder builder =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(Any.class, Forth[].class, Forth[][].class)
            .execution(execution);
    Serializer writer = builder.build();
    Forth[] array = {Forth.P, null, Forth.Q};
    Class<?> now = forthNow();
    Serializer reader =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(Any.class, now.arrayType(), now.arrayType().arrayType())
            .execution(execution)
            .build();
    Object[] root = reader.fromBytes(writer.toBytes(array), Object[].class);
    assertEquals("[P, null, Q]", Arrays.toString(root));
    assertEquals(now, root[0].getClass());
    Any held = reader.fromBytes(writer.toBytes(new Any(array)), Any.class);
    assertEquals("[P, null, Q]", Arrays.toString((Object[]) held.held()));
    Object nested = reader.fromBytes(writer.toBytes(new Forth[][] {array}), Object.class);
    assertEquals("[[P, null, Q]]", Arrays.deepToString((Object[]) nested));
  }
}
