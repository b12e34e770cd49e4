// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.compiler.CursorCompiler;
import dev.segue.serializer.internal.compiler.ViewCompiler;
import dev.segue.serializer.internal.inspect.Known;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.view.InterpretedView;
import dev.segue.serializer.internal.view.Part;
import dev.segue.serializer.internal.view.Root;
import dev.segue.serializer.internal.view.Surface;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewFactories;
import dev.segue.serializer.internal.view.ViewFactory;
import dev.segue.serializer.internal.view.ViewPlan;
import dev.segue.serializer.internal.view.ViewedRows;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What views show to users.
final class ViewSurface implements Surface {

  private final Execution execution;

  private ViewSurface(Execution execution) {
    this.execution = execution;
  }

  /// The views of a serializer.
  static ViewFactories views(Known known, Payload payload, Execution execution) {
    return new ViewFactories(
        payload,
        new Layouts(type -> known.plans().get(type)),
        new ViewSurface(execution),
        plan ->
            isCompiled(plan, execution)
                ? ViewCompiler.compile(plan)
                : () -> new InterpretedView(plan));
  }

  private static boolean isCompiled(ViewPlan plan, Execution execution) {
    return execution != Execution.INTERPRETED && ViewCompiler.canCompile(plan.view());
  }

  @Override
  public Function<ViewBase, Object> cursors(ViewPlan plan) {
    if (isCompiled(plan, execution)) {
      return CursorCompiler.compile(plan, ViewCursor.lookup());
    }
    Root root = Objects.requireNonNull(plan.root(), "the plan of a root");
    return view -> new InterpretedCursor(root, view);
  }

  @Override
  public Class<?> text() {
    return ViewText.class;
  }

  @Override
  public Class<?> list() {
    return ViewList.class;
  }

  @Override
  public @Nullable String path(Method method) {
    ViewPath path = method.getAnnotation(ViewPath.class);
    return path == null ? null : path.value();
  }

  @Override
  public Part texts() {
    return new Texts();
  }

  @Override
  public Part lists(ViewedRows rows, ViewFactory elements) {
    return new Lists(rows, elements);
  }

  private record Texts() implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      PayloadText text = (PayloadText) ViewBase.kept(view, method);
      if (text == null) {
        text = new PayloadText();
        ViewBase.keep(view, method, text);
      }
      return text.point(ViewBase.segment(view), slot, begin, next) ? text : null;
    }
  }

  private record Lists(ViewedRows rows, ViewFactory elements) implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      PayloadList list = (PayloadList) ViewBase.kept(view, method);
      if (list == null) {
        list = new PayloadList(rows, ViewedRows.objects(elements));
        ViewBase.keep(view, method, list);
      }
      return list.point(view, slot, begin, next) ? list : null;
    }
  }
}
