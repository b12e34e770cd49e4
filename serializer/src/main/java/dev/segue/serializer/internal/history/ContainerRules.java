// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.evolution.Containers;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.util.Collection;
import java.util.Dictionary;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/// Decides whether arrays, collections, maps and optionals can be read as other containers.
final class ContainerRules {

  private static final String KEYS = "keys";
  private static final String ELEMENTS = "elements";

  private final Hierarchy after;
  private final ArgumentRules.Rules rules;

  /// @param rules the rules for the contents
  ContainerRules(Hierarchy after, ArgumentRules.Rules rules) {
    this.after = after;
    this.rules = rules;
  }

  Fit ofArray(Declared old, Declared now) {
    if (now.isArray()) {
      return rules.of(old.argument(0), now.argument(0));
    }
    Class<?> target = Hierarchy.jdk(now.name());
    if (target == null) {
      return Fit.NEVER;
    }
    return target.isAssignableFrom(Object[].class)
        ? Fit.WIDER
        : ofElements(old.argument(0), null, now, target);
  }

  /// @param type the class of the old type, whose elements are laid out by their declared type
  Fit ofContainer(Declared old, Class<?> type, Declared now) {
    if (Map.class.isAssignableFrom(type)) {
      return ofMap(old, type, now);
    }
    Declared element = element(old, type);
    if (now.isArray()) {
      return Fit.WIDER.and(rules.of(element, now.argument(0)));
    }
    Class<?> target = Hierarchy.jdk(now.name());
    if (target == null) {
      return Fit.NEVER;
    }
    if (target == Object.class) {
      return Fit.WIDER;
    }
    if (type == Optional.class && target == Optional.class) {
      return rules.of(old.argument(0), now.argument(0));
    }
    return ofElements(element, type, now, target);
  }

  /// The type of the elements; the primitive type for boxes that are never null.
  private static Declared element(Declared old, Class<?> type) {
    PrimitiveKind kind = Hierarchy.box(old.argument(0));
    Object empty = kind == null ? null : Containers.ofDeclared(type);
    boolean isNeverNull =
        type == Optional.class || (empty != null && empty.getClass() == type && !takesNull(empty));
    return kind != null && isNeverNull ? Declared.of(kind.primitive()) : old.argument(0);
  }

  /// Decides about values of a JDK class that name their class; null if they are not containers, or
  /// the new type is not one.
  @Nullable Fit ofOther(Declared old, Class<?> type, Declared now) {
    Class<?> target = Hierarchy.jdk(now.name());
    if (isMap(type)) {
      return target != null && isMap(target) ? ofMap(old, type, now) : null;
    }
    if (!Iterable.class.isAssignableFrom(type) || old.arguments().size() > 1) {
      return null;
    }
    Declared element = element(old, type);
    if (now.isArray()) {
      return Fit.WIDER.and(rules.of(element, now.argument(0)));
    }
    return target != null && Iterable.class.isAssignableFrom(target)
        ? ofElements(element, type, now, target)
        : null;
  }

  private static boolean isMap(Class<?> type) {
    return Map.class.isAssignableFrom(type) || type == Dictionary.class;
  }

  /// @param type the class of the old container; null for an array
  private Fit ofElements(Declared element, @Nullable Class<?> type, Declared now, Class<?> target) {
    if (target == Iterable.class) {
      return Fit.WIDER.and(rules.of(element, now.argument(0)));
    }
    Object empty = Collection.class.isAssignableFrom(target) ? empty(target, now) : null;
    if (empty == null) {
      return Fit.NEVER;
    }
    Fit elements = rules.of(element, now.argument(0));
    if (type == target) {
      return elements;
    }
    Fit fit = Fit.WIDER.and(elements);
    if (type != null && target.isAssignableFrom(type)) {
      return fit;
    }
    if ((empty instanceof Set || target == EnumSet.class)
        && type != Optional.class
        && !isSet(type)) {
      fit = fit.and(Fit.lossy("equal elements become one"));
    }
    boolean maybeNull = type != Optional.class && Hierarchy.primitive(element) == null;
    return fit.and(filled(empty, type, now.argument(0), ELEMENTS, maybeNull));
  }

  private static boolean isSet(@Nullable Class<?> type) {
    return type != null && Set.class.isAssignableFrom(type);
  }

  private Fit ofMap(Declared old, Class<?> type, Declared now) {
    Class<?> target = now.isArray() ? null : Hierarchy.jdk(now.name());
    if (target == Object.class) {
      return Fit.WIDER;
    }
    Object empty = target != null && isMap(target) ? empty(target, now) : null;
    if (empty == null || target == null) {
      return Fit.NEVER;
    }
    Fit contents =
        rules.of(old.argument(0), now.argument(0)).and(rules.of(old.argument(1), now.argument(1)));
    if (type == target) {
      return contents;
    }
    Fit fit = Fit.WIDER.and(contents);
    return target.isAssignableFrom(type)
        ? fit
        : fit.and(filled(empty, type, now.argument(0), KEYS, true));
  }

  /// An empty container of the new type; null if none can be created.
  private @Nullable Object empty(Class<?> target, Declared now) {
    return target == EnumSet.class || target == EnumMap.class
        ? after.isEnum(now.argument(0).name()) ? target : null
        : Containers.ofDeclared(target);
  }

  /// Whether a new container takes all elements or keys of an old one.
  private Fit filled(
      Object empty, @Nullable Class<?> type, Declared first, String what, boolean maybeNull) {
    Object before = type == null ? null : Containers.ofDeclared(type);
    boolean wasConcrete = before != null && before.getClass() == type;
    boolean isTyped = wasConcrete || (before != null && isSorted(before));
    boolean hadNull = maybeNull && (!isTyped || takesNull(before));
    Fit fit = Fit.WIDER;
    if (hadNull && !takesNull(empty)) {
      fit = fit.and(Fit.sometimes("null is an error"));
    }
    if (isSorted(empty)
        && !(before != null && isSorted(before))
        && !after.isSubtype(boxed(first), Comparable.class.getName())) {
      fit = fit.and(Fit.sometimes(what + " that are not comparable are an error"));
    }
    return fit;
  }

  private static String boxed(Declared type) {
    PrimitiveKind kind = Hierarchy.primitive(type);
    return kind == null ? type.name() : kind.box().getName();
  }

  private static boolean isSorted(Object container) {
    return container instanceof SortedSet
        || container instanceof SortedMap
        || container instanceof PriorityQueue
        || container instanceof PriorityBlockingQueue;
  }

  /// Decides by trying it; the container is discarded.
  @SuppressWarnings("unchecked")
  private static boolean takesNull(@Nullable Object empty) {
    try {
      if (empty instanceof Collection<?> collection) {
        ((Collection<@Nullable Object>) collection).add(null);
      } else if (empty instanceof Map<?, ?> map) {
        ((Map<@Nullable Object, @Nullable Object>) map).put(null, null);
      } else {
        return false; // of enum constants
      }
      return true;
    } catch (NullPointerException e) {
      return false;
    }
  }
}
