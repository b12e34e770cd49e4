// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.TypeEntry;
import dev.segue.serializer.plan.ObjectPlan;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The views of one serializer, each planned once and generated once.
public final class ViewFactories {

  private final Payload payload;
  private final Layouts layouts;
  private final Surface surface;
  private final Function<ViewPlan, Supplier<ViewBase>> generator;
  private final IdentityHashMap<ObjectPlan, Map<Class<?>, ViewFactory>> known =
      new IdentityHashMap<>();

  /// @param layouts of the registered classes
  /// @param generator makes the code of a view, or interprets
  public ViewFactories(
      Payload payload,
      Layouts layouts,
      Surface surface,
      Function<ViewPlan, Supplier<ViewBase>> generator) {
    this.payload = payload;
    this.layouts = layouts;
    this.surface = surface;
    this.generator = generator;
  }

  /// The factory of the views of an interface on objects of a class.
  ///
  /// @throws IllegalArgumentException if a method of the interface does not fit the class, or it is
  ///   no interface
  public synchronized ViewFactory of(Class<?> view, Class<?> type) {
    ObjectPlan layout = layouts.of(type);
    if (layout == null) {
      throw new IllegalArgumentException(
          "there is no view of " + type.getName() + ": it is not registered as a class of fields");
    }
    return of(view, layout, layouts);
  }

  /// The same for a class that a payload names.
  private ViewFactory fitting(Class<?> view, Class<?> type) {
    try {
      return of(view, type);
    } catch (IllegalArgumentException e) {
      throw new SerializationException(
          Kind.TYPE_MISMATCH, "the payload holds a " + type.getName() + ": " + e.getMessage(), e);
    }
  }

  /// The factory of the views of an interface on a layout, and of all views that it refers to.
  private ViewFactory of(Class<?> view, ObjectPlan layout, Layouts nested) {
    Planning planning = new Planning(nested);
    ViewFactory factory = planning.of(view, layout);
    planning.planned.forEach(
        (plan, views) -> known.computeIfAbsent(plan, _ -> new HashMap<>()).putAll(views));
    return factory;
  }

  /// What is being planned, which others know only when all of it fits.
  private final class Planning implements ViewPlanner.Views {

    final IdentityHashMap<ObjectPlan, Map<Class<?>, ViewFactory>> planned = new IdentityHashMap<>();
    private final Layouts nested;

    Planning(Layouts nested) {
      this.nested = nested;
    }

    @Override
    public ViewFactory of(Class<?> view, ObjectPlan layout) {
      ViewFactory factory = find(known, view, layout);
      if (factory == null) {
        factory = find(planned, view, layout);
      }
      if (factory == null) {
        factory = new ViewFactory(generator);
        planned.computeIfAbsent(layout, _ -> new HashMap<>()).put(view, factory);
        factory.complete(
            new ViewPlanner(view, layout, nested, surface, payload, this)
                .plan(rootOf(view, layout)));
      }
      return factory;
    }

    /// An interface that can be pointed at payloads can be met as that of a part, too.
    private @Nullable Root rootOf(Class<?> view, ObjectPlan layout) {
      if (!surface.root().isAssignableFrom(view)) {
        return null;
      }
      TypeEntry entry = payload.registry().entry(layout.type());
      return entry == null ? null : new Root(payload, entry, layout, type -> fitting(view, type));
    }
  }

  private static @Nullable ViewFactory find(
      IdentityHashMap<ObjectPlan, Map<Class<?>, ViewFactory>> known,
      Class<?> view,
      ObjectPlan layout) {
    Map<Class<?>, ViewFactory> views = known.get(layout);
    return views == null ? null : views.get(view);
  }
}
