// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A class as it is serialized: how instances are made, and its fields, superclasses' first, in
/// declared order. The order on the wire is the plan's affair.
///
/// @param fields what is on the wire: by this side's class, or by the writer's version of it
/// @param components the fields of this side's class, ignored ones too; of a record, what its
///   constructor takes
/// @param defaults what those of them get that are not on the wire, if that is more than zero, null
///   or what the constructor says; made anew for each instance
/// @param isForeign whether this is the writer's version, and so only for reading
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

  /// A class as this side has it.
  public ClassModel(Class<?> type, Creation creation, List<FieldModel> fields) {
    this(type, creation, fields, fields.stream().map(FieldModel::field).toList(), Map.of(), false);
  }

  /// The same class, with values for fields that are not on the wire.
  public ClassModel withDefaults(Map<Field, Supplier<Object>> values) {
    return new ClassModel(type, creation, fields, components, values, isForeign);
  }

  /// The components of a record that are not on the wire, and that nothing says the value of; an
  /// empty text if there are none.
  public String missing() {
    if (!isRecord()) {
      return "";
    }
    Set<Field> there = new HashSet<>(defaults.keySet());
    for (FieldModel field : fields) {
      if (!field.isSkipped()) {
        there.add(field.field());
      }
    }
    return components.stream()
        .filter(field -> !there.contains(field))
        .map(Field::getName)
        .collect(Collectors.joining(", "));
  }

  public boolean isRecord() {
    return creation instanceof Creation.Canonical;
  }
}
