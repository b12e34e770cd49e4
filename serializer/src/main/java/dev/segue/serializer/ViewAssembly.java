// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.compiler.CursorCompiler;
import dev.segue.serializer.internal.compiler.ViewCompiler;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.view.Flyweights;
import dev.segue.serializer.internal.view.InterpretedView;
import dev.segue.serializer.internal.view.Root;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewCode;
import dev.segue.serializer.internal.view.ViewFactories;
import dev.segue.serializer.internal.view.ViewPlan;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/// Assembles the views of a serializer: compiled where possible, interpreted otherwise.
final class ViewAssembly {

  private static final Flyweights FLYWEIGHTS =
      new Flyweights(ViewText.class, PayloadText::read, ViewList.class, PayloadList::part);

  private static final ViewCode INTERPRETED =
      new ViewCode(ViewAssembly::interpretedViews, ViewAssembly::interpretedCursors);

  private static final ViewCode COMPILED =
      new ViewCode(
          plan ->
              ViewCompiler.canCompile(plan.view())
                  ? ViewCompiler.compile(plan)
                  : interpretedViews(plan),
          plan ->
              ViewCompiler.canCompile(plan.view())
                  ? CursorCompiler.compile(plan, ViewCursor.lookup())
                  : interpretedCursors(plan));

  private ViewAssembly() {}

  static ViewFactories views(Layouts layouts, Payload payload, Execution execution) {
    return new ViewFactories(
        payload, layouts, FLYWEIGHTS, execution == Execution.INTERPRETED ? INTERPRETED : COMPILED);
  }

  private static Supplier<ViewBase> interpretedViews(ViewPlan plan) {
    return () -> new InterpretedView(plan);
  }

  private static Function<ViewBase, Object> interpretedCursors(ViewPlan plan) {
    Root root = Objects.requireNonNull(plan.root(), "the plan has a root");
    return view -> new InterpretedCursor(root, view);
  }
}
