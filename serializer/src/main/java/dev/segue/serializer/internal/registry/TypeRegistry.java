// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.container.ArrayKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.OptionalKind;
import dev.segue.serializer.internal.container.Variants;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.lang.reflect.Modifier;
import java.time.temporal.Temporal;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The classes that a serializer knows, by class and by number. Filled while the serializer is
/// built, then immutable, but for the JDK's types, see the constructor.
public final class TypeRegistry extends TypeDefinitions {

  /// The first number of a registered class; those below are the JDK's.
  public static final int FIRST_USER_ID = TypeNumbers.FIRST_REGISTERED;

  private static final Form BYTES = new Form.Plain(Form.ANY_WIDTH);

  /// The end of all numbers, exclusive.
  public static final int ID_LIMIT = TypeNumbers.LIMIT;

  private final Options options;
  private final Shapes shapes;
  private final Consumer<TypeRegistry> jdkTypes;
  private volatile TypeTable table = filling;

  /// What objects were found to be, by their class: the table, and classes of the JDK that nobody
  /// can name. Replaced by a larger copy, never changed.
  private volatile TypeTable found = table;

  private volatile boolean isComplete;

  /// An empty registry: what every serializer knows is added by the caller, see [StandardTypes].
  ///
  /// @param shapes how the elements of arrays are classified
  /// @param jdkTypes adds the types of the JDK that most programs do without. They are many, so it
  ///   is called only when a class or a number is not known
  public TypeRegistry(Options options, Shapes shapes, Consumer<TypeRegistry> jdkTypes) {
    this.options = options;
    this.shapes = shapes;
    this.jdkTypes = jdkTypes;
  }

  /// How the elements of arrays are classified.
  public Shapes shapes() {
    return shapes;
  }

  /// Whether writing a payload may run a [Hook].
  ///
  /// @param root the root's entry, or null if that is null
  public boolean mayRunHooks(@Nullable TypeEntry root) {
    return hasHooks && root != null && root.mayRunHooks();
  }

  /// What the serializer was told about its payloads.
  public Options options() {
    return options;
  }

  /// Adds the types of the JDK that were left out, if they were: all, or none where that fails, as
  /// deep in a graph, when the stack is used up; the next call tries again.
  private synchronized void complete() {
    if (isComplete || filling != table) {
      return;
    }
    Families before = families;
    try {
      families = before.copy();
      filling = table.copy();
      jdkTypes.accept(this);
      table = filling;
      found = filling;
      isComplete = true;
    } finally {
      if (!isComplete) {
        filling = table;
        families = before;
      }
    }
  }

  /// The table with the types of the JDK; another than a caller has looked into may stand there
  /// since, put by another thread.
  private TypeTable completed() {
    if (!isComplete) {
      complete();
    }
    return table;
  }

  /// The entry of what a payload is to hold; null of null.
  public @Nullable TypeEntry rootEntry(@Nullable Object root) {
    return root == null ? null : entryOf(root);
  }

  /// The entry of an object's class.
  public TypeEntry entryOf(Object value) {
    Class<?> type = value.getClass();
    TypeEntry entry = found.get(type);
    if (entry == null) {
      entry = entryOfOther(value, type);
    }
    return entry.isVaried() && !Variants.isUsual(value) ? otherVariant(entry.type()) : entry;
  }

  /// The entry of a container as it is written where a table is declared: enum sets and maps whose
  /// declaration says of which enum they are have entries of their own.
  public TypeEntry entryOf(Object container, Shape.Table table) {
    if (table.columns().getFirst() instanceof Shape.EnumConstant) {
      if (container instanceof EnumSet) {
        return standard(enumSets);
      }
      if (container.getClass() == EnumMap.class) {
        return standard(enumMaps);
      }
    }
    return entryOf(container);
  }

  private static TypeEntry standard(@Nullable TypeEntry entry) {
    return Objects.requireNonNull(entry, "a standard type");
  }

  private TypeEntry otherVariant(Class<?> type) {
    return Objects.requireNonNull(entry(Variants.otherId(type)), "it has a number");
  }

  /// A constant with a body has a class of its own; its enum is what is registered. Arrays there is
  /// no end of.
  private TypeEntry entryOfOther(Object value, Class<?> type) {
    if (type.isArray()) {
      return standard(arrays);
    }
    TypeEntry entry = null;
    if (value instanceof Enum<?> constant) {
      entry = table.get(constant.getDeclaringClass());
    }
    if (entry == null) {
      entry = entry(type);
    }
    if (entry == null) {
      entry = families.find(type);
      if (entry != null && Families.isJdk(type)) {
        keep(type, entry);
      }
    }
    if (entry == null) {
      throw Refusals.complete(
          Refusals.of(type, nearestRegistered(type)), type, shapes.registered(), this::isKnown);
    }
    return entry;
  }

