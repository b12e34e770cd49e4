// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The model of a serialized class: how instances are created, and the fields in declared order,
/// with fields of superclasses first. [LayoutPlanner] defines the order on the wire.
///
/// @param fields the fields on the wire: of the local class, or of the writer's version of it
/// @param components the fields of the local class, including ignored ones
/// @param defaults the values of components that are not on the wire, if they are not zero, null or
///   set by the constructor; created for each instance
/// @param isForeign whether this is the writer's version, which can only be read
public record ClassModel(
    Class<?> type,
    Creation creation,
    List<FieldModel> fields,
    List<Field> components,
    Map<Field, Supplier<Object>> defaults,
    boolean isForeign) {

  public ClassModel {
    fields = List.copyOf(fields);
    components = List.copyOf(components);
    defaults = Map.copyOf(defaults);
  }

  /// Creates the model of a local class.
  public ClassModel(Class<?> type, Creation creation, List<FieldModel> fields) {
    this(type, creation, fields, fields.stream().map(FieldModel::field).toList(), Map.of(), false);
  }

  /// Returns the model with values for fields that are not on the wire.
  public ClassModel withDefaults(Map<Field, Supplier<Object>> values) {
    return new ClassModel(type, creation, fields, components, values, isForeign);
  }

  /// The names of the constructor's parameters that are not on the wire and have no default; an
  /// empty string if there are none.
  public String missing() {
    if (!(creation instanceof Creation.Canonical canonical)) {
      return "";
    }
    Set<Field> there = assigned();
    return canonical.parameters().stream()
        .filter(field -> !there.contains(field))
        .map(Field::getName)
        .collect(Collectors.joining(", "));
  }

  /// Whether an instance is created after its parts, because its constructor takes them: it is a
  /// record, or another class with final fields.
  public boolean isCreatedLast() {
    return creation.takesFields();
  }

  /// The fields that are assigned one by one after an instance was created.
  public Set<Field> reflected() {
    if (creation.takesFields()) {
      Creation.Canonical canonical = (Creation.Canonical) creation;
      Set<Field> others = assigned();
      for (Field parameter : canonical.parameters()) {
        others.remove(parameter);
      }
      return others;
    }
    return creation.finals() == Creation.Finals.BY_SERIALIZATION ? Set.of() : assigned();
  }

  /// The fields that reading may assign.
  public Set<Field> assigned() {
    Set<Field> assigned = new LinkedHashSet<>();
    for (FieldModel field : fields) {
      if (!field.isSkipped()) {
        assigned.add(field.field());
      }
    }
    assigned.addAll(defaults.keySet());
    return assigned;
  }
}
