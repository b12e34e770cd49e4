// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The exported classes that inherit methods from package-private ones.
class FacadeMethodsTest {

  /// Reflection refuses to call a method whose declaring class is not accessible.
  @ParameterizedTest
  @ValueSource(classes = {Serializer.class, SerializerBuilder.class})
  void inheritedMethodsCanBeCalledByReflection(Class<?> facade) {
    List<Method> methods =
        Stream.of(facade.getMethods())
            .filter(method -> method.getDeclaringClass() != Object.class)
            .toList();
    assertTrue(methods.stream().anyMatch(Method::isBridge), "some are inherited");
    assertEquals(
        List.of(),
        methods.stream().filter(method -> method.getDeclaringClass() != facade).toList());
  }

  /// A bridge is one more level for the JIT to inline.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "write",
        "writeOutOfBand",
        "toBytes",
        "measure",
        "copy",
        "read",
        "readOrNull",
        "fromBytes",
        "fromBytesOrNull"
      })
  void objectsAreWrittenAndReadWithoutBridges(String name) {
    List<Method> methods =
        Stream.of(Serializer.class.getMethods())
            .filter(method -> method.getName().equals(name))
            .toList();
    assertFalse(methods.isEmpty());
    assertEquals(List.of(), methods.stream().filter(Method::isBridge).toList());
  }
}
