// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

/// The options of a serializer for writing and reading payloads.
///
/// @param references whether a repeated object is written as a reference
/// @param maxAllocationBytes the maximum estimated allocation for one payload, or [#UNBOUNDED]
/// @param compactNumbers whether `int` and `long` fields have variable length
/// @param utf8 whether strings beyond Latin-1 are written as UTF-8
/// @param slicesSegments whether memory segments are read as slices of the payload
/// @param slicesBuffers whether byte buffers are read as slices of the payload
/// @param maxCollidingKeys how many keys of one hashed container may collide; or [#ANY_NUMBER]
/// @param outOfBandBytes from how many bytes on contents are handed over where a call asks for it;
///   or [#IN_BAND]
/// @param equalKeys how keys are treated that were different and are equal when they are read
/// @param interprets whether all values are interpreted, also where no code would be generated
public record Options(
    boolean references,
    long maxAllocationBytes,
    boolean compactNumbers,
    boolean utf8,
    boolean slicesSegments,
    boolean slicesBuffers,
    int outOfBandBytes,
    int maxCollidingKeys,
    EqualKeys.Rule equalKeys,
    boolean interprets) {

  public static final long UNBOUNDED = Long.MAX_VALUE;

  /// No call can pass contents out of band.
  public static final int IN_BAND = 0;

  /// Any number of keys may collide.
  public static final int ANY_NUMBER = Integer.MAX_VALUE;

  public static final Options DEFAULTS = new Options(false, UNBOUNDED, false, false);

  public Options(
      boolean references, long maxAllocationBytes, boolean compactNumbers, boolean utf8) {
    this(
        references,
        maxAllocationBytes,
        compactNumbers,
        utf8,
        false,
        false,
        IN_BAND,
        ANY_NUMBER,
        EqualKeys.Rule.OWN,
        false);
  }

  /// The same options for payloads of a writer with other classes.
  ///
  /// @param compact the writer's setting of compact numbers
  public Options ofWriter(boolean compact) {
    return new Options(
        references,
        maxAllocationBytes,
        compact,
        utf8,
        slicesSegments,
        slicesBuffers,
        outOfBandBytes,
        maxCollidingKeys,
        mergesKeys() ? equalKeys : EqualKeys.Rule.OTHERS,
        interprets);
  }

  /// The same options with other rules about memory.
  public Options withMemory(boolean slicesSegments, boolean slicesBuffers, int outOfBandBytes) {
    return new Options(
        references,
        maxAllocationBytes,
        compactNumbers,
        utf8,
        slicesSegments,
        slicesBuffers,
        outOfBandBytes,
        maxCollidingKeys,
        equalKeys,
        interprets);
  }

  /// The same options with a limit for colliding keys.
  public Options withMaxCollidingKeys(int most) {
    return new Options(
        references,
        maxAllocationBytes,
        compactNumbers,
        utf8,
        slicesSegments,
        slicesBuffers,
        outOfBandBytes,
        most,
        equalKeys,
        interprets);
  }

  /// The same options, with or without errors for keys that are equal when they are read.
  public Options withMergedKeys(boolean merges) {
    return new Options(
        references,
        maxAllocationBytes,
        compactNumbers,
        utf8,
        slicesSegments,
        slicesBuffers,
        outOfBandBytes,
        maxCollidingKeys,
        merges ? EqualKeys.Rule.MERGED : EqualKeys.Rule.OWN,
        interprets);
  }

  /// The same, with or without the faster code for values that no code is generated for.
  public Options withInterpretation(boolean always) {
    return new Options(
        references,
        maxAllocationBytes,
        compactNumbers,
        utf8,
        slicesSegments,
        slicesBuffers,
        outOfBandBytes,
        maxCollidingKeys,
        equalKeys,
        always);
  }

  /// Whether keys that are equal when they are read become one.
  public boolean mergesKeys() {
    return equalKeys == EqualKeys.Rule.MERGED;
  }

  /// Whether the number of colliding keys is limited.
  public boolean boundsKeys() {
    return maxCollidingKeys != ANY_NUMBER;
  }

  /// Whether values may be slices of the payload.
  public boolean slices() {
    return slicesSegments || slicesBuffers;
  }

  /// Whether the allocation for one payload is limited.
  public boolean isBounded() {
    return maxAllocationBytes != UNBOUNDED;
  }

  /// Whether a call can pass contents out of band.
  public boolean maybeOutOfBand() {
    return outOfBandBytes != IN_BAND;
  }

  /// Whether all calls need a [Session].
  public boolean needSession() {
    return references || utf8 || slices() || isBounded();
  }
}
