// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.inspect;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.exec.Form;
import dev.segue.serializer.exec.TypeEntry;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.model.Shapes;
import dev.segue.serializer.plan.ObjectPlan;
import dev.segue.serializer.plan.Planner;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a serializer knows of classes.
///
/// @param plans of the registered classes that are no enums nor arrays
public record Known(TypeRegistry registry, Shapes shapes, Map<Class<?>, ObjectPlan> plans) {

  public Known {
    plans = Map.copyOf(plans);
  }

  /// The entry with a number, or null.
  @Nullable TypeEntry entry(int number) {
    try {
      return registry.entry(number, SerializationException.NO_OFFSET);
    } catch (SerializationException e) {
      return null;
    }
  }

  @Nullable ObjectPlan plan(TypeEntry entry) {
    return plans.get(entry.type());
  }

  /// The plan of a class in payloads with or without compact numbers, whatever this serializer
  /// writes, or null.
  @Nullable ObjectPlan plan(Class<?> type, boolean compactNumbers) {
    ObjectPlan plan = plans.get(type);
    return plan == null || registry.options().compactNumbers() == compactNumbers
        ? plan
        : Planner.plan(plan.model(), compactNumbers);
  }

  /// The form of what has no plan.
  static Form form(TypeEntry entry) {
    return entry.codec().form();
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
