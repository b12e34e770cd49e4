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

/// Tells classes whose objects may hold contents that are copied as a whole however long they are,
/// arrays of primitives above all, from those that are made of texts, numbers and other small
/// parts; and those whose objects may hold any with a [Hook], in the same way.
public final class BulkContents {

  private final Map<Class<?>, ObjectLayout> plans;
  private final Set<Class<?>> registered;
  private final Predicate<Class<?>> isSmall;

  /// @param plans those of all classes that are written by their plan alone
  /// @param registered these and all other classes that were registered
  /// @param isSmall whether a class of the JDK is one whose values are small
  public BulkContents(
      Map<Class<?>, ObjectLayout> plans, Set<Class<?>> registered, Predicate<Class<?>> isSmall) {
    this.plans = plans;
    this.registered = registered;
    this.isSmall = isSmall;
  }

  /// Whether objects of a class may hold such contents, themselves or in others that they hold;
  /// true where declarations do not tell.
  public boolean isIn(Class<?> type) {
    return new Search(true).isIn(type);
  }

  /// Whether objects of a class, themselves or others that they hold, may have hooks; true where
  /// declarations do not tell.
  public boolean mayRunHooks(Class<?> type) {
    return new Search(false).isIn(type);
  }

  /// What was looked at on the way is not looked at again.
  private final class Search {

    private final Set<Class<?>> classes = new HashSet<>();
    private final Set<Class<?>> declarations = new HashSet<>();

    /// What is looked for: bulk contents, or else hooks.
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

    /// Where nothing is registered for a declaration, who knows what comes.
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
