// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The views of one serializer on the payloads of one writer, itself or another: each planned and
/// generated once, but for what two threads plan at the same time. Those on another's are kept with
/// its layouts, and go with them.
public final class ViewFactories {

  private final Payload payload;
  private final Layouts layouts;
  private final Surface surface;
  private final Function<ViewPlan, Supplier<ViewBase>> generator;

  /// Those on this side's own payloads.
  private final ViewFactories own;

  private final IdentityHashMap<ObjectLayout, Map<Class<?>, ViewFactory>> known =
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
    this.own = this;
  }

  /// The views on another writer's payloads.
  private ViewFactories(Payload reader, ViewFactories own) {
    this.payload = reader;
    this.layouts = reader.layouts();
    this.surface = own.surface;
    this.generator = own.generator;
    this.own = own;
  }

  /// The factory of the views of an interface on objects of a class.
  ///
  /// @throws IllegalArgumentException if a method of the interface does not fit the class, or it is
  ///   no interface
  public ViewFactory of(Class<?> view, Class<?> type) {
    ObjectLayout layout = layouts.of(type);
    if (layout == null) {
      throw new IllegalArgumentException(
          "there is no view of " + type.getName() + ": it is not registered as a class of fields");
    }
    return of(view, layout);
  }

  /// The same for the root of a payload.
  private ViewFactory fitting(Class<?> view, Payload reader, TypeEntry root) {
    Class<?> type = root.type();
    try {
      if (isOwn(reader)) {
        return own.of(view, type);
      }
      if (own.layouts.of(type) == null || reader.layouts().of(type) == null) {
        throw ViewFailures.foreign(type);
      }
      return reader
          .layouts()
          .derived(ViewFactories.class, () -> new ViewFactories(reader, own))
          .of(view, type);
    } catch (IllegalArgumentException e) {
      throw Errors.of(
          Kind.TYPE_MISMATCH, "the payload holds a " + type.getName() + ": " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("ReferenceEquality") // there is one reader of a schema
  private boolean isOwn(Payload reader) {
    return reader == own.payload;
  }

  /// The factory of the views of an interface on a layout, and of all views that it refers to.
  private ViewFactory of(Class<?> view, ObjectLayout layout) {
    ViewFactory factory = known(view, layout);
    if (factory == null) {
      Planning planning = new Planning();
      planning.of(view, layout);
      factory = keep(planning, view, layout);
    }
    return factory;
  }

  private synchronized @Nullable ViewFactory known(Class<?> view, ObjectLayout layout) {
    return find(known, view, layout);
  }

  /// What was planned, but for what another thread has planned meanwhile. Nothing is locked while
  /// it is planned: that waits for others.
  private synchronized ViewFactory keep(Planning planning, Class<?> view, ObjectLayout layout) {
    planning.planned.forEach((plan, views) -> {
      Map<Class<?>, ViewFactory> there = known.computeIfAbsent(plan, _ -> new HashMap<>());
      views.forEach(there::putIfAbsent);
    });
    return Objects.requireNonNull(find(known, view, layout), "it was planned");
  }

  /// What is being planned, which others know only when all of it fits.
  private final class Planning implements ViewPlanner.Views {

    final IdentityHashMap<ObjectLayout, Map<Class<?>, ViewFactory>> planned =
        new IdentityHashMap<>();

    @Override
    public ViewFactory of(Class<?> view, ObjectLayout layout) {
      ViewFactory factory = known(view, layout);
      if (factory == null) {
        factory = find(planned, view, layout);
      }
      if (factory == null) {
        factory = new ViewFactory(generator, surface::cursors);
        planned.computeIfAbsent(layout, _ -> new HashMap<>()).put(view, factory);
        factory.complete(plan(view, layout));
      }
      return factory;
    }

    private ViewPlan plan(Class<?> view, ObjectLayout layout) {
      ViewPlanner planner = new ViewPlanner(view, layout, layouts, surface, payload, this);
      Root root = rootOf(view, layout);
      return isOwn(payload) ? planner.plan(root) : evolved(view, layout, planner).plan(root);
    }

    private EvolvedPlanner evolved(Class<?> view, ObjectLayout layout, ViewPlanner planner) {
      ViewPlan plan = own.of(view, layout.type()).plan();
      ViewPlanner.Views views = own::of;
      Function<ObjectLayout, ViewPlanner> here =
          mine -> new ViewPlanner(view, mine, own.layouts, surface, own.payload, views);
      return new EvolvedPlanner(
          plan, here, own.layouts, own.payload, layout, planner, layouts, payload);
    }

    /// An interface that is the view of a part can be that of a whole payload, too.
    private @Nullable Root rootOf(Class<?> view, ObjectLayout layout) {
      TypeEntry entry = payload.registry().entry(layout.type());
      return entry == null
          ? null
          : new Root(
              own.payload, payload, entry, layout, (reader, type) -> fitting(view, reader, type));
    }
  }

  private static @Nullable ViewFactory find(
      IdentityHashMap<ObjectLayout, Map<Class<?>, ViewFactory>> known,
      Class<?> view,
      ObjectLayout layout) {
    Map<Class<?>, ViewFactory> views = known.get(layout);
    return views == null ? null : views.get(view);
  }
}
