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
    if (shape instanceof Shape.Text) {
      return new Text();
    } else if (shape instanceof Shape.Primitive primitive) {
      return new Primitive(primitive.kind());
    } else if (shape instanceof Shape.Boxed boxed) {
      return new Boxed(boxed.kind());
    } else if (shape instanceof Shape.Bean bean) {
      return new Bean(bean.type().getName());
    } else if (shape instanceof Shape.EnumConstant constant) {
      return new Constant(constant.type().getName());
    } else if (shape instanceof Shape.Sequence list) {
      return new Sequence(list.type(), of(list.element()));
    } else if (shape instanceof Shape.Mapping map) {
      return new Mapping(map.type(), of(map.key()), of(map.value()));
    } else if (shape instanceof Shape.PrimitiveArray array) {
      return new PrimitiveArray(array.kind());
    } else if (shape instanceof Shape.ObjectArray array) {
      return new ObjectArray(of(array.element()));
    } else if (shape instanceof Shape.Any) {
      return new Any();
    }
    throw new AssertionError("shapes of this side are not foreign");
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
