// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.container.ArrayKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.OptionalKind;
import dev.segue.serializer.internal.container.Variants;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.DeclaredClasses;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.unregistered.Trial;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.lang.reflect.Modifier;
import java.time.temporal.Temporal;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The types that a serializer knows, by class and by type number. Filled while the serializer is
/// built, then immutable, except that most JDK types are added on demand.
public final class TypeRegistry extends TypeDefinitions {

  /// The first type number of a registered class; lower numbers are JDK types.
  public static final int FIRST_USER_ID = TypeNumbers.FIRST_REGISTERED;

  /// The stack that adding types needs, in frames of about 100 bytes.
  private static final int STACK_FRAMES = 500;

  private static final Form BYTES = new Form.Plain(Form.ANY_WIDTH);

  /// The end of the type numbers, exclusive.
  public static final int ID_LIMIT = TypeNumbers.LIMIT;

  private final Options options;
  private final Shapes shapes;
  private final TypesOnDemand onDemand;
  private volatile TypeTable table = filling;

  /// Like the table, replaced with a larger copy. Has all families of the JDK once all types on
  /// demand were added.
  private volatile Families families = fillingFamilies;

  /// The table, including non-public JDK classes that have occurred in payloads. It is never
  /// changed, only replaced with a larger copy.
  private volatile TypeTable found = table;

  /// Guarded by this.
  private boolean isAdding;

  /// Guarded by this.
  private boolean hasFrequent;

  private volatile boolean isComplete;
  private @Nullable Trial trial;

  /// Null if no rule allows classes.
  private @Nullable RuledClasses rules;

  private final RecentEntry written = new RecentEntry();
  private final RecentEntry read = new RecentEntry();

  /// Creates an empty registry. The caller adds the types that every serializer knows, see
  /// `StandardTypes`.
  ///
  /// @param shapes classifies the elements of arrays
  /// @param onDemand the JDK types that not every serializer needs
  public TypeRegistry(Options options, Shapes shapes, TypesOnDemand onDemand) {
    this.options = options;
    this.shapes = shapes;
    this.onDemand = onDemand;
  }

  /// Classifies the elements of arrays.
  public Shapes shapes() {
    return shapes;
  }

  /// Whether writing a payload may run a [Hook], according to the known classes.
  ///
  /// @param root the root's entry; null for a null root
  public boolean mayRunHooks(@Nullable TypeEntry root) {
    return root != null && ((hasHooks && root.mayRunHooks()) || root.expectsHooks());
  }

  /// Whether rules allow classes, which may become known while a payload is written.
  public boolean hasRules() {
    return rules != null;
  }

  /// The serializer's options that affect payloads.
  public Options options() {
    return options;
  }

  /// Whether the table has more entries than one that the caller has seen. If it does not, adds the
  /// next types on demand, or none if this fails, for example because the stack is exhausted deep
  /// in a graph; the next call retries.
  private boolean hasMoreThan(TypeTable seen) {
    if (seen == table && !isComplete) {
      addNext(seen);
    }
    return seen != table;
  }

  private synchronized void addNext(TypeTable seen) {
    if (isComplete || isAdding || seen != table) {
      return;
    }
    requireStack(STACK_FRAMES);
    TypeTable growing = filling;
    boolean isDone = false;
    isAdding = true;
    try {
      fillingFamilies = families.copy();
      filling = seen.copy();
      if (hasFrequent) {
        onDemand.addOthers(this);
      } else {
        onDemand.addFrequent(this);
      }
      TypeTable more = filling;
      filling = growing == seen ? more : growing.plus(more);
      families = fillingFamilies;
      table = more;
      found = more;
      isComplete = hasFrequent;
      hasFrequent = true;
      isDone = true;
    } finally {
      isAdding = false;
      if (!isDone) {
        filling = growing;
        fillingFamilies = families;
      }
    }
  }

  /// Fails with a [StackOverflowError] if little stack is left, before any class is loaded: a class
  /// whose initialization fails can never be used again.
  private static int requireStack(int frames) {
    return frames == 0 ? 0 : 1 + requireStack(frames - 1);
  }

