// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Type;
import java.util.Dictionary;
import java.util.Map;
import java.util.Optional;

/// The declared types of the elements of arrays, collections and maps.
final class ElementTypes {

  private ElementTypes() {}

  static boolean isMap(Class<?> raw) {
    return Map.class.isAssignableFrom(raw) || raw == Dictionary.class;
  }

  /// The type of the elements of an array, a collection or an `Optional`; otherwise `Object`.
  static Type of(Type type) {
    return switch (type) {
      case Class<?> raw when raw.isArray() -> raw.componentType();
      case GenericArrayType array -> array.getGenericComponentType();
      default -> {
        Class<?> raw = Shapes.erasure(type);
        yield Iterable.class.isAssignableFrom(raw)
            ? Generics.argument(type, Iterable.class, 0)
            : raw == Optional.class ? Generics.argument(type, Optional.class, 0) : Object.class;
      }
    };
  }

  static Type ofKeys(Type map) {
    return Generics.argument(map, Map.class, 0);
  }

  static Type ofValues(Type map) {
    return Generics.argument(map, Map.class, 1);
  }
}
