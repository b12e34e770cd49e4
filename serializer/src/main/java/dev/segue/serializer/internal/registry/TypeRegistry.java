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
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.lang.reflect.Modifier;
import java.time.temporal.Temporal;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The classes that a serializer knows, by class and by number. Filled while the serializer is
/// built, then immutable, but for the JDK's types, see the constructor.
public final class TypeRegistry {

  /// The first number of a registered class; those below are the JDK's.
  public static final int FIRST_USER_ID = TypeNumbers.FIRST_REGISTERED;

  private static final Form BYTES = new Form.Plain(Form.ANY_WIDTH);

  /// The end of all numbers, exclusive.
  public static final int ID_LIMIT = TypeNumbers.LIMIT;

  private final Options options;
  private final Shapes shapes;
  private @Nullable TypeEntry arrays;
  private @Nullable TypeEntry enumSets;
  private @Nullable TypeEntry enumMaps;
  private final Consumer<TypeRegistry> jdkTypes;
  private volatile TypeTable table = new TypeTable();

  /// What is being filled: the table itself while the serializer is built, later a copy.
  private TypeTable filling = table;

  /// What objects were found to be, by their class: the table, and classes of the JDK that nobody
  /// can name. Replaced by a larger copy, never changed.
  private volatile TypeTable found = table;

  private volatile boolean isComplete;

  /// Whether writing an object of a registered class may run a [Hook].
  private boolean hasHooks;

  /// Whether objects of classes that are not registered have hooks, whatever they are declared as.
  private boolean hasFamilies;

  /// Asked only when complete.
  private Families families = new Families();

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

  /// Adds a type that every serializer knows.
  public void addStandard(int id, Class<?> type, ObjectCodec codec) {
    add(standardEntry(id, type, codec));
  }

  /// Adds a type that every serializer knows, and that has several classes; none if it is only a
  /// [variant][#addVariant] of another one. The number refers to the last class.
  public void addStandard(int id, List<Class<?>> types, ObjectCodec codec) {
    for (Class<?> type : types) {
      TypeEntry entry = standardEntry(id, type, codec);
      filling.put(type, entry);
      if (type == types.getLast()) {
        filling.number(entry);
      }
    }
  }

  private static TypeEntry standardEntry(int id, Class<?> type, ObjectCodec codec) {
    TypeEntry entry = new TypeEntry(type, id, 0, false, () -> codec);
    return Variants.arePossible(type) ? entry.varied() : entry;
  }

  /// Adds a number for values of a class that has another one already: a variant of them.
  public void addVariant(int id, Class<?> type, ObjectCodec codec) {
    filling.number(new TypeEntry(type, id, 0, false, () -> codec));
  }

  /// Adds enum sets or maps where a declaration says of which enum they are.
  public void addDeclaredEnums(int id, Class<?> type, ObjectCodec codec) {
    TypeEntry entry = new TypeEntry(type, id, 0, false, () -> codec);
    filling.number(entry);
    if (type == EnumSet.class) {
      enumSets = entry;
    } else {
      enumMaps = entry;
    }
  }

  /// Adds arrays of objects, of which there is no end.
  public void addArrays(int id, ObjectCodec codec) {
    arrays = new TypeEntry(Object[].class, id, 0, true, () -> codec);
    add(arrays);
  }

  /// Adds a type of the JDK, whose values are of that very class.
  public void addJdk(int id, Class<?> type, ObjectCodec codec) {
    TypeEntry entry = new TypeEntry(type, id, 0, false, () -> codec);
    filling.number(entry);
    putUnlessUsers(type, entry);
  }

  /// A class that the user has given a codec of their own keeps it.
  private void putUnlessUsers(Class<?> type, TypeEntry entry) {
    if (filling.get(type) == null) {
      filling.put(type, entry);
    }
  }

  /// Adds a type of the JDK that stands for several classes: these, or, if none is given, each one
  /// of the JDK that extends it.
  public void addJdkFamily(int id, Class<?> type, ObjectCodec codec, Class<?>... classes) {
    TypeEntry entry = new TypeEntry(type, id, 0, true, () -> codec);
    filling.number(entry);
    if (classes.length == 0) {
      families.addJdk(entry);
    }
    for (Class<?> concrete : classes) {
      putUnlessUsers(concrete, entry);
    }
  }

  /// Classes of the JDK that nobody can name, and that extend a type, are written as if they were
  /// of another class: views, above all.
  public void addJdkCopies(Class<?> type, Class<?> copy) {
    families.addJdkCopies(type, Objects.requireNonNull(filling.get(copy), "a known class"));
  }

  /// Adds a registered class.
  public void add(Class<?> type, int id, int fingerprint, Supplier<ObjectCodec> codec) {
    add(new TypeEntry(type, id, fingerprint, false, codec));
  }

  /// Adds a registered class that is written by its plan alone.
  ///
  /// @param bulk whether its objects may hold [BulkContents], or others with hooks
  public void addPlanned(
      Class<?> type,
      int id,
      int fingerprint,
      Supplier<ObjectCodec> codec,
      Supplier<BulkContents> bulk) {
    TypeEntry entry = new TypeEntry(type, id, fingerprint, false, codec);
    add(
        entry
            .staged(new StagedSizes(() -> bulk.get().isIn(type)))
            .hooked(() -> hasFamilies || bulk.get().mayRunHooks(type)));
  }

  /// Adds a registered class whose objects may come back as those of another: one with hooks.
  public void addPlural(Class<?> type, int id, int fingerprint, Supplier<ObjectCodec> codec) {
    hasHooks = true;
    add(new TypeEntry(type, id, fingerprint, true, codec));
  }

  /// Adds a class of a writer's that is not known here.
  ///
  /// @param type the class of what may stand for its objects
  public void addUnknown(Class<?> type, int id, int fingerprint, Supplier<ObjectCodec> codec) {
    filling.number(new TypeEntry(type, id, fingerprint, true, codec).unknown());
  }

  /// Adds a type with all that extend it.
  public void addFamily(Class<?> type, int id, int fingerprint, ObjectCodec codec) {
    hasHooks = true;
    hasFamilies = true;
    TypeEntry entry = new TypeEntry(type, id, fingerprint, true, () -> codec);
    add(entry);
    families.addUser(entry);
  }

  private void add(TypeEntry entry) {
    filling.number(entry);
    filling.put(entry.type(), entry);
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

  /// The box of a primitive type.
  Class<?> box(Class<?> primitive) {
    PrimitiveKind kind = PrimitiveKind.ofPrimitive(primitive);
    if (kind == null) {
      throw Refusals.unregistered(primitive);
    }
    return kind.box();
  }

  /// The primitive type of what should be a box.
  Class<?> primitive(Class<?> box, long position) {
    PrimitiveKind kind = PrimitiveKind.ofBox(box);
    if (kind == null) {
      throw Failures.malformed("corrupt: " + box.getName() + " is no box", position);
    }
    return kind.primitive();
  }
}
