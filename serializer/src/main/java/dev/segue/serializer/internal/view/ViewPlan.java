// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ObjectLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An interface over a layout.
///
/// @param view the interface
/// @param layout where the fields of its objects stand
/// @param accessors its methods
/// @param root points it at payloads; null if no payload has an object of the layout as its root
public record ViewPlan(
    Class<?> view, ObjectLayout layout, List<Accessor> accessors, @Nullable Root root) {

  public ViewPlan {
    accessors = List.copyOf(accessors);
  }
}
