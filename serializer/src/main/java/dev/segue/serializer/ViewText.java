// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.foreign.MemorySegment;

/// A string where it stands in a payload. Nothing is allocated to compare it; [#toString] makes a
/// string of it. See [View] on lifetime and threads.
///
/// Strings that were written as UTF-8 (see [StringEncoding]) are decoded, and so allocated, as soon
/// as their characters are asked for.
public interface ViewText extends CharSequence {
  /// Whether it has just these characters.
  ///
  /// @param other what to compare with
  /// @return whether all characters are the same
  boolean contentEquals(CharSequence other);

  /// Its bytes in the payload, in one of three encodings, as the payload has it: ISO 8859-1,
  /// UTF-16LE or UTF-8.
  ///
  /// @return a read-only slice of the source, which stays where it is when the view moves on
  MemorySegment bytes();

  /// Makes a string of it.
  ///
  /// @return the same characters
  @Override
  String toString();
}
