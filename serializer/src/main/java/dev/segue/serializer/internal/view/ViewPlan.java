// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ObjectLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The plan of a view: an interface, and the way in which its methods read objects of a layout.
///
/// @param view the interface
/// @param layout the layout of the objects
/// @param accessors the accessors, one for each method
/// @param root moves the view to payloads; null if such an object cannot be the root of a payload
public record ViewPlan(
    Class<?> view, ObjectLayout layout, List<Accessor> accessors, @Nullable Root root) {

  public ViewPlan {
    accessors = List.copyOf(accessors);
  }
}
