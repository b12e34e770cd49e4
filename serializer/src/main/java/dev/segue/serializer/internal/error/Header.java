// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.error;

/// The layout of a payload around its root object:
///
///     0        1         2       4       8             12     16                 16 + n
///     +--------+---------+-------+-------+-------------+------+--------- ~ ------+---+
///     | magic  | version | flags | type  | fingerprint | root | root object      | 0 |
///     +--------+---------+-------+-------+-------------+------+--------- ~ ------+---+
///
/// `root` is the root object's slot, which contains the length. The trailer is a zero byte, which
/// writers of long strings rely on, see `Strings`.
public final class Header {

  /// The number of bytes before the root object.
  public static final int BYTES = 16;

  /// The number of bytes after the root object.
  public static final int TRAILER_BYTES = 1;

  /// The offset of the root object's type number.
  public static final int TYPE = 4;

  /// The offset of the fingerprint of the root object's class.
  public static final int FINGERPRINT = 8;

  /// The offset of the root object's slot.
  public static final int ROOT = 12;

  private Header() {}
}
