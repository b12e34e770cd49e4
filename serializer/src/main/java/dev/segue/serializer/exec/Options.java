// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

/// What a serializer was told about its payloads.
///
/// @param references whether an object met twice is written once
/// @param maxAllocationBytes how much reading one payload may allocate, as estimated; or
///   [#UNBOUNDED]
/// @param compactNumbers whether `int` and `long` fields are of variable length
/// @param utf8 whether strings beyond Latin-1 are written as UTF-8
public record Options(
    boolean references, long maxAllocationBytes, boolean compactNumbers, boolean utf8) {

  /// The same, for payloads of a writer that has another opinion of compact numbers.
  public Options withCompactNumbers(boolean theirs) {
    return new Options(references, maxAllocationBytes, theirs, utf8);
  }

  public static final long UNBOUNDED = Long.MAX_VALUE;

  public static final Options DEFAULTS = new Options(false, UNBOUNDED, false, false);

  public boolean isBounded() {
    return maxAllocationBytes != UNBOUNDED;
  }

  /// Whether calls need a [Session] at all.
  boolean needSession() {
    return references || utf8 || isBounded();
  }
}
