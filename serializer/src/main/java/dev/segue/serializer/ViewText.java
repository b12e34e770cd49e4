// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;

/// A string in a payload, read in place. Comparing it allocates nothing; [#toString] creates a
/// `String`. [ViewCursor] describes lifetime and threads.
///
/// A string that was written as UTF-8 (see [StringEncoding]) is decoded on the first access to its
/// characters or length, which allocates.
public sealed interface ViewText extends CharSequence permits PayloadText {
  /// Compares the characters with another sequence.
  ///
  /// @param other the sequence to compare with
  /// @return whether both have the same length and the same characters
  boolean contentEquals(CharSequence other);

  /// The encoded bytes of the string in the payload, in the encoding that [#charset] returns.
  ///
  /// @return a read-only slice of the source, which does not move with the view
  MemorySegment bytes();

  /// The encoding of [#bytes].
  ///
  /// @return ISO 8859-1, UTF-16LE or UTF-8: the writer chooses one for each string
  Charset charset();

  /// Creates a string.
  ///
  /// @return a string with the same characters
  @Override
  String toString();
}
