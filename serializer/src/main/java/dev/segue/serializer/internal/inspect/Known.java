// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Form;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a serializer knows of classes.
///
/// @param plans of the registered classes that are no enums nor arrays
/// @param writers finds what is known of the classes of other writers; null if they tell nothing
public record Known(
    TypeRegistry registry,
    Shapes shapes,
    Map<Class<?>, ObjectLayout> plans,
    @Nullable Writers writers) {

  public Known {
    plans = Map.copyOf(plans);
  }

  /// Finds what is known of the classes of other writers.
  public interface Writers {

    /// @param root the number of the root's class
    /// @param fingerprint of the schema
    /// @param document the schema, if the payload carries it
    /// @return this side's own knowledge, if the schema is its own: null then
    /// @throws SerializationException if the schema is not known, or corrupt
    @Nullable Known find(int root, long fingerprint, byte @Nullable [] document);
  }

  /// What is known of the classes of a payload's writer, or null where payloads tell no schemas.
  @Nullable Known of(int root, long fingerprint, byte @Nullable [] document) {
    if (writers == null) {
      return null;
    }
    Known theirs = writers.find(root, fingerprint, document);
    return theirs == null ? this : theirs;
  }

  /// The entry with a number, or null.
  @Nullable TypeEntry entry(int number) {
    try {
      return registry.entry(number, SerializationException.NO_OFFSET);
    } catch (SerializationException e) {
      return null;
    }
  }

  @Nullable ObjectLayout plan(TypeEntry entry) {
    return plans.get(entry.type());
  }

  /// The plan of a class in payloads with or without compact numbers, whatever this serializer
  /// writes, or null.
  @Nullable ObjectLayout plan(Class<?> type, boolean compactNumbers) {
    ObjectLayout plan = plans.get(type);
    return plan == null || registry.options().compactNumbers() == compactNumbers
        ? plan
        : LayoutPlanner.plan(plan.model(), compactNumbers);
  }

  /// The form of what has no plan. Of a class that has changed beyond what can be read, only the
  /// bytes are there to show.
  static Form form(TypeEntry entry) {
    try {
      return entry.codec().form();
    } catch (SerializationException e) {
      return Form.OPAQUE;
    }
  }

  /// What users call a class: its number without the JDK's.
  static String name(TypeEntry entry) {
    return shortName(entry.type());
  }

  static String shortName(Class<?> type) {
    String name = type.getTypeName();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
