// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The declared type of a field, by the names of its classes. Wildcards and type variables are
/// replaced by their bounds. A type whose arguments are all `Object` is the same as its raw type.
///
/// @param name the binary name of the class; `[]` for an array, whose argument is its element type
record Declared(String name, List<Declared> arguments) {

  /// The maximum nesting of a type.
  static final int MOST_NESTED = 32;

  static final Declared OBJECT = new Declared(Object.class.getName(), List.of());

  /// A type that a payload does not name: an interface, an abstract class or a JDK class.
  static final Declared UNKNOWN = new Declared("?", List.of());

  private static final String ARRAY = "[]";

  Declared {
    boolean isRaw =
        !name.equals(ARRAY)
            && arguments.stream().allMatch(argument -> argument.name.equals("java.lang.Object"));
    arguments = isRaw ? List.of() : List.copyOf(arguments);
  }

  static Declared of(Type type) {
    return of(type, 0);
  }

  private static Declared of(Type type, int depth) {
    if (depth > MOST_NESTED) {
      return OBJECT;
    }
    return switch (type) {
      case Class<?> raw when raw.isArray() -> of(raw.componentType(), depth + 1).array();
      case ParameterizedType generic ->
          new Declared(
              Shapes.erasure(generic).getName(),
              Arrays.stream(generic.getActualTypeArguments())
                  .map(argument -> of(argument, depth + 1))
                  .toList());
      case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], depth + 1);
      case GenericArrayType array -> of(array.getGenericComponentType(), depth + 1).array();
      case TypeVariable<?> variable -> of(Shapes.erasure(variable), depth + 1);
      default -> new Declared(Shapes.erasure(type).getName(), List.of());
    };
  }

  static Declared of(Class<?> type) {
    return of(type, 0);
  }

  /// An array of this type.
  Declared array() {
    return new Declared(ARRAY, List.of(this));
  }

  boolean isArray() {
    return name.equals(ARRAY);
  }

  boolean isUnknown() {
    return equals(UNKNOWN);
  }

  /// A type argument; `Object` for a raw type.
  Declared argument(int index) {
    return index < arguments.size() ? arguments.get(index) : OBJECT;
  }

  /// The same type with the class names replaced.
  Declared renamed(UnaryOperator<String> names) {
    return new Declared(
        isArray() ? name : names.apply(name),
        arguments.stream().map(argument -> argument.renamed(names)).toList());
  }

  /// The type in the notation of the text.
  @Override
  public String toString() {
    if (isArray()) {
      return argument(0) + ARRAY;
    }
    String shown = isUnknown() ? name : Names.quoted(Names.shortened(name));
    return arguments.isEmpty()
        ? shown
        : arguments.stream()
            .map(Declared::toString)
            .collect(Collectors.joining(", ", shown + "<", ">"));
  }
}
