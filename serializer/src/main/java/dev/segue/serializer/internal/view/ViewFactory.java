// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.registry.Once;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes the views of one interface over one layout. Their code is made when the first is.
public final class ViewFactory {

  private final Once<Supplier<ViewBase>> maker;
  private final Once<Function<ViewBase, Object>> cursors;
  private @Nullable ViewPlan plan;

  ViewFactory(
      Function<ViewPlan, Supplier<ViewBase>> generator,
      Function<ViewPlan, Function<ViewBase, Object>> cursors) {
    this.maker = new Once<>(() -> generator.apply(plan()));
    this.cursors = new Once<>(() -> cursors.apply(plan()));
  }

  /// Gives it its plan, once, before anyone else knows it: interfaces may refer to one another.
  void complete(ViewPlan plan) {
    this.plan = plan;
  }

  public ViewPlan plan() {
    return Objects.requireNonNull(plan, "complete by now");
  }

  /// A cursor with a view of its own.
  public Object cursor() {
    return cursors.get().apply(create());
  }

  /// A view that points nowhere yet.
  public ViewBase create() {
    return maker.get().get();
  }
}
