// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An immutable snapshot of the classes that a serializer knows: the registered classes, and the
/// classes that rules have allowed so far. A larger snapshot replaces it when classes are added.
///
/// @param types the types by class, in the order in which they became known
/// @param models the models of the classes that are written field by field
/// @param plans the plans of the classes whose only state is in their fields
record KnownClasses(
    Map<Class<?>, LocalType> types,
    Map<Class<?>, ClassModel> models,
    Map<Class<?>, ObjectLayout> plans) {

  static final KnownClasses NONE = new KnownClasses(Map.of(), Map.of(), Map.of());

  /// Returns a snapshot with more classes.
  KnownClasses plus(Collection<LocalType> more, boolean compactNumbers) {
    Map<Class<?>, LocalType> allTypes = new LinkedHashMap<>(types);
    Map<Class<?>, ClassModel> allModels = new HashMap<>(models);
    Map<Class<?>, ObjectLayout> allPlans = new HashMap<>(plans);
    for (LocalType local : more) {
      Class<?> type = local.type();
      ClassModel model = local.model();
      allTypes.put(type, local);
      if (model != null) {
        allModels.put(type, model);
        if (local.kind() == TypeSchema.Kind.PLAIN) {
          allPlans.put(type, LayoutPlanner.plan(model, compactNumbers));
        }
      }
    }
    return new KnownClasses(
        Collections.unmodifiableMap(allTypes), Map.copyOf(allModels), Map.copyOf(allPlans));
  }

  @Nullable LocalType type(Class<?> type) {
    return types.get(type);
  }

  /// Whether a class is known, and written by nothing but its fields.
  boolean isPlain(Class<?> type) {
    LocalType local = types.get(type);
    return local != null && local.kind() == TypeSchema.Kind.PLAIN;
  }
}
