// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Decides whether values can be read for a type with other type arguments. The contents of
/// containers are converted; those of other generic classes are only checked.
final class ArgumentRules {

  /// The JDK classes whose contents are converted.
  private static final List<Class<?>> CONVERTED =
      List.of(
          Iterable.class,
          Map.class,
          Map.Entry.class,
          Optional.class,
          AtomicReference.class,
          AtomicReferenceArray.class,
          AtomicStampedReference.class,
          AtomicMarkableReference.class);

  /// Whether values of one type can be read as another.
  interface Rules {
    Fit of(Declared old, Declared now);
  }

  private final Hierarchy after;
  private final @Nullable UnaryOperator<String> today;
  private final Rules rules;

  /// @param today the current names of a writer's classes; null if old type arguments are unknown
  /// @param rules the rules for the contents of containers
  ArgumentRules(Hierarchy after, @Nullable UnaryOperator<String> today, Rules rules) {
    this.after = after;
    this.today = today;
    this.rules = rules;
  }

  /// Decides about values of the same class with other type arguments.
  Fit of(Declared old, Declared now) {
    UnaryOperator<String> names = today;
    if (names == null) {
      return Fit.SAME;
    }
    Class<?> jdk = Hierarchy.jdk(now.name());
    if (jdk != null && isConverted(jdk)) {
      return all(old, now, this::converted);
    }
    boolean isFree = jdk != null && (!jdk.isInterface() || jdk == Comparator.class);
    return isFree ? Fit.SAME : all(old.renamed(names), now, (a, b) -> checked(a, b, jdk != null));
  }

  /// Decides about values of a JDK class for one of its supertypes.
  Fit passed(Declared old, Declared now) {
    Class<?> jdk = Hierarchy.jdk(now.name());
    boolean isConverted = jdk != null && isConverted(jdk);
    return isConverted && old.arguments().size() == now.arguments().size()
        ? all(old, now, this::converted)
        : passed(old.name(), now);
  }

  /// Decides about objects of an existing class for one of its supertypes. The class's own type
  /// arguments are decisive.
  Fit passed(String name, Declared now) {
    Declared own = now.arguments().isEmpty() ? null : after.supertype(name, now.name());
    return own == null || own.arguments().isEmpty()
        ? Fit.SAME
        : all(own, now, (a, b) -> checked(a, b, true));
  }

  /// Unlike fields, contents that name their classes are converted.
  private Fit converted(Declared old, Declared now) {
    boolean isBig =
        old.name().equals(BigInteger.class.getName())
            && now.name().equals(BigDecimal.class.getName());
    return isBig ? Fit.WIDER : rules.of(old, now);
  }

  private static boolean isConverted(Class<?> jdk) {
    return CONVERTED.stream().anyMatch(type -> type.isAssignableFrom(jdk));
  }

  private static Fit all(Declared old, Declared now, Rules each) {
    Fit fit = Fit.SAME;
    for (int i = 0; i < now.arguments().size(); i++) {
      if (!now.argument(i).equals(Declared.OBJECT)) {
        fit = fit.and(each.of(old.argument(i), now.argument(i)));
      }
    }
    return fit;
  }

  /// @param eitherWay whether the new argument can also be a subtype of the old one
  private Fit checked(Declared old, Declared now, boolean eitherWay) {
    if (old.equals(now) || old.isUnknown() || now.equals(Declared.OBJECT)) {
      return Fit.SAME;
    }
    if (old.isArray() && now.isArray()) {
      return checked(old.argument(0), now.argument(0), eitherWay);
    }
    if (old.name().equals(now.name())) {
      return all(old, now, (a, b) -> checked(a, b, eitherWay));
    }
    boolean isRelated =
        !old.isArray()
            && !now.isArray()
            && (after.isSubtype(old.name(), now.name())
                || (eitherWay && after.isSubtype(now.name(), old.name())));
    return isRelated
        ? Fit.WIDER
        : Fit.sometimes("values that hold no %s are an error".formatted(now));
  }
}
