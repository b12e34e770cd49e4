// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.plan.ObjectPlan;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An interface over a layout.
///
/// @param view the interface
/// @param layout where the fields of its objects stand
/// @param accessors its methods
/// @param root checks payloads, for interfaces that can be pointed at one
/// @param pointing the methods that point it at a payload
public record ViewPlan(
    Class<?> view,
    ObjectPlan layout,
    List<Accessor> accessors,
    @Nullable Root root,
    List<Method> pointing) {

  public ViewPlan {
    accessors = List.copyOf(accessors);
    pointing = List.copyOf(pointing);
  }
}
