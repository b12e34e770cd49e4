// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;

/// The type of a writer's field: a [Shape] that names the writer's classes instead of referring to
/// classes.
public sealed interface ValueSchema {

  record Primitive(PrimitiveKind kind) implements ValueSchema {}

  record Boxed(PrimitiveKind kind) implements ValueSchema {}

  record Constant(String enumName) implements ValueSchema {}

  record Text() implements ValueSchema {}

  record PrimitiveArray(PrimitiveKind kind) implements ValueSchema {}

  /// @param declared the JDK collection that the field was declared as
  record Sequence(Class<?> declared, ValueSchema element) implements ValueSchema {}

  /// @param declared the JDK map that the field was declared as
  record Mapping(Class<?> declared, ValueSchema key, ValueSchema value) implements ValueSchema {}

  record ObjectArray(ValueSchema element) implements ValueSchema {}

  record Bean(String className) implements ValueSchema {}

  record Any() implements ValueSchema {}

  /// The schema of a local shape.
  static ValueSchema of(Shape shape) {
    return switch (shape) {
      case Shape.Primitive primitive -> new Primitive(primitive.kind());
      case Shape.Boxed boxed -> new Boxed(boxed.kind());
      case Shape.EnumConstant constant -> new Constant(constant.type().getName());
      case Shape.Text _ -> new Text();
      case Shape.PrimitiveArray array -> new PrimitiveArray(array.kind());
      case Shape.Sequence list -> new Sequence(list.type(), of(list.element()));
      case Shape.Mapping map -> new Mapping(map.type(), of(map.key()), of(map.value()));
      case Shape.ObjectArray array -> new ObjectArray(of(array.element()));
      case Shape.Bean bean -> new Bean(bean.type().getName());
      case Shape.Any _ -> new Any();
      case Shape.Foreign _ -> throw new AssertionError("shapes of this side are not foreign");
    };
  }

  /// The declared type, for messages.
  default String describe() {
    return switch (this) {
      case Primitive primitive -> primitive.kind.primitive().getName();
      case Boxed boxed -> boxed.kind.box().getSimpleName();
      case Constant constant -> "enum " + constant.enumName;
      case Text _ -> "String";
      case PrimitiveArray array -> array.kind.primitive().getName() + "[]";
      case Sequence list -> list.declared.getSimpleName() + "<" + list.element.describe() + ">";
      case Mapping map ->
          "%s<%s, %s>"
              .formatted(map.declared.getSimpleName(), map.key.describe(), map.value.describe());
      case ObjectArray array -> array.element.describe() + "[]";
      case Bean bean -> bean.className;
      case Any _ -> "an interface, an abstract class or a class of the JDK";
    };
  }
}
