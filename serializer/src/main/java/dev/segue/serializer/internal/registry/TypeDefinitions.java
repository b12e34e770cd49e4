// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.container.Variants;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Builds the types of a [TypeRegistry]. Used by one thread.
abstract class TypeDefinitions {

  /// The table being filled: the registry's own table while the serializer is built, later a copy.
  TypeTable filling = new TypeTable();

  /// The families being filled: the registry's own while the serializer is built, later a copy.
  Families fillingFamilies = new Families();

  @Nullable TypeEntry arrays;
  @Nullable TypeEntry enumSets;
  @Nullable TypeEntry enumMaps;

  /// Whether writing an object of a registered class may run a [Hook].
  boolean hasHooks;

  /// Whether writing an object of an unregistered class may run a [Hook], whatever its declared
  /// type.
  private boolean hasFamilies;

  /// Adds a type that every serializer knows.
  public void addStandard(int id, Class<?> type, Supplier<ObjectCodec> codec) {
    add(standardEntry(id, type, codec));
  }

  /// Adds a type that every serializer knows, with several classes, or with none if it is only a
  /// [variant][#addVariant] of another type. The number refers to the last class.
  public void addStandard(int id, List<Class<?>> types, Supplier<ObjectCodec> codec) {
    for (Class<?> type : types) {
      TypeEntry entry = standardEntry(id, type, codec);
      filling.put(type, entry);
      if (type == types.getLast()) {
        filling.number(entry);
      }
    }
  }

  private static TypeEntry standardEntry(int id, Class<?> type, Supplier<ObjectCodec> codec) {
    TypeEntry entry = new TypeEntry(type, id, 0, false, codec);
    return Variants.arePossible(type) ? entry.varied() : entry;
  }

  /// Adds a second number for a class: the number of a variant of its values.
  public void addVariant(int id, Class<?> type, Supplier<ObjectCodec> codec) {
    filling.number(new TypeEntry(type, id, 0, false, codec));
  }

  /// Adds trees whose outermost container is of a previously added type.
  ///
  /// @param id the number of the containers as tables
  /// @param types the classes of the containers; none for a [variant][#addVariant]
  /// @param isWritten whether the containers are written as trees
  public void addTree(
      int id, List<Class<?>> types, Supplier<ObjectCodec> codec, boolean isWritten) {
    TypeEntry table = Objects.requireNonNull(filling.get(id), "the containers as tables");
    filling.number(treeOf(table, codec, isWritten));
    for (Class<?> type : types) {
      TypeEntry other = Objects.requireNonNull(filling.get(type), "a class of the containers");
      if (!other.equals(table)) {
        treeOf(other, codec, isWritten);
      }
    }
  }

  private static TypeEntry treeOf(TypeEntry table, Supplier<ObjectCodec> codec, boolean isWritten) {
    TypeEntry tree = standardEntry(table.id() + TypeNumbers.TREES, table.type(), codec);
    if (isWritten) {
      table.writtenAs(tree);
    }
    return tree;
  }

  /// Adds enum sets or maps whose declaration names the enum.
  public void addDeclaredEnums(int id, Class<?> type, Supplier<ObjectCodec> codec) {
    TypeEntry entry = new TypeEntry(type, id, 0, false, codec);
    filling.number(entry);
    if (type == EnumSet.class) {
      enumSets = entry;
    } else {
      enumMaps = entry;
    }
  }

  /// Adds arrays of objects of any class.
  public void addArrays(int id, Supplier<ObjectCodec> codec) {
    arrays = new TypeEntry(Object[].class, id, 0, true, codec);
    add(arrays);
  }

  /// Adds a JDK type with a single class.
  public void addJdk(int id, Class<?> type, ObjectCodec codec) {
    TypeEntry entry = new TypeEntry(type, id, 0, false, new Ready<>(codec));
    filling.number(entry);
    putUnlessRegistered(type, entry);
  }

