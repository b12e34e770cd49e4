// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.compiler.ViewCompiler;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.inspect.Known;
import dev.segue.serializer.plan.Layouts;
import dev.segue.serializer.view.InterpretedView;
import dev.segue.serializer.view.Part;
import dev.segue.serializer.view.Rows;
import dev.segue.serializer.view.Surface;
import dev.segue.serializer.view.ViewBase;
import dev.segue.serializer.view.ViewFactories;
import dev.segue.serializer.view.ViewFactory;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// What views show to users.
final class ViewSurface implements Surface {

  /// The views of a serializer.
  static ViewFactories views(Known known, Payload payload, Execution execution) {
    return new ViewFactories(
        payload,
        new Layouts(type -> known.plans().get(type)),
        new ViewSurface(),
        plan ->
            execution != Execution.INTERPRETED && ViewCompiler.canCompile(plan.view())
                ? ViewCompiler.compile(plan)
                : () -> new InterpretedView(plan));
  }

  @Override
  public Class<?> root() {
    return View.class;
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
  public Part lists(Rows rows, ViewFactory elements) {
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

  private record Lists(Rows rows, ViewFactory elements) implements Part {
    @Override
    public @Nullable Object read(ViewBase view, int method, int slot, long begin, long next) {
      PayloadList list = (PayloadList) ViewBase.kept(view, method);
      if (list == null) {
        list = new PayloadList(rows, Rows.objects(elements));
        ViewBase.keep(view, method, list);
      }
      return list.point(view, slot, begin, next) ? list : null;
    }
  }
}
