// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.util.function.Function;
import java.util.function.Supplier;

/// Creates the code that executes the plan of a view, generated or interpreted.
public interface ViewCode {

  /// Returns a constructor of views.
  Supplier<ViewBase> views(ViewPlan plan);

  /// Returns a constructor of cursors.
  ///
  /// @param plan a plan with a root
  Function<ViewBase, Object> cursors(ViewPlan plan);
}
