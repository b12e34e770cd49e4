// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.memory.Segments;
import dev.segue.serializer.model.PrimitiveKind;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The classes that a serializer knows, by class and by number, and the values whose class only the
/// object itself tells. Filled while the serializer is built, then immutable.
public final class TypeRegistry {

  /// The first number of a registered class; those below are the JDK's.
  public static final int FIRST_USER_ID = 256;

  /// Behind the last number there is.
  public static final int ID_LIMIT = 1 << 16;

  private @Nullable TypeEntry[] byId = new TypeEntry[2 * FIRST_USER_ID];
  private Class<?>[] classes = new Class<?>[64];
  private TypeEntry[] entries = new TypeEntry[64];
  private int size;
  private final Families families = new Families();

  public TypeRegistry() {
    int id = 1;
    addBuiltIn(id++, String.class, new BuiltIns.Text());
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      addBuiltIn(id++, kind.box(), new BuiltIns.Box(kind));
    }
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      addBuiltIn(id++, kind.primitive().arrayType(), new BuiltIns.PrimitiveArray(kind));
    }
    for (CollectionKind kind : CollectionKind.values()) {
      ObjectCodec codec = new CollectionCodec(kind, this);
      kind.types().forEach(type -> addBuiltIn(kind.id(), type, codec));
    }
    for (MapKind kind : MapKind.values()) {
      ObjectCodec codec = new MapCodec(kind, this);
      kind.types().forEach(type -> addBuiltIn(kind.id(), type, codec));
    }
  }

  private void addBuiltIn(int id, Class<?> type, ObjectCodec codec) {
    add(new TypeEntry(type, id, 0, false, () -> codec));
  }

  /// Adds a type of the JDK, whose values are of that very class.
  public void addJdk(int id, Class<?> type, ObjectCodec codec) {
    addBuiltIn(id, type, codec);
  }

  /// Adds a type of the JDK that stands for several classes: these, or, if none is given, each one
  /// of the JDK that extends it.
  public void addJdkFamily(int id, Class<?> type, ObjectCodec codec, Class<?>... classes) {
    TypeEntry entry = new TypeEntry(type, id, 0, true, () -> codec);
    number(entry);
    if (classes.length == 0) {
      families.addJdk(entry);
    }
    for (Class<?> concrete : classes) {
      put(concrete, entry);
    }
  }

  /// Adds a registered class.
  public void add(Class<?> type, int id, int fingerprint, Supplier<ObjectCodec> codec) {
    add(new TypeEntry(type, id, fingerprint, false, codec));
  }

  /// Adds a registered enum.
  public void addEnum(Class<?> type, int id, int fingerprint) {
    add(new TypeEntry(type, id, fingerprint, false, () -> new BuiltIns.Constant(type)));
  }

  /// Adds a type with all that extend it.
  public void addFamily(Class<?> type, int id, int fingerprint, ObjectCodec codec) {
    TypeEntry entry = new TypeEntry(type, id, fingerprint, true, () -> codec);
    add(entry);
    families.addUser(entry);
  }

  private void add(TypeEntry entry) {
    number(entry);
    put(entry.type(), entry);
  }

  private void number(TypeEntry entry) {
    if (entry.id() >= byId.length) {
      byId = Arrays.copyOf(byId, Math.max(entry.id() + 1, 2 * byId.length));
    }
    byId[entry.id()] = entry;
  }

  private void put(Class<?> type, TypeEntry entry) {
    if (2 * ++size > classes.length) {
      Class<?>[] oldClasses = classes;
      TypeEntry[] oldEntries = entries;
      classes = new Class<?>[2 * oldClasses.length];
      entries = new TypeEntry[2 * oldClasses.length];
      for (int i = 0; i < oldClasses.length; i++) {
        if (oldClasses[i] != null) {
          insert(oldClasses[i], oldEntries[i]);
        }
      }
    }
    insert(type, entry);
  }

  private void insert(Class<?> type, TypeEntry entry) {
    int i = index(type);
    classes[i] = type;
    entries[i] = entry;
  }

  /// Where a class stands in the table, or the empty place where it would.
  private int index(Class<?> type) {
    Class<?>[] table = classes;
    int mask = table.length - 1;
    int i = System.identityHashCode(type) & mask;
    while (table[i] != type && table[i] != null) {
      i = (i + 1) & mask;
    }
    return i;
  }

  /// The entry of an object's class.
  public TypeEntry entryOf(Object value) {
    Class<?> type = value.getClass();
    TypeEntry entry = entries[index(type)];
    return entry != null ? entry : entryOfOther(value, type);
  }

  /// A constant with a body has a class of its own; its enum is what is registered.
  private TypeEntry entryOfOther(Object value, Class<?> type) {
    TypeEntry entry = null;
    if (value instanceof Enum<?> constant) {
      entry = entries[index(constant.getDeclaringClass())];
    }
    if (entry == null) {
      entry = families.find(type);
    }
    if (entry == null) {
      throw Refusals.of(type);
    }
    return entry;
  }

  /// The entry of a registered class, or null.
  public @Nullable TypeEntry entry(Class<?> type) {
    return entries[index(type)];
  }

  /// The entry with a number read, which may be anything.
  public TypeEntry entry(int id, long position) {
    TypeEntry entry = id > 0 && id < byId.length ? byId[id] : null;
    if (entry == null) {
      throw Failures.malformed(
          "no class is registered with the number "
              + (id - FIRST_USER_ID)
              + "; was the payload written with other registrations?",
          position);
    }
    return entry;
  }

  /// The entry of a type reference read; its class is an `expected` one.
  ///
  /// Where the entry is plural, the value read must be checked.
  TypeEntry referenced(int reference, Class<?> expected, long position) {
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

  /// Writes a value, null or of any class, with its class before it, and its slot.
  public int write(
      @Nullable Object value, byte[] array, int current, int limit, int depth, int base, int slot) {
    if (value == null) {
      Slots.put(array, slot, base, current, Slots.NULL);
      return current;
    }
    TypeEntry entry = entryOf(value);
    int body = Slots.reserve(current, Integer.BYTES, limit);
    ByteArrays.putInt(array, current, entry.reference());
    int end = entry.codec().write(value, array, body, limit, depth);
    Slots.put(array, slot, base, end, Slots.TYPED);
    return end;
  }

  /// Writes a value, null or of any class, with its class before it, and its slot.
  public long write(
      @Nullable Object value,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      long base,
      long slot) {
    if (value == null) {
      Slots.put(segment, slot, base, current, Slots.NULL);
      return current;
    }
    TypeEntry entry = entryOf(value);
    long body = Slots.reserve(current, Integer.BYTES, limit);
    Segments.putInt(segment, current, entry.reference());
    long end = entry.codec().write(value, segment, body, limit, depth);
    Slots.put(segment, slot, base, end, Slots.TYPED);
    return end;
  }

  /// Reads what [#write] wrote. The class is checked before anything is made of it.
  public @Nullable Object read(
      byte[] array, int current, int end, int depth, int slot, Class<?> expected) {
    if (Slots.tag(slot) != Slots.TYPED) {
      Slots.nothing(slot, current, end);
      return null;
    }
    int body = Slots.block(current, Integer.BYTES, end);
    TypeEntry entry = referenced(ByteArrays.getInt(array, current), expected, current);
    Object value = entry.codec().read(array, body, end, depth);
    entry.check(value, expected, current);
    return value;
  }

  /// Reads what [#write] wrote. The class is checked before anything is made of it.
  public @Nullable Object read(
      MemorySegment segment, long current, long end, int depth, int slot, Class<?> expected) {
    if (Slots.tag(slot) != Slots.TYPED) {
      Slots.nothing(slot, current, end);
      return null;
    }
    long body = Slots.block(current, Integer.BYTES, end);
    TypeEntry entry = referenced(Segments.getInt(segment, current), expected, current);
    Object value = entry.codec().read(segment, body, end, depth);
    entry.check(value, expected, current);
    return value;
  }
}
