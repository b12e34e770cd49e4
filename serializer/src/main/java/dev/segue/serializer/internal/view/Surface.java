// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.lang.reflect.Method;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The types of views that users see; this package does not know them by name.
public interface Surface {

  /// What makes the cursors of a view that can be the root of a payload.
  Function<ViewBase, Object> cursors(ViewPlan plan);

  /// What texts are shown as.
  Class<?> text();

  /// What lists are shown as.
  Class<?> list();

  /// The path that a method is annotated with, or null.
  @Nullable String path(Method method);

  /// Reads texts.
  Part texts();

  /// Reads lists of objects.
  Part lists(ViewedRows rows, ViewFactory elements);
}
