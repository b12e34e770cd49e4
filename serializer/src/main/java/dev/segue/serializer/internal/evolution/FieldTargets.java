// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Matches the fields of a writer's class with the fields of the reader's class. Fields that hide
/// one another are matched first, by their declaring class or its alias. The other fields are
/// matched by name, anywhere in the hierarchy, and then by alias.
public final class FieldTargets {

  /// The target index of a field without a target.
  public static final int NONE = -1;

  /// A class that declares fields.
  ///
  /// @param aliases its former names
  public record Owner(String name, List<String> aliases) {

    static Owner of(Class<?> type) {
      return new Owner(type.getName(), Markings.aliases(type));
    }

    private boolean isCalled(String called, boolean byAlias) {
      return byAlias ? aliases.contains(called) : name.equals(called);
    }
  }

  /// A field of the reader's class.
  ///
  /// @param aliases its former names
  /// @param owner the class that declares it
  public record Target(String name, List<String> aliases, Owner owner) {

    static Target of(Field field) {
      return new Target(
          field.getName(), Markings.aliases(field), Owner.of(field.getDeclaringClass()));
    }
  }

  private final List<FieldSchema> written;
  private final String writtenName;

  /// The reader's class, and its superclasses.
  private final List<Owner> hierarchy;

  private final List<Target> fields;

  /// The indexes of the reader's fields by their names and their aliases; fields of superclasses
  /// come first.
  private final Map<String, List<Integer>> byName = new HashMap<>();

  private final Map<String, List<Integer>> byAlias = new HashMap<>();
  private final Set<Integer> taken = new HashSet<>();
  private final int[] targets;

  private FieldTargets(
      List<FieldSchema> written, String writtenName, List<Owner> hierarchy, List<Target> fields) {
    this.written = written;
    this.writtenName = writtenName;
    this.hierarchy = hierarchy;
    this.fields = fields;
    this.targets = new int[written.size()];
    Arrays.fill(targets, NONE);
    Set<String> names = new HashSet<>();
    written.forEach(field -> names.add(field.name()));
    for (int i = 0; i < fields.size(); i++) {
      Target field = fields.get(i);
      add(byName, field.name(), i);
      if (!names.contains(field.name())) {
        for (String alias : field.aliases()) {
          add(byAlias, alias, i);
        }
      }
    }
  }

  private static void add(Map<String, List<Integer>> fields, String name, int field) {
    fields.computeIfAbsent(name, _ -> new ArrayList<>()).add(field);
  }

  /// The target of each of a class's fields; null for a field without a target.
  ///
  /// @throws dev.segue.serializer.SerializationException if several fields of the same name cannot
  ///   be told apart
  static @Nullable Field[] of(TypeSchema written, ClassModel own) {
    List<Field> fields = own.fields().stream().map(FieldModel::field).toList();
    return of(written.fields(), written.name(), own.type(), fields);
  }

  /// Matches the fields of a class whose fields are not in a schema.
  ///
  /// @param fields the fields of the reader's class; fields of superclasses come first
  static @Nullable Field[] of(
      List<FieldSchema> written, String writtenName, Class<?> own, List<Field> fields) {
    List<Owner> hierarchy = new ArrayList<>();
    for (Class<?> type = own; type != null; type = type.getSuperclass()) {
      hierarchy.add(Owner.of(type));
    }
    int[] found = of(written, writtenName, hierarchy, fields.stream().map(Target::of).toList());
    @Nullable Field[] targets = new Field[found.length];
    for (int i = 0; i < found.length; i++) {
      targets[i] = found[i] == NONE ? null : fields.get(found[i]);
    }
    return targets;
  }

  /// The index of the target of each field, or [#NONE].
  ///
  /// @param written the fields of the writer's class
  /// @param writtenName the writer's name of the class
  /// @param hierarchy the reader's class, and its superclasses
  /// @param fields its fields; fields of superclasses come first
  /// @throws dev.segue.serializer.SerializationException if several fields of the same name cannot
  ///   be told apart
  public static int[] of(
      List<FieldSchema> written, String writtenName, List<Owner> hierarchy, List<Target> fields) {
    FieldTargets targets = new FieldTargets(written, writtenName, hierarchy, fields);
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
      List<Integer> named = free(byName, field(i).name());
      if (field(i).ownerName().isEmpty() && !named.isEmpty()) {
        // If fields hide one another, the name refers to the field of the most derived class.
        take(i, named.getLast());
      }
    }
    for (int i = 0; i < targets.length; i++) {
      List<Integer> aliased = free(byAlias, field(i).name());
      if (targets[i] == NONE && !aliased.isEmpty()) {
        take(i, aliased.getFirst());
      }
    }
  }

  private FieldSchema field(int index) {
    return written.get(index);
  }

  private List<Integer> free(Map<String, List<Integer>> found, String name) {
    return found.getOrDefault(name, List.of()).stream().filter(f -> !taken.contains(f)).toList();
  }

  private void take(int index, int field) {
    targets[index] = field;
    taken.add(field);
  }

  private void takeOwned(int index, boolean aliases) {
    String name = field(index).name();
    List<Integer> candidates = new ArrayList<>(free(byName, name));
    candidates.addAll(free(byAlias, name));
    for (int one : candidates) {
      if (targets[index] == NONE
          && isCalled(fields.get(one).owner(), field(index).ownerName(), aliases)) {
        take(index, one);
      }
    }
  }

  private boolean isCalled(Owner owner, String name, boolean byAlias) {
    return owner.isCalled(name, byAlias)
        || (!byAlias && owner.equals(hierarchy.getFirst()) && name.equals(writtenName));
  }

  /// Matches fields whose declaring classes have been renamed, and then those whose declaring
  /// classes still exist, but no longer declare them.
  private void takeMoved(String name, List<Integer> moved) {
    List<Integer> left = moved.stream().filter(i -> targets[i] == NONE).toList();
    takeOne(name, left.stream().filter(i -> !isHere(field(i).ownerName())).toList());
    takeOne(name, left.stream().filter(i -> isHere(field(i).ownerName())).toList());
  }

  private boolean isHere(String owner) {
    return hierarchy.stream()
        .anyMatch(type -> isCalled(type, owner, false) || isCalled(type, owner, true));
  }

  private void takeOne(String name, List<Integer> moved) {
    List<Integer> named = free(byName, name);
    if (moved.isEmpty() || named.isEmpty()) {
      return;
    }
    Owner own = hierarchy.getFirst();
    if (moved.size() > 1) {
      throw Changes.hidden(name, own.name());
    }
    List<Integer> inherited =
        named.stream().filter(i -> !fields.get(i).owner().equals(own)).toList();
    take(moved.getFirst(), inherited.isEmpty() ? named.getLast() : inherited.getLast());
  }
}
