// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.jdktype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.benchmark.graph.GraphCase.Buffer;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JdkTypeTest {
  @ParameterizedTest
  @EnumSource
  void comesBackThroughEachLibrary(JdkType type) {
    for (String library : new String[] {"segue", "fory"}) {
      try (var codec = JdkTypeLibraries.open(library, type, Buffer.ARRAY)) {
        assertEquals(type.create(), codec.deserialize());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void differsByItsFields(JdkType type) throws ReflectiveOperationException {
    for (Field field : type.holder().getFields()) {
      Object other = type.create();
      assertEquals(type.create(), other);
      field.set(other, null);
      assertNotEquals(type.create(), other, field.getName());
    }
  }

  @Test
  void refusesALibraryThatItDoesNotKnow() {
    assertThrows(
        IllegalArgumentException.class,
        () -> JdkTypeLibraries.open("nobody", JdkType.LOCALE, Buffer.ARRAY));
  }
}
