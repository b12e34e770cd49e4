// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

  // Classes, not lambdas: the first object of a class by rule needs them.

  /// The order of classes by their names.
  public static final Comparator<LocalType> BY_NAME = new ByName();

  /// The order of classes by their numbers.
  static final Comparator<LocalType> BY_NUMBER = new ByNumber();

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
    List<String> names = new ArrayList<>();
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        names.add(((Enum<?>) constant).name());
      }
    }
    return names;
  }

  private List<FieldSchema> fields() {
    if (model == null) {
      return List.of();
    }
    List<FieldModel> fields = new ArrayList<>(model.fields());
    fields.sort(FieldModel.BY_NAME);
    Set<String> names = new HashSet<>();
    Set<String> repeated = new HashSet<>();
    for (FieldModel field : fields) {
      if (!names.add(field.name())) {
        repeated.add(field.name());
      }
    }
    List<FieldSchema> schemas = new ArrayList<>();
    for (FieldModel field : fields) {
      String owner = repeated.contains(field.name()) ? field.ownerName() : "";
      schemas.add(new FieldSchema(field.name(), owner, ValueSchema.of(field.shape())));
    }
    return schemas;
  }

  private static final class ByName implements Comparator<LocalType> {

    @Override
    public int compare(LocalType a, LocalType b) {
      return a.type.getName().compareTo(b.type.getName());
    }
  }

  private static final class ByNumber implements Comparator<LocalType> {

    @Override
    public int compare(LocalType a, LocalType b) {
      return Integer.compare(a.number, b.number);
    }
  }
}
