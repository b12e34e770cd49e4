// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

/// The type numbers of the types that every serializer knows, and the ranges of all type numbers.
///
///     1 ... 58       types that every serializer knows
///     64 ... 255     other types of the JDK
///     256 ... 65,535 registered classes: 256 plus the id
///     4096 ... 65,535 classes that rules allow, where no class is registered
///
/// The numbers from 64 to 255 are in the package `jdk`, each next to the codec of its type. The
/// registry rejects a number that is used twice. `docs/format.md` lists all numbers.
public final class TypeNumbers {

  public static final int STRING = 1;

  /// The boxes of the primitive types are consecutive, in the order of `PrimitiveKind`.
  public static final int FIRST_BOX = 2;

  public static final int BOOLEAN = FIRST_BOX;
  public static final int INTEGER = 6;
  public static final int LONG = 7;
  public static final int DOUBLE = 9;

  /// The arrays of primitives are consecutive, in the order of `PrimitiveKind`.
  public static final int FIRST_PRIMITIVE_ARRAY = 10;

  public static final int ARRAY_LIST = 18;
  public static final int LINKED_LIST = 19;
  public static final int IMMUTABLE_LIST = 20;
  public static final int FIXED_SIZE_LIST = 21;
  public static final int HASH_SET = 22;
  public static final int LINKED_HASH_SET = 23;

  /// A `TreeSet` with a comparator.
  public static final int COMPARED_SET = 24;

  public static final int IMMUTABLE_SET = 25;
  public static final int ARRAY_DEQUE = 26;
  public static final int COPY_ON_WRITE_LIST = 27;
  public static final int CONCURRENT_QUEUE = 28;
  public static final int TREE_SET = 29;

  /// An `EnumSet` whose declaration names the enum.
  public static final int ENUM_SET = 30;

  public static final int HASH_MAP = 40;
  public static final int LINKED_HASH_MAP = 41;

  /// A `TreeMap` with a comparator.
  public static final int COMPARED_MAP = 42;

  public static final int CONCURRENT_HASH_MAP = 43;
  public static final int IMMUTABLE_MAP = 44;
  public static final int ACCESS_ORDERED_MAP = 45;
  public static final int TREE_MAP = 46;

  /// An `EnumMap` whose declaration names the enum.
  public static final int ENUM_MAP = 47;

  /// Any array without its own number.
  public static final int ARRAY = 48;

  public static final int CLASS = 49;
  public static final int OBJECT = 50;

  /// Interfaces and abstract classes that occur only as element types of arrays; their numbers are
  /// consecutive.
  public static final int FIRST_ABSTRACT = 51;

  /// An object that a reader did not know and passed on.
  public static final int UNKNOWN_VALUE = 195;

  /// The distance of a container's number as a tree from its number as a table.
  public static final int TREES = 180;

  /// The first number of a registered class, the one with id 0.
  public static final int FIRST_REGISTERED = 256;

  /// The end of all numbers, exclusive.
  public static final int LIMIT = 1 << 16;

  /// The first number of a class that a rule allows.
  public static final int FIRST_RULED = 1 << 12;

  private static final int RULED_BITS = 12;

  private TypeNumbers() {}

  /// The preferred number of a class that a rule allows, if it is free. It depends only on the
  /// name, so that most processes use the same numbers, and read each other's payloads as their
  /// own.
  public static int ruled(String name) {
    int mixed = name.hashCode() * 0x9e3779b9;
    return FIRST_RULED + (mixed >>> (Integer.SIZE - RULED_BITS));
  }

  /// Whether a number belongs to containers whose elements are laid out by their declared types.
  public static boolean isRows(int number) {
    return number >= ARRAY_LIST && number <= ENUM_MAP;
  }
}