  /// The entry of a root's class; null for a null root.
  public @Nullable TypeEntry rootEntry(@Nullable Object root) {
    if (root == null) {
      return null;
    }
    Class<?> type = root.getClass();
    TypeEntry recent = written.of(type);
    if (recent != null) {
      return recent;
    }
    TypeEntry entry;
    try {
      entry = entryOfAny(root);
    } catch (SerializationException e) {
      throw completed(e, root);
    }
    return entry.type() == type && !entry.isVaried() ? written.note(entry) : entry;
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

  /// The entry of a value that no declaration describes. Containers are written as trees, unless
  /// references into them are possible.
  public TypeEntry entryOfAny(Object value) {
    TypeEntry entry = entryOf(value);
    TypeEntry tree = entry.tree();
    return tree == null ? entry : tree;
  }

  /// The entry of a container's class, if a table is declared for it. Enum sets and maps whose
  /// declaration names the enum have separate entries.
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
    return Objects.requireNonNull(entry(Variants.otherId(type)), "a variant");
  }

  /// Finds the entry of an object whose class is not in the table: arrays, and enum constants with
  /// a body, whose class is not the enum.
  private TypeEntry entryOfOther(Object value, Class<?> type) {
    if (type.isArray()) {
      TypeEntry own = rules == null ? null : ruledArray(type, rules);
      return own == null ? standard(arrays) : own;
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
      if (entry != null && IdentityViews.isOne(type)) {
        IdentityViews.check((Set<?>) value, options());
      } else if (entry != null && Families.isJdk(type)) {
        keep(type, entry);
      }
    }
    if (entry == null) {
      entry = ruled(value instanceof Enum<?> constant ? constant.getDeclaringClass() : type);
    }
    if (entry == null) {
      throw refusal(type);
    }
    return entry;
  }

  /// The entry of a class that a rule allows; null if none does.
  private @Nullable TypeEntry ruled(Class<?> type) {
    return rules != null && rules.admit(type) ? entryAfterGrowth(type) : null;
  }

  /// The entry of a known class. Waits if the table does not have it yet.
  private synchronized @Nullable TypeEntry entryAfterGrowth(Class<?> type) {
    return table.get(type);
  }

  /// The entry of an array whose elements are of an interface or abstract class that a rule allows,
  /// since such a class has no entry that could name it. Null for other arrays.
  private @Nullable TypeEntry ruledArray(Class<?> type, RuledClasses rules) {
    Class<?> innermost = Shapes.innermost(type);
    return DeclaredClasses.isAbstract(innermost)
            && !innermost.isPrimitive()
            && !ClassModels.isJdk(innermost)
            && rules.admit(type)
        ? entryAfterGrowth(type)
        : null;
  }

  /// Sets the rules that allow unregistered classes; called while the registry is filled.
  public void ruledBy(RuledClasses ruled) {
    rules = ruled;
  }

  /// Adds classes that rules allow. Other threads see all of them or none.
  ///
  /// @param additions adds them
  /// @param before called before other threads can see the classes; the entries then clear the
  ///   state that depends on the set of classes
  public synchronized void grow(Runnable additions, Runnable before) {
    try {
      filling = table.copy();
      additions.run();
      before.run();
      filling.forget();
      found = filling;
      table = filling;
    } finally {
      filling = table;
    }
  }

  /// Whether objects of exactly this class can be written, apart from the objects that they hold.
  public boolean canWrite(Class<?> type) {
    return writable().include(type);
  }

  /// The error about a class whose objects cannot be written.
  public SerializationException refusal(Class<?> type) {
    return writable().refusal(type);
  }

  /// Completes an error that leaves a payload being written: names the other classes of the graph
  /// that are not registered.
  public SerializationException completed(SerializationException error, Object root) {
    return writable().completed(error, root);
  }

  private WritableClasses writable() {
    return new WritableClasses(this, trial);
  }

  /// The types that are known now.
  TypeTable table() {
    return table;
  }

  /// The rules that allow unregistered classes; null if there are none.
  @Nullable RuledClasses rules() {
    return rules;
  }

  /// Whether the class belongs to a registered family, such as the subclasses of a surrogate's
  /// type.
  boolean isInFamily(Class<?> type) {
    return families.find(type) != null;
  }

  /// Sets the check whether a class can be registered, for messages; called while the registry is
  /// filled.
  public void tryBy(Trial registrations) {
    trial = registrations;
  }

  /// Caches the entry of a JDK class. Other classes are not cached, so that they can be unloaded.
  private synchronized void keep(Class<?> type, TypeEntry entry) {
    TypeTable larger = found.copy();
    larger.put(type, entry);
    found = larger;
  }

