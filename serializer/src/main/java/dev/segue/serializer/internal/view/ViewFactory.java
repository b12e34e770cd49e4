// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.registry.Once;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Creates the views of one interface on one layout. Their code is generated on first use.
public final class ViewFactory {

  private final Once<Supplier<ViewBase>> views;
  private final Once<Function<ViewBase, Object>> cursors;
  private @Nullable ViewPlan plan;

  ViewFactory(ViewCode code) {
    this.views = new Once<>(() -> code.views(plan()));
    this.cursors = new Once<>(() -> code.cursors(plan()));
  }

  /// Sets the plan, once, before other threads see this factory. The plan cannot be passed to the
  /// constructor, since interfaces may refer to each other.
  void complete(ViewPlan plan) {
    this.plan = plan;
  }

  public ViewPlan plan() {
    return Objects.requireNonNull(plan, "the factory is complete");
  }

  /// Creates a cursor with its own view.
  public Object cursor() {
    return cursors.get().apply(create());
  }

  /// Creates a view without a position.
  public ViewBase create() {
    return views.get().get();
  }
}