  /// If the user has registered the class with a codec, it keeps that codec.
  private void putUnlessRegistered(Class<?> type, TypeEntry entry) {
    if (filling.get(type) == null) {
      filling.put(type, entry);
    }
  }

  /// Adds a JDK type with several classes: the given ones or, if none are given, all JDK classes
  /// that extend it.
  public void addJdkFamily(int id, Class<?> type, ObjectCodec codec, Class<?>... classes) {
    TypeEntry entry = new TypeEntry(type, id, 0, true, new Ready<>(codec));
    filling.number(entry);
    if (classes.length == 0) {
      fillingFamilies.addJdk(entry);
    }
    for (Class<?> concrete : classes) {
      putUnlessRegistered(concrete, entry);
    }
  }

  /// Writes values of non-public JDK subclasses of a type as another class; these are mainly views.
  public void addJdkCopies(Class<?> type, Class<?> copy) {
    fillingFamilies.addJdkCopies(type, Objects.requireNonNull(filling.get(copy), "a known class"));
  }

  /// Writes collections and maps of a library's type as plain JDK ones.
  public void addPlainContainers(Class<?> type) {
    fillingFamilies.addPlainContainers(type);
  }

  /// Adds a registered class.
  public void add(Class<?> type, int id, int fingerprint, Supplier<ObjectCodec> codec) {
    add(new TypeEntry(type, id, fingerprint, false, codec));
  }

  /// Adds a registered class that is written field by field and has no other state.
  ///
  /// @param plan the plan of its fields
  /// @param bulk determines whether its objects may hold [BulkContents], or objects with hooks
  public void addPlanned(
      ObjectLayout plan,
      int id,
      int fingerprint,
      Supplier<ObjectCodec> codec,
      Supplier<BulkContents> bulk) {
    Class<?> type = plan.type();
    TypeEntry entry = new TypeEntry(type, id, fingerprint, false, codec);
    add(
        entry
            .sized(
                isOfNumbers(plan)
                    ? GrowingSizes.ofNumbers()
                    : new GrowingSizes(new Question(type, bulk, false)))
            .hooked(new Question(type, bulk, true)));
  }

  /// A question about a class that is answered when it matters first. One class for both questions,
  /// since the first object waits for each class.
  private final class Question implements BooleanSupplier {

    private final Class<?> type;
    private final Supplier<BulkContents> contents;

    /// Whether the question is about hooks, not about bulk contents.
    private final boolean isAboutHooks;

    Question(Class<?> type, Supplier<BulkContents> contents, boolean isAboutHooks) {
      this.type = type;
      this.contents = contents;
      this.isAboutHooks = isAboutHooks;
    }

    @Override
    public boolean getAsBoolean() {
      return isAboutHooks
          ? hasFamilies || contents.get().mayRunHooks(type)
          : contents.get().isIn(type);
    }
  }

  private static boolean isOfNumbers(ObjectLayout plan) {
    return plan.slots().isEmpty() && plan.compact().isEmpty();
  }

  /// Adds a registered class with hooks, whose objects may be read as objects of another class.
  public void addPlural(Class<?> type, int id, int fingerprint, Supplier<ObjectCodec> codec) {
    hasHooks = true;
    add(new TypeEntry(type, id, fingerprint, true, codec));
  }

  /// Adds another writer's class that the reader does not know.
  ///
  /// @param type the class of the values that replace its objects
  public void addUnknown(Class<?> type, int id, int fingerprint, Supplier<ObjectCodec> codec) {
    filling.number(new TypeEntry(type, id, fingerprint, true, codec).unknown());
  }

  /// Adds a registered type with all of its subtypes.
  public void addFamily(Class<?> type, int id, int fingerprint, ObjectCodec codec) {
    hasHooks = true;
    hasFamilies = true;
    TypeEntry entry = new TypeEntry(type, id, fingerprint, true, new Ready<>(codec));
    add(entry);
    fillingFamilies.addUser(entry);
  }

  private void add(TypeEntry entry) {
    filling.number(entry);
    filling.put(entry.type(), entry);
  }
}