  /// The entry of a known class, or null.
  public @Nullable TypeEntry entry(Class<?> type) {
    TypeTable seen = table;
    TypeEntry entry = seen.get(type);
    while (entry == null && mayBeAdded(type) && hasMoreThan(seen)) {
      seen = table;
      entry = seen.get(type);
    }
    return entry;
  }

  /// Whether a class may be one of the types that are added on demand, or be written like one.
  private boolean mayBeAdded(Class<?> type) {
    return Families.isJdk(type) || families.isPlainContainer(type) || onDemand.includes(type);
  }

  /// The entry whose type number refers to a class itself, not only to its values; or null.
  @Nullable TypeEntry entryOfClass(Class<?> type) {
    TypeEntry entry = entryOfKnown(type);
    return entry == null && !type.isArray() ? ruled(type) : entry;
  }

  @Nullable TypeEntry entryOfKnown(Class<?> type) {
    TypeEntry entry = entry(type);
    if (entry == null) {
      entry = families.ofJdk(type);
    }
    return entry != null && entry.type() == type && entry.equals(table.get(entry.id()))
        ? entry
        : null;
  }

  /// The entry of a JDK class with a [ScalarCodec], whose values have exactly this class; or null.
  ///
  /// @param declared a declared type
  public @Nullable TypeEntry scalarCodecEntry(Class<?> declared) {
    if (Modifier.isAbstract(declared.getModifiers()) || !Families.isJdk(declared)) {
      return null;
    }
    TypeEntry entry = entry(declared);
    return entry != null && !entry.isPlural() && entry.codec() instanceof ScalarCodecAdapter
        ? entry
        : null;
  }

  /// Whether the values of a JDK class are small, like numbers and dates.
  public boolean isSmall(Class<?> declared) {
    TypeEntry entry = scalarCodecEntry(declared);
    return entry != null
        && (Number.class.isAssignableFrom(declared)
            || Temporal.class.isAssignableFrom(declared)
            || !entry.codec().form().equals(BYTES));
  }

  /// The entry with a type number, or null; adds no types on demand.
  public @Nullable TypeEntry known(int id) {
    return table.get(id);
  }

  /// The entry with a type number, or null if there is none.
  public @Nullable TypeEntry entry(int id) {
    TypeTable seen = table;
    TypeEntry entry = seen.get(id);
    while (entry == null && id < FIRST_USER_ID && hasMoreThan(seen)) {
      seen = table;
      entry = seen.get(id);
    }
    return entry;
  }

  /// The entry with the type number of a root that is read, or null if there is none.
  public @Nullable TypeEntry recentRoot(int id) {
    TypeEntry recent = read.of(id);
    return recent != null ? recent : entry(id);
  }

  /// The entry with the type number of a root that was read.
  ///
  /// @throws SerializationException if there is none
  public TypeEntry rootEntry(int id, long position) {
    TypeEntry recent = read.of(id);
    return recent != null ? recent : read.note(entry(id, position));
  }

  /// The entry with a type number that was read.
  ///
  /// @throws SerializationException if there is none
  public TypeEntry entry(int id, long position) {
    TypeEntry entry = entry(id);
    if (entry == null && rules != null) {
      entry = entryAfterGrowth(id);
    }
    if (entry == null) {
      throw Failures.malformed(
          id >= FIRST_USER_ID
              ? "no class is registered with id "
                  + (id - FIRST_USER_ID)
                  + "; was the payload written with other registrations?"
              : "corrupt, or written by a later release: unknown type number " + id,
          position);
    }
    return entry;
  }

  /// The entry with a type number, or null. Schemas name new classes before the table has them;
  /// this waits for the table.
  private synchronized @Nullable TypeEntry entryAfterGrowth(int id) {
    return table.get(id);
  }

  /// The entry of a type reference that was read, which must be of the expected type. If the entry
  /// is plural, the value must also be checked.
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

  /// Whether a container has the default class of a table, and is of the usual variant.
  public static boolean isExact(Object container, Shape.Table table) {
    return table.exact() == EnumSet.class
        ? container instanceof EnumSet
        : container.getClass() == table.exact() && Variants.isUsual(container);
  }

  /// The kind of container that a table is read into by default.
  public ContainerKind exactKind(Shape.Table table) {
    if (table.exact().isArray()) {
      return new ArrayKind(table.exact().componentType());
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
