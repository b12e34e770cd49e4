// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class WorkloadTest {
  private static List<Field> fields(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .toList();
  }

  @Nested
  final class EveryWorkload {
    @ParameterizedTest
    @EnumSource
    void createsDistinctEqualObjectsOfItsType(Workload workload) {
      Object one = workload.create();
      Object two = workload.create();
      assertInstanceOf(workload.type(), one);
      assertNotSame(one, two);
      assertEquals(one, two);
      assertEquals(one.hashCode(), two.hashCode());
      assertEquals(one.toString(), two.toString());
      assertEquals(workload.createWithReferences(), workload.createWithReferences());
    }

    @ParameterizedTest
    @EnumSource
    void equalsDetectsAChangeInAnyField(Workload workload) throws ReflectiveOperationException {
      for (Field field : fields(workload.type())) {
        Object changed = workload.create();
        Object fresh = workload.type().getConstructor().newInstance();
        field.set(changed, field.get(fresh));
        if (!Objects.deepEquals(field.get(changed), field.get(workload.create()))) {
          assertNotEquals(workload.create(), changed, field.getName());
          assertNotEquals(changed, workload.create(), field.getName());
        }
      }
    }

    @ParameterizedTest
    @EnumSource
    void typesBeginWithItsOwnAndExcludeJdkTypes(Workload workload) {
      assertEquals(workload.type(), workload.userTypes().getFirst());
      assertTrue(
          workload.userTypes().stream()
              .allMatch(type -> type.getPackage().equals(Workload.class.getPackage())));
    }

    @Test
    void typesHaveNoDuplicates() {
      var types = Workload.allUserTypes();
      assertEquals(8, types.size());
      assertEquals(types.size(), new HashSet<>(types).size());
    }
  }

  @Nested
  final class Structs {
    @ParameterizedTest
    @EnumSource(names = {"STRUCT", "STRUCT2"})
    void fieldsAreDrawnFromTheSeedInDeclaredOrder(Workload workload) throws IllegalAccessException {
      var random = new Random(17);
      var fields = fields(workload.type());
      Object struct = workload.create();
      assertEquals(104, fields.size());
      for (int i = 0; i < fields.size(); i++) {
        Field field = fields.get(i);
        assertEquals("f" + i, field.getName());
        Object expected =
            switch (i % 4) {
              case 0 -> random.nextInt();
              case 1 -> random.nextLong();
              case 2 -> random.nextFloat();
              default -> random.nextDouble();
            };
        assertEquals(expected, field.get(struct), field.getName());
      }
    }

    @Test
    void structHasPrimitivesAndStruct2HasBoxes() {
      assertTrue(fields(Struct.class).stream().allMatch(field -> field.getType().isPrimitive()));
      assertTrue(
          fields(Struct2.class).stream()
              .allMatch(field -> Number.class.isAssignableFrom(field.getType())));
    }

    @Test
    void valuesAreTheSameInEveryRelease() {
      var struct = Struct.populated();
      assertEquals(-1_149_713_343, struct.f0);
      assertEquals(-772_929_186, struct.hashCode());
      assertEquals(-772_929_186, Struct2.populated().hashCode());
    }
  }

  @Nested
  final class MediaContents {
    @Test
    void includeStringsBeyondLatin1AndNulls() {
      var content = MediaContent.populated(false);
      var media = Objects.requireNonNull(content.media);
      var images = Objects.requireNonNull(content.images);
      assertEquals("http://javaone.com/keynote.ogg", media.uri);
      assertEquals("video/theora\u1234", media.format);
      assertNull(media.title);
      assertFalse(media.hasBitrate);
      assertEquals(List.of("Bill Gates, Jr.", "Steven Jobs"), media.persons);
      assertEquals(3, images.size());
      assertEquals("Javaone Keynote\u1234", images.getFirst().title);
      assertNull(images.getLast().title);
      assertTrue(images.stream().allMatch(image -> image.media == null));
    }

    @Test
    void imagesShareOneMediumOnRequest() {
      var content = MediaContent.populated(true);
      var images = Objects.requireNonNull(content.images);
      assertEquals(3, images.size());
      images.forEach(image -> assertSame(content.media, image.media));
      assertNotEquals(MediaContent.populated(false), content);
    }
  }

  @Nested
  final class Samples {
    @Test
    void referToThemselvesOnRequest() {
      var sample = Sample.populated(true);
      assertSame(sample, sample.sample);
      assertTrue(sample.toString().endsWith("this]"));
    }

    @Test
    void cyclicAndPlainObjectsAreNotEqual() {
      var tree = Sample.populated(false);
      var circle = Sample.populated(true);
      var chain = Sample.populated(false);
      chain.sample = Sample.populated(true);
      assertNotEquals(tree, circle);
      assertNotEquals(circle, tree);
      assertNotEquals(circle, chain);
      assertNotEquals(chain, circle);
    }
  }
}
