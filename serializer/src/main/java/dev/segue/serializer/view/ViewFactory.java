// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes the views of one interface over one layout. Their code is made when the first is.
public final class ViewFactory {

  private final Function<ViewPlan, Supplier<ViewBase>> generator;
  private @Nullable ViewPlan plan;
  private volatile @Nullable Supplier<ViewBase> maker;

  ViewFactory(Function<ViewPlan, Supplier<ViewBase>> generator) {
    this.generator = generator;
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
    Supplier<ViewBase> made = maker;
    return made != null ? made.get() : make().get();
  }

  private synchronized Supplier<ViewBase> make() {
    Supplier<ViewBase> made = maker;
    if (made == null) {
      made = generator.apply(plan());
      maker = made;
    }
    return made;
  }
}
