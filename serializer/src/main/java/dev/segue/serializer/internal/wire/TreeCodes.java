// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

/// The codes for the first byte of each value in a tree, see the section Trees in `docs/format.md`.
/// The byte holds the type and, where possible, the value or its length.
public final class TreeCodes {

  public static final int NULL = 0x00;
  public static final int FALSE = 0x01;
  public static final int TRUE = 0x02;

  /// A length of four bytes, then that many bytes: a type reference and a value of the type.
  public static final int OTHER = 0x03;

  /// A type number of one byte, a count, then the values.
  public static final int CONTAINER = 0x04;

  public static final int DOUBLE = 0x05;

  /// The codes of strings with a length are consecutive, in the order of their tags in [Slots].
  public static final int LATIN1 = 0x06;

  public static final int UTF16 = LATIN1 + Slots.UTF16 - Slots.LATIN1;
  public static final int UTF8 = LATIN1 + Slots.UTF8 - Slots.LATIN1;

  /// The number of a key, minus [#KEYS], in one byte.
  public static final int LATER_KEY = 0x09;

  /// An `Integer` of one to four bytes; the first of four codes.
  public static final int INTEGER = 0x10;

  /// A `Long` of one to eight bytes; the first of eight codes.
  public static final int LONG = 0x14;

  /// The first small `Integer`, zero.
  public static final int SMALL = 0x20;

  /// The number of small integers: from 0 on.
  public static final int SMALLS = 0x20;

  /// A Latin-1 string of less than [#TEXTS] characters; the first code.
  public static final int TEXT = 0x40;

  public static final int TEXTS = 0x40;

  /// A repeated key, among the first [#KEYS] ones; the first code.
  public static final int KEY = 0x80;

  public static final int KEYS = 0x40;

  /// The first codes of containers with less than [#ROWS] rows.
  public static final int ARRAY_LIST = 0xC0;

  public static final int LINKED_HASH_MAP = 0xD0;
  public static final int HASH_MAP = 0xE0;

  public static final int ROWS = 0x10;

  /// The maximum number of keys that have numbers.
  public static final int MOST_KEYS = KEYS + 0x100;

  /// The maximum length of a key that has a number, in UTF-16 units.
  public static final int MOST_UNITS = 63;

  /// The bytes before a value of another type: its code, its length and its type reference.
  public static final int OTHER_BYTES = 1 + 2 * Integer.BYTES;

  private TreeCodes() {}

  /// The first code of small containers with a type number; zero if they have none.
  public static int smallContainer(int number) {
    return switch (number) {
      case TypeNumbers.ARRAY_LIST -> ARRAY_LIST;
      case TypeNumbers.LINKED_HASH_MAP -> LINKED_HASH_MAP;
      case TypeNumbers.HASH_MAP -> HASH_MAP;
      default -> 0;
    };
  }
}
