// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides whether the values of a field can be read if its type has changed. These are the rules
/// of the `evolution` package, applied to class names instead of classes. A test compares the two.
final class TypeRules {

  private static final Set<PrimitiveKind> INTEGRAL =
      Set.of(PrimitiveKind.BYTE, PrimitiveKind.SHORT, PrimitiveKind.INT, PrimitiveKind.LONG);

  private static final String BIG_INTEGER = BigInteger.class.getName();
  private static final String BIG_DECIMAL = BigDecimal.class.getName();
  private static final String STRING = String.class.getName();

  private final Description older;
  private final Description newer;
  private final Hierarchy before;
  private final Hierarchy after;
  private final ArgumentRules arguments;
  private final ContainerRules containers;

  TypeRules(Description older, Description newer) {
    this.older = older;
    this.newer = newer;
    this.before = new Hierarchy(older);
    this.after = new Hierarchy(newer);
    this.arguments = new ArgumentRules(after, older.isWhole() ? this::today : null, this::of);
    this.containers = new ContainerRules(after, this::of);
  }

  /// The current name of a writer's class.
  private String today(String name) {
    Described type = newer.called(name);
    return type == null ? name : type.name();
  }

  /// An old type with the current names of its classes.
  Declared today(Declared old) {
    return old.renamed(this::today);
  }

  /// Whether the values of an old type can be read as a new one.
  Fit of(Declared old, Declared now) {
    if (old.isUnknown() || now.isUnknown()) {
      return ofUnknown(now);
    }
    if (old.isArray()) {
      return containers.ofArray(old, now);
    }
    PrimitiveKind primitive = Hierarchy.primitive(old);
    PrimitiveKind kind = primitive == null ? Hierarchy.box(old) : primitive;
    if (kind != null) {
      return old.equals(now) ? Fit.SAME : ofNumber(kind, primitive == null, now);
    }
    if (old.name().equals(STRING)) {
      return old.equals(now) ? Fit.SAME : asSupertype(STRING, now);
    }
    if (before.isEnum(old.name())) {
      return ofConstant(old, now);
    }
    Class<?> container = container(before, old);
    if (container != null) {
      return containers.ofContainer(old, container, now);
    }
    Described type = older.types().get(old.name());
    return type != null && type.sort().isPlain() ? ofBean(old, now) : ofAny(old, now);
  }

  /// A payload does not name the types of such fields, and their types may also be type variables.
  private static Fit ofUnknown(Declared now) {
    boolean isPrimitive =
        Hierarchy.primitive(now) != null
            || (now.isArray() && Hierarchy.primitive(now.argument(0)) != null);
    return isPrimitive ? Fit.sometimes("other values are an error") : Fit.SAME;
  }

  /// Whether values of a type name their classes, or the type is a bean class.
  private boolean isOpen(Declared type) {
    return !type.isArray()
        && Hierarchy.primitive(type) == null
        && Hierarchy.box(type) == null
        && !type.name().equals(STRING)
        && !after.isEnum(type.name())
        && container(after, type) == null;
  }

  /// The class of a container whose elements are laid out by their declared type; null if the type
  /// is not one.
  private static @Nullable Class<?> container(Hierarchy hierarchy, Declared type) {
    Class<?> jdk = Hierarchy.jdk(type.name());
    boolean isOne =
        jdk != null
            && Shapes.usualClass(jdk) != null
            && (!Shapes.isOfConstants(jdk) || hierarchy.isEnum(type.argument(0).name()));
    return isOne ? jdk : null;
  }

  private Fit ofNumber(PrimitiveKind from, boolean isBoxed, Declared now) {
    PrimitiveKind primitive = Hierarchy.primitive(now);
    PrimitiveKind to = primitive == null ? Hierarchy.box(now) : primitive;
    if (to != null) {
      if (to != from && !Conversion.Widening.isLossless(from, to)) {
        return Fit.NEVER;
      }
      return isBoxed && primitive != null ? Fit.sometimes("null is an error") : Fit.WIDER;
    }
    if (INTEGRAL.contains(from)
        && (now.name().equals(BIG_INTEGER) || now.name().equals(BIG_DECIMAL))) {
      return Fit.WIDER;
    }
    String box = from.box().getName();
    return asSupertype(box, now).and(isBoxed ? Fit.SAME : arguments.passed(box, now));
  }

  /// Decides about boxes, texts and constants, whose type arguments are not checked.
  private Fit asSupertype(String name, Declared now) {
    return now.isArray() || !after.isSubtype(name, now.name()) ? Fit.NEVER : Fit.WIDER;
  }

