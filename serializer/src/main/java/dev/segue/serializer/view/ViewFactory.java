// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.exec.Once;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes the views of one interface over one layout. Their code is made when the first is.
public final class ViewFactory {

  private final Once<Supplier<ViewBase>> maker;
  private @Nullable ViewPlan plan;

  ViewFactory(Function<ViewPlan, Supplier<ViewBase>> generator) {
    this.maker = new Once<>(() -> generator.apply(plan()));
  }

  /// Gives it its plan, once, before anyone else knows it: interfaces may refer to one another.
  void complete(ViewPlan plan) {
    this.plan = plan;
  }

  public ViewPlan plan() {
    return Objects.requireNonNull(plan, "complete by now");
  }

  /// A view that points nowhere yet.
  public ViewBase create() {
    return maker.get().get();
  }
}