  private @Nullable Class<?> nearestRegistered(Class<?> type) {
    for (Class<?> c = type.getSuperclass(); c != null; c = c.getSuperclass()) {
      TypeEntry entry = table.get(c);
      if (entry != null && entry.id() >= FIRST_USER_ID) {
        return c;
      }
    }
    return null;
  }

  /// Whether objects of a class can be written.
  private boolean isKnown(Class<?> type) {
    return entry(type) != null || families.find(type) != null;
  }

  /// Not so for classes of others, which are to go when their loaders do.
  private synchronized void keep(Class<?> type, TypeEntry entry) {
    TypeTable larger = found.copy();
    larger.put(type, entry);
    found = larger;
  }

  /// The entry of a known class, or null.
  public @Nullable TypeEntry entry(Class<?> type) {
    TypeTable seen = table;
    TypeEntry entry = seen.get(type);
    return entry != null || seen == completed() ? entry : table.get(type);
  }

  /// The entry whose number stands for a class itself, not only for values of it; or null.
  @Nullable TypeEntry entryOfClass(Class<?> type) {
    TypeEntry entry = entry(type);
    if (entry == null) {
      entry = families.ofJdk(type);
    }
    return entry != null && entry.type() == type && entry.equals(table.get(entry.id()))
        ? entry
        : null;
  }

  /// The entry of a class of the JDK whose values are a [Leaf], each of that very class; or null.
  ///
  /// @param declared what a declaration says
  public @Nullable TypeEntry leafEntry(Class<?> declared) {
    if (Modifier.isAbstract(declared.getModifiers()) || !Families.isJdk(declared)) {
      return null;
    }
    TypeEntry entry = entry(declared);
    return entry != null && !entry.isPlural() && entry.codec() instanceof LeafCodec ? entry : null;
  }

  /// Whether values of a class of the JDK are small, as numbers, dates and the like are.
  public boolean isSmall(Class<?> declared) {
    TypeEntry entry = leafEntry(declared);
    return entry != null
        && (Number.class.isAssignableFrom(declared)
            || Temporal.class.isAssignableFrom(declared)
            || !entry.codec().form().equals(BYTES));
  }

  /// The entry with a number read, or null; nothing is made known for it.
  public @Nullable TypeEntry known(int id) {
    return table.get(id);
  }

  /// The entry with a number read, or null if there is none.
  public @Nullable TypeEntry entry(int id) {
    TypeTable seen = table;
    TypeEntry entry = seen.get(id);
    return entry != null || id >= FIRST_USER_ID || seen == completed() ? entry : table.get(id);
  }

  /// The entry with a number read, which may be anything.
  public TypeEntry entry(int id, long position) {
    TypeEntry entry = entry(id);
    if (entry == null) {
      throw Failures.malformed(
          id >= FIRST_USER_ID
              ? "no class is registered with id "
                  + (id - FIRST_USER_ID)
                  + "; was the payload written with other registrations?"
              : "corrupt, or of a later release: there is no type with the type number " + id,
          position);
    }
    return entry;
  }

  /// The entry of a type reference read; its class is an `expected` one.
  ///
  /// Where the entry is plural, the value read must be checked.
  public TypeEntry referenced(int reference, Class<?> expected, long position) {
    TypeEntry entry = entry(TypeEntry.idOf(reference), position);
    if (entry.reference() != reference) {
      throw Failures.schemaMismatch(
          entry.type(), reference >>> 16, entry.reference() >>> 16, position);
    }
    if (!entry.mayBe(expected)) {
      throw Failures.typeMismatch(entry.type(), expected, position);
    }
    return entry;
  }

  /// Whether a container is of the class that a table has unless it tells otherwise, and of the
  /// kind that this class stands for.
  public static boolean isExact(Object container, Shape.Table table) {
    return table.exact() == EnumSet.class
        ? container instanceof EnumSet
        : container.getClass() == table.exact() && Variants.isUsual(container);
  }

  /// The kind of container that a table has unless it tells otherwise.
  public ContainerKind exactKind(Shape.Table table) {
    if (table instanceof Shape.ObjectArray array) {
      return new ArrayKind(array.type().componentType());
    }
    if (table.exact() == Optional.class) {
      return OptionalKind.OPTIONAL;
    }
    TypeEntry entry = exactEntry(table.exact());
    ContainerKind kind = entry == null ? null : entry.readKind(table);
    if (kind == null) {
      throw new AssertionError(table.exact() + " is a container");
    }
    return kind;
  }

  private @Nullable TypeEntry exactEntry(Class<?> container) {
    if (container == EnumSet.class) {
      return enumSets;
    }
    return container == EnumMap.class ? enumMaps : entry(container);
  }
}