  private Fit ofConstant(Declared old, Declared now) {
    if (now.name().equals(STRING)) {
      return new Fit(Fit.Level.WIDER, "the name of the constant");
    }
    if (after.isEnum(now.name())) {
      return now.name().equals(today(old.name())) ? Fit.SAME : Fit.NEVER;
    }
    Described here = newer.registered(old.name());
    if (here == null || !here.sort().isEnum()) {
      return Hierarchy.primitive(now) != null
          ? Fit.NEVER
          : Fit.sometimes("constants are an error, since the enum is not registered");
    }
    return asSupertype(here.name(), now);
  }

  private Fit ofBean(Declared old, Declared now) {
    Described here = newer.registered(old.name());
    if (here == null) {
      return Hierarchy.primitive(now) == null ? Fit.SAME : Fit.NEVER;
    }
    if (here.name().equals(now.name())) {
      return held(old, now).and(arguments.of(old, now));
    }
    return now.isArray() || !after.isSubtype(here.name(), now.name())
        ? Fit.NEVER
        : Fit.WIDER.and(held(old, now)).and(arguments.passed(here.name(), now));
  }

  /// Whether the registered classes that the old type could hold are of the new one.
  private Fit held(Declared old, Declared now) {
    for (String name : before.subtypes(old.name())) {
      Described here = newer.registered(name);
      if (here != null && !after.isSubtype(here.name(), now.name())) {
        return Fit.sometimes("a %s is no %s".formatted(here.name(), now));
      }
    }
    return Fit.SAME;
  }

  /// Decides about values that name their classes.
  private Fit ofAny(Declared old, Declared now) {
    if (!isOpen(now)) {
      return ofAnyAsOther(old, now);
    }
    if (now.name().equals(today(old.name()))) {
      return held(old, now).and(arguments.of(old, now));
    }
    Class<?> jdk = Hierarchy.jdk(old.name());
    if (jdk == null) {
      return Fit.WIDER.and(held(old, now)).and(arguments.passed(today(old.name()), now));
    }
    Class<?> target = Hierarchy.jdk(now.name());
    return target != null && target.isAssignableFrom(jdk)
        ? Fit.WIDER.and(arguments.passed(old, now))
        : only(jdk, target, now);
  }

  /// Decides about a type that holds at most some of the values.
  private static Fit only(Class<?> from, @Nullable Class<?> to, Declared now) {
    boolean canBe =
        to == null
            ? from.isInterface() || from == Object.class
            : from.isAssignableFrom(to)
                || (from.isInterface() && !Modifier.isFinal(to.getModifiers()))
                || (to.isInterface() && !Modifier.isFinal(from.getModifiers()));
    return canBe ? Fit.sometimes(noneOf(now)) : Fit.NEVER;
  }

  private Fit ofUserClass(Declared old, Declared now) {
    Described here = newer.registered(old.name());
    Declared container = here == null ? null : Hierarchy.container(here);
    Fit filled = here == null || container == null ? null : ofContainer(here, container, now);
    if (filled != null) {
      return filled;
    }
    List<String> held = before.subtypes(old.name());
    boolean fits =
        !held.isEmpty()
            && !now.isArray()
            && held.stream().allMatch(name -> after.isSubtype(today(name), now.name()));
    return fits ? Fit.WIDER : Fit.sometimes(noneOf(now));
  }

  /// Decides about a class that extends a container. Its objects are kept if they are of the new
  /// type, so their elements cannot be converted.
  private @Nullable Fit ofContainer(Described here, Declared container, Declared now) {
    Class<?> jdk = Hierarchy.jdk(container.name());
    if (now.isArray() || !after.isSubtype(here.name(), now.name())) {
      return jdk == null ? null : containers.ofOther(container, jdk, now);
    }
    for (int i = 0; i < now.arguments().size(); i++) {
      if (!after.isSubtype(container.argument(i).name(), now.argument(i).name())) {
        return Fit.sometimes("elements that are no %s are an error".formatted(now.argument(i)));
      }
    }
    return Fit.WIDER;
  }

  private static String noneOf(Declared type) {
    return "values that are no " + type + " are an error";
  }

  /// Decides about numbers, texts, constants, arrays and containers.
  private Fit ofAnyAsOther(Declared old, Declared now) {
    Class<?> jdk = Hierarchy.jdk(old.name());
    if (jdk == null) {
      return ofUserClass(old, now);
    }
    Fit filled = containers.ofOther(old, jdk, now);
    if (filled != null) {
      return filled;
    }
    PrimitiveKind primitive = Hierarchy.primitive(now);
    Class<?> target = primitive == null ? Hierarchy.jdk(now.name()) : primitive.box();
    if (target == null && !now.isArray() && after.isEnum(now.name())) {
      return jdk == Object.class || jdk.isInterface() ? Fit.sometimes(noneOf(now)) : Fit.NEVER;
    }
    return only(jdk, now.isArray() ? Map.class : target, now);
  }
}
