// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.plan.ObjectPlan;
import org.jspecify.annotations.Nullable;

/// Where the fields of objects stand, by their class: this side's own layouts, or those of another
/// writer.
@FunctionalInterface
public interface Layouts {

  /// The layout of a class's objects, or null if they have none.
  @Nullable ObjectPlan of(Class<?> type);
}
