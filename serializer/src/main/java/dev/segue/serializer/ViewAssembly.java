// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.compiler.CursorCompiler;
import dev.segue.serializer.internal.compiler.PreparedFile;
import dev.segue.serializer.internal.compiler.ViewCompiler;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.view.Flyweights;
import dev.segue.serializer.internal.view.InterpretedView;
import dev.segue.serializer.internal.view.Part;
import dev.segue.serializer.internal.view.Pointer;
import dev.segue.serializer.internal.view.Root;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewCode;
import dev.segue.serializer.internal.view.ViewFactories;
import dev.segue.serializer.internal.view.ViewPlan;
import dev.segue.serializer.internal.view.ViewedElements;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/// Assembles the views of a serializer: compiled where possible, interpreted otherwise.
final class ViewAssembly {

  private ViewAssembly() {}

  static ViewFactories views(Assembly assembly, Payload payload) {
    return new ViewFactories(
        payload,
        new Layouts(assembly::layout),
        new PublicFlyweights(),
        assembly.isInterpreted() ? new InterpretedCode() : new CompiledCode());
  }

  /// Generates the views that have been used, and their cursors, at build time.
  static List<PreparedFile> prepare(ViewFactories views) {
    List<PreparedFile> files = new ArrayList<>();
    for (ViewPlan plan : views.plans()) {
      if (ViewCompiler.canCompile(plan.view())) {
        files.add(ViewCompiler.prepare(plan));
        if (plan.root() != null) {
          files.add(CursorCompiler.prepare(plan));
        }
      }
    }
    return files;
  }

  private static final class PublicFlyweights implements Flyweights {

    @Override
    public Class<?> text() {
      return ViewText.class;
    }

    @Override
    public Part texts() {
      return PayloadText::read;
    }

    @Override
    public Class<?> list() {
      return ViewList.class;
    }

    @Override
    public Part lists(ViewedElements elements) {
      return PayloadList.part(elements);
    }
  }

  private static class InterpretedCode implements ViewCode {

    @Override
    public Supplier<ViewBase> views(ViewPlan plan) {
      return () -> new InterpretedView(plan);
    }

    @Override
    public Function<ViewBase, Object> cursors(ViewPlan plan) {
      Root root = Objects.requireNonNull(plan.root(), "the plan has a root");
      return view -> new InterpretedCursor(root, view);
    }
  }

  /// Interprets the views of interfaces that generated code cannot access.
  private static final class CompiledCode extends InterpretedCode {

    @Override
    public Supplier<ViewBase> views(ViewPlan plan) {
      try {
        return ViewCompiler.canCompile(plan.view())
            ? ViewCompiler.compile(plan)
            : super.views(plan);
      } catch (UnsupportedOperationException e) {
        return super.views(plan); // the compiler has logged the reason
      }
    }

    @Override
    public Function<ViewBase, Object> cursors(ViewPlan plan) {
      if (!ViewCompiler.canCompile(plan.view())) {
        return super.cursors(plan);
      }
      Function<ViewBase, Pointer> prepared = CursorCompiler.prepared(plan);
      if (prepared != null) {
        return view -> new PointedCursor(prepared.apply(view));
      }
      try {
        return CursorCompiler.compile(plan, ViewCursor.lookup());
      } catch (UnsupportedOperationException e) {
        return super.cursors(plan); // the compiler has logged the reason
      }
    }
  }
}
