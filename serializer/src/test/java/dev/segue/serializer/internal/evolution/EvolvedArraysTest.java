// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Several classes of a writer that are one class of the reader: each is read with its own layout.
@SuppressWarnings({"NullAway", "ArrayRecordComponent"})
class EvolvedArraysTest {

  private static final String HERE = "dev.segue.serializer.internal.evolution.EvolvedArraysTest$";

  record Old(int a) {}

  record New(int b) {}

  @Alias({HERE + "Old", HERE + "New"})
  record Merged(int a, int b) {}

  enum Left {
    P,
    Q
  }

  enum Right {
    Q,
    P
  }

  @Alias({HERE + "Left", HERE + "Right"})
  enum Both {
    P,
    Q
  }

  record Held(Object held) {}

  private static SerializerBuilder builder(Execution execution) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).execution(execution);
  }

  @ParameterizedTest
  @EnumSource
  void arraysOfThemUseTheirOwnLayouts(Execution execution) {
    Serializer writer =
        builder(execution)
            .register(Old.class, New.class, Left.class, Right.class, Held.class)
            .build();
    Serializer reader = builder(execution).register(Merged.class, Both.class, Held.class).build();
    Object[][] written = {
      {new Old(1)}, {new New(1)}, {Left.P, Left.Q}, {Right.P, Right.Q},
    };
    Object[][] read = {
      {new Merged(1, 0)}, {new Merged(0, 1)}, {Both.P, Both.Q}, {Both.P, Both.Q},
    };
    Class<?>[] types = {Old.class, New.class, Left.class, Right.class};
    for (int i = 0; i < types.length; i++) {
      Object[] array = (Object[]) java.lang.reflect.Array.newInstance(types[i], written[i].length);
      System.arraycopy(written[i], 0, array, 0, array.length);
      assertArrayEquals(read[i], reader.fromBytes(writer.toBytes(array), Object[].class));
      Held held = reader.fromBytes(writer.toBytes(new Held(array)), Held.class);
      assertArrayEquals(read[i], (Object[]) held.held());
      Object[] nested = (Object[]) java.lang.reflect.Array.newInstance(array.getClass(), 1);
      nested[0] = array;
      Object[] nestedRead = reader.fromBytes(writer.toBytes(nested), Object[].class);
      assertArrayEquals(read[i], (Object[]) nestedRead[0]);
    }
  }
}
