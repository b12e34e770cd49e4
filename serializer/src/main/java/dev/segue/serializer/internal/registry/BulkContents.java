// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shape;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Determines whether objects of a class may contain bulk data (contents that are copied as a
/// whole, whatever their length, such as arrays of primitives) or only strings, numbers and other
/// small values; and, in the same way, whether they may contain objects with a [Hook].
public final class BulkContents {

  private final Map<Class<?>, ObjectLayout> plans;
  private final Set<Class<?>> registered;
  private final Predicate<Class<?>> isSmall;

  /// @param plans the plans of all classes whose only state is in their fields
  /// @param registered all registered classes
  /// @param isSmall whether the values of a JDK class are small
  public BulkContents(
      Map<Class<?>, ObjectLayout> plans, Set<Class<?>> registered, Predicate<Class<?>> isSmall) {
    this.plans = plans;
    this.registered = registered;
    this.isSmall = isSmall;
  }

  /// Whether objects of a class may contain bulk data, directly or in other objects; true if the
  /// declared types do not exclude it.
  public boolean isIn(Class<?> type) {
    return new Search(true).isIn(type);
  }

  /// Whether objects of a class, or objects that they contain, may have hooks; true if the declared
  /// types do not exclude it.
  public boolean mayRunHooks(Class<?> type) {
    return new Search(false).isIn(type);
  }

  /// A search that visits each class once.
  private final class Search {

    private final Set<Class<?>> classes = new HashSet<>();
    private final Set<Class<?>> declarations = new HashSet<>();

    /// Whether to search for bulk data; otherwise for hooks.
    private final boolean isForBulk;

    Search(boolean isForBulk) {
      this.isForBulk = isForBulk;
    }

    boolean isIn(Class<?> type) {
      if (!classes.add(type) || type.isEnum()) {
        return false;
      }
      ObjectLayout plan = plans.get(type);
      return plan == null || plan.slots().stream().anyMatch(slot -> isIn(slot.shape()));
    }

    private boolean isIn(Shape shape) {
      return switch (shape) {
        case Shape.Inline _, Shape.Text _ -> false;
        case Shape.PrimitiveArray _ -> isForBulk;
        case Shape.Foreign _ -> true;
        case Shape.ObjectArray array -> isIn(array.element());
        case Shape.Table table ->
            table.columns().stream().anyMatch(this::isIn)
                || isInAny(below(table.type()))
                || isInAny(below(Comparator.class));
        case Shape.Bean bean -> isDeclared(bean.type());
        case Shape.Any any ->
            Families.isJdk(any.type()) ? !isSmall.test(any.type()) : isDeclared(any.type());
      };
    }

    /// True if no registered class fits the declared type, since the value may then be any object.
    private boolean isDeclared(Class<?> type) {
      if (!declarations.add(type)) {
        return false;
      }
      List<Class<?>> known = below(type);
      return known.isEmpty() || isInAny(known);
    }

    private boolean isInAny(List<Class<?>> types) {
      return types.stream().anyMatch(this::isIn);
    }

    private List<Class<?>> below(Class<?> type) {
      return registered.stream().filter(type::isAssignableFrom).toList();
    }
  }
}
