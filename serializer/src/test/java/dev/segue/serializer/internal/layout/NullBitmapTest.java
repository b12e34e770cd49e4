// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.MadeUpBean;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The null bitmap is written in words by several methods, whose number depends on the kind of
/// memory.
class NullBitmapTest {

  private static final String NAME = "Boxes";
  private static final int MOST = 70;

  @Test
  void anyNumberOfBoxedFields() throws ReflectiveOperationException {
    Random random = new Random(11);
    for (int count = 1; count <= MOST; count++) {
      Class<?> type = new Loader(count).loadClass(NAME);
      Serializer compiled = serializer(type, Execution.COMPILED);
      Serializer interpreted = serializer(type, Execution.INTERPRETED);
      for (int round = 0; round < 4; round++) {
        Object boxes = boxes(type, random);
        byte[] expected = interpreted.toBytes(boxes);
        assertArrayEquals(expected, compiled.toBytes(boxes), () -> describe(type));
        check(type, boxes, compiled.fromBytes(expected, type));
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment used = arena.allocate(expected.length).fill((byte) -1);
          compiled.write(boxes, used, 0);
          assertArrayEquals(expected, used.toArray(ValueLayout.JAVA_BYTE), () -> describe(type));
          check(type, boxes, compiled.read(used, 0, type));
        }
      }
    }
  }

  private static Serializer serializer(Class<?> type, Execution execution) {
    return Serializer.builder().register(type).execution(execution).build();
  }

  private static Object boxes(Class<?> type, Random random) throws ReflectiveOperationException {
    Object boxes = type.getConstructor().newInstance();
    for (Field field : type.getFields()) {
      if (random.nextBoolean()) {
        field.set(boxes, random.nextInt());
      }
    }
    return boxes;
  }

  private static void check(Class<?> type, Object expected, @Nullable Object actual)
      throws IllegalAccessException {
    for (Field field : type.getFields()) {
      assertEquals(field.get(expected), field.get(actual), () -> describe(type) + " " + field);
    }
  }

  private static String describe(Class<?> type) {
    return type.getFields().length + " fields";
  }

  /// Loads a class with a given number of fields of type `Integer`.
  private static final class Loader extends ClassLoader {

    private final int count;

    Loader(int count) {
      super(NullBitmapTest.class.getClassLoader());
      this.count = count;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.equals(NAME)) {
        throw new ClassNotFoundException(name);
      }
      byte[] file = classFile();
      return defineClass(name, file, 0, file.length);
    }

    private byte[] classFile() {
      Map<String, ClassDesc> fields = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        fields.put("box" + i, ConstantDescs.CD_Integer);
      }
      return MadeUpBean.classFile(NAME, fields);
    }
  }
}
