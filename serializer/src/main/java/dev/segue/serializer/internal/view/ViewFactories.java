// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The views of one serializer on the payloads of one writer: itself or another one. Each view is
/// planned and generated once (twice only if two threads plan it at the same time). Views on
/// another writer's payloads are cached with its layouts, and evicted with them.
public final class ViewFactories {

  private final Payload payload;
  private final Layouts layouts;
  private final Flyweights flyweights;
  private final ViewCode code;

  /// The views on the serializer's own payloads.
  private final ViewFactories own;

  private final IdentityHashMap<ObjectLayout, Map<Class<?>, ViewFactory>> known =
      new IdentityHashMap<>();

  /// @param layouts the layouts of the registered classes
  /// @param flyweights the types for strings and lists
  /// @param code turns plans into code
  public ViewFactories(Payload payload, Layouts layouts, Flyweights flyweights, ViewCode code) {
    this.payload = payload;
    this.layouts = layouts;
    this.flyweights = flyweights;
    this.code = code;
    this.own = this;
  }

  /// The views on another writer's payloads.
  private ViewFactories(Payload reader, ViewFactories own) {
    this.payload = reader;
    this.layouts = reader.layouts();
    this.flyweights = own.flyweights;
    this.code = own.code;
    this.own = own;
  }

  /// The factory of the views of an interface on objects of a class.
  ///
  /// @throws IllegalArgumentException if the interface cannot be a view, or a method does not fit
  ///   the class
  public ViewFactory of(Class<?> view, Class<?> type) {
    ObjectLayout layout = layouts.of(type);
    if (layout == null) {
      throw new IllegalArgumentException(
          "there is no view of "
              + type.getName()
              + ": it is not registered as a class with fields");
    }
    return of(view, layout);
  }

  /// The views that have been planned so far.
  public synchronized List<ViewPlan> plans() {
    List<ViewPlan> plans = new ArrayList<>();
    for (Map<Class<?>, ViewFactory> views : known.values()) {
      views.values().forEach(factory -> plans.add(factory.plan()));
    }
    return plans;
  }

  /// The factory of the views of an interface on payloads of any reader.
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

  @SuppressWarnings("ReferenceEquality") // there is one reader per schema
  private boolean isOwn(Payload reader) {
    return reader == own.payload;
  }

  private ViewFactory of(Class<?> view, ObjectLayout layout) {
    ViewFactory factory = known(view, layout);
    if (factory == null) {
      Planning planning = new Planning();
      planning.factory(view, layout);
      factory = keep(planning, view, layout);
    }
    return factory;
  }

  private synchronized @Nullable ViewFactory known(Class<?> view, ObjectLayout layout) {
    return find(known, view, layout);
  }

  /// Keeps the planned views, except those that another thread has planned in the meantime. No lock
  /// is held while views are planned, because planning may wait for other threads.
  private synchronized ViewFactory keep(Planning planning, Class<?> view, ObjectLayout layout) {
    planning.planned.forEach((key, views) -> {
      Map<Class<?>, ViewFactory> there = known.computeIfAbsent(key, _ -> new HashMap<>());
      views.forEach(there::putIfAbsent);
    });
    return Objects.requireNonNull(find(known, view, layout), "the view was planned");
  }

  /// Plans a view and all views that it refers to. Other threads see them only once all of them
  /// have been planned.
  private final class Planning {

    final IdentityHashMap<ObjectLayout, Map<Class<?>, ViewFactory>> planned =
        new IdentityHashMap<>();

    private final PlanningContext context =
        new PlanningContext(payload, !isOwn(payload), layouts, flyweights, this::factory);

    ViewFactory factory(Class<?> view, ObjectLayout layout) {
      ViewFactory factory = known(view, layout);
      if (factory == null) {
        factory = find(planned, view, layout);
      }
      if (factory == null) {
        factory = new ViewFactory(code);
        planned.computeIfAbsent(layout, _ -> new HashMap<>()).put(view, factory);
        factory.complete(plan(view, layout));
      }
      return factory;
    }

    private ViewPlan plan(Class<?> view, ObjectLayout layout) {
      Root root = rootOf(view, layout);
      return isOwn(payload)
          ? new ViewPlanner(view, layout, context).plan(root)
          : evolved(view, layout).plan(root);
    }

    private EvolvedPlanner evolved(Class<?> view, ObjectLayout layout) {
      ViewPlan plan = own.of(view, layout.type()).plan();
      PlanningContext here =
          new PlanningContext(own.payload, false, own.layouts, flyweights, own::of);
      return new EvolvedPlanner(plan, here, layout, context);
    }

    /// A view that is nested in another view can also be the root of a cursor.
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
