// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Matches the fields of a writer's class with the fields of this side's class. Fields that hide
/// one another are matched first by their declaring class or its alias; the remaining ones by name,
/// anywhere in the hierarchy; then by alias.
final class FieldTargets {

  private final List<FieldSchema> written;
  private final String writtenName;
  private final Class<?> own;

  /// This side's fields by their names and their aliases, those of superclasses first.
  private final Map<String, List<Field>> byName = new HashMap<>();

  private final Map<String, List<Field>> byAlias = new HashMap<>();
  private final Set<Field> taken = new HashSet<>();
  private final @Nullable Field[] targets;

  /// @param written the fields of the writer's class
  /// @param writtenName the writer's name of the class
  /// @param own this side's class
  /// @param fields its fields, those of superclasses first
  private FieldTargets(
      List<FieldSchema> written, String writtenName, Class<?> own, List<Field> fields) {
    this.written = written;
    this.writtenName = writtenName;
    this.own = own;
    this.targets = new Field[written.size()];
    Set<String> names = new HashSet<>();
    written.forEach(field -> names.add(field.name()));
    for (Field field : fields) {
      add(byName, field.getName(), field);
      if (!names.contains(field.getName())) {
        for (String alias : Markings.aliases(field)) {
          add(byAlias, alias, field);
        }
      }
    }
  }

  private static void add(Map<String, List<Field>> fields, String name, Field field) {
    fields.computeIfAbsent(name, _ -> new ArrayList<>()).add(field);
  }

  /// The target of each of a class's fields, or null if it has none.
  ///
  /// @throws dev.segue.serializer.SerializationException if several fields of the same name cannot
  ///   be told apart
  static @Nullable Field[] of(TypeSchema written, ClassModel own) {
    List<Field> fields = own.fields().stream().map(FieldModel::field).toList();
    return of(written.fields(), written.name(), own.type(), fields);
  }

  /// The same for a class whose fields are not in a schema.
  ///
  /// @param fields the fields of this side's class, those of superclasses first
  static @Nullable Field[] of(
      List<FieldSchema> written, String writtenName, Class<?> own, List<Field> fields) {
    FieldTargets targets = new FieldTargets(written, writtenName, own, fields);
    targets.find();
    return targets.targets;
  }

  private void find() {
    Map<String, List<Integer>> owned = new LinkedHashMap<>();
    for (int i = 0; i < targets.length; i++) {
      if (!field(i).ownerName().isEmpty()) {
        owned.computeIfAbsent(field(i).name(), _ -> new ArrayList<>()).add(i);
      }
    }
    owned.values().forEach(fields -> fields.forEach(i -> takeOwned(i, false)));
    owned.values().forEach(fields -> fields.forEach(i -> takeOwned(i, true)));
    owned.forEach(this::takeMoved);
    for (int i = 0; i < targets.length; i++) {
      List<Field> named = free(byName, field(i).name());
      if (field(i).ownerName().isEmpty() && !named.isEmpty()) {
        // Among fields that hide one another, the name means that of the lowest class.
        take(i, named.getLast());
      }
    }
    for (int i = 0; i < targets.length; i++) {
      List<Field> aliased = free(byAlias, field(i).name());
      if (targets[i] == null && !aliased.isEmpty()) {
        take(i, aliased.getFirst());
      }
    }
  }

  private FieldSchema field(int index) {
    return written.get(index);
  }

  private List<Field> free(Map<String, List<Field>> fields, String name) {
    return fields.getOrDefault(name, List.of()).stream().filter(f -> !taken.contains(f)).toList();
  }

  private void take(int index, Field field) {
    targets[index] = field;
    taken.add(field);
  }

  private void takeOwned(int index, boolean aliases) {
    String name = field(index).name();
    List<Field> fields = new ArrayList<>(free(byName, name));
    fields.addAll(free(byAlias, name));
    for (Field one : fields) {
      if (targets[index] == null
          && isCalled(one.getDeclaringClass(), field(index).ownerName(), aliases)) {
        take(index, one);
      }
    }
  }

  private boolean isCalled(Class<?> owner, String name, boolean aliases) {
    return aliases
        ? Markings.hasAlias(owner, name)
        : owner.getName().equals(name) || (owner == own && name.equals(writtenName));
  }

  /// Matches fields whose declaring classes have been renamed, and then those whose declaring
  /// classes still exist, but no longer declare them.
  private void takeMoved(String name, List<Integer> fields) {
    List<Integer> left = fields.stream().filter(i -> targets[i] == null).toList();
    takeOne(name, left.stream().filter(i -> !isHere(field(i).ownerName())).toList());
    takeOne(name, left.stream().filter(i -> isHere(field(i).ownerName())).toList());
  }

  private boolean isHere(String owner) {
    for (Class<?> type = own; type != null; type = type.getSuperclass()) {
      if (isCalled(type, owner, false) || isCalled(type, owner, true)) {
        return true;
      }
    }
    return false;
  }

  private void takeOne(String name, List<Integer> fields) {
    List<Field> named = free(byName, name);
    if (fields.isEmpty() || named.isEmpty()) {
      return;
    }
    if (fields.size() > 1) {
      throw Changes.hidden(name, own);
    }
    List<Field> inherited = named.stream().filter(f -> f.getDeclaringClass() != own).toList();
    take(fields.getFirst(), inherited.isEmpty() ? named.getLast() : inherited.getLast());
  }
}
