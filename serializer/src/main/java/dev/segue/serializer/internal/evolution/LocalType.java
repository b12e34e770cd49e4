// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A local class, registered or allowed by a rule, with its number, fingerprint and format.
///
/// @param number on the wire; zero if it has none yet
/// @param fingerprint the fingerprint of its definition
/// @param model the fields of a class that is written field by field
/// @param shapes classifies the types that it declares
public record LocalType(
    Class<?> type,
    int number,
    int fingerprint,
    TypeSchema.Kind kind,
    @Nullable ClassModel model,
    Shapes shapes) {

  ClassModel requireModel() {
    return Objects.requireNonNull(model, "it is written by its fields");
  }

  /// Returns the class with the number and the fingerprint that a writer uses for it.
  LocalType as(TypeSchema written) {
    return new LocalType(type, written.number(), written.fingerprint(), kind, model, shapes);
  }

  /// Whether the class is not registered, and a rule allows it.
  boolean isByRule() {
    return shapes.areByRule();
  }

  /// Returns the class with a local number.
  public LocalType numbered(int own) {
    return new LocalType(type, own, fingerprint, kind, model, shapes);
  }

  /// The schema of the class.
  TypeSchema schema() {
    return new TypeSchema(kind, type.getName(), number, fingerprint, fields(), constants(type));
  }

  /// The schema of an enum that is not registered, only the declared type of a field.
  static TypeSchema schemaOfEnum(Class<?> type) {
    return new TypeSchema(TypeSchema.Kind.ENUM, type.getName(), 0, 0, List.of(), constants(type));
  }

  private static List<String> constants(Class<?> type) {
    return type.isEnum()
        ? Stream.of(type.getEnumConstants()).map(c -> ((Enum<?>) c).name()).toList()
        : List.of();
  }

  private List<FieldSchema> fields() {
    if (model == null) {
      return List.of();
    }
    var count =
        model.fields().stream()
            .collect(Collectors.groupingBy(FieldModel::name, Collectors.counting()));
    Function<FieldModel, String> owner =
        field -> count.getOrDefault(field.name(), 1L) > 1 ? field.ownerName() : "";
    return model.fields().stream()
        .sorted(FieldModel.BY_NAME)
        .map(f -> new FieldSchema(f.name(), owner.apply(f), ValueSchema.of(f.shape())))
        .toList();
  }
}
