// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

/// The options of a serializer for writing and reading payloads.
///
/// @param limits the limits for the cost of one payload
/// @param references whether a repeated object is written as a reference
/// @param compactNumbers whether `int` and `long` fields have variable length
/// @param utf8 whether strings beyond Latin-1 are written as UTF-8
/// @param slicesSegments whether memory segments are read as slices of the payload
/// @param slicesBuffers whether byte buffers are read as slices of the payload
/// @param outOfBandBytes the minimum size in bytes of contents that an out-of-band call passes
///   beside the payload; or [#IN_BAND]
/// @param equalKeys the treatment of keys that were different when written but are equal when read
/// @param interprets whether all values are interpreted, even those with faster handwritten code
public record Options(
    Limits limits,
    boolean references,
    boolean compactNumbers,
    boolean utf8,
    boolean slicesSegments,
    boolean slicesBuffers,
    int outOfBandBytes,
    EqualKeys.Rule equalKeys,
    boolean interprets) {

  /// No call can pass contents out of band.
  public static final int IN_BAND = 0;

  public static final Options DEFAULTS = builder().build();

  /// Creates a builder of options, which are the [defaults][#DEFAULTS] unless they are set.
  public static Builder builder() {
    return new Builder();
  }

  /// Creates a builder of options that are the same as these unless they are set.
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.limits = limits;
    builder.references = references;
    builder.compactNumbers = compactNumbers;
    builder.utf8 = utf8;
    builder.slicesSegments = slicesSegments;
    builder.slicesBuffers = slicesBuffers;
    builder.outOfBandBytes = outOfBandBytes;
    builder.equalKeys = equalKeys;
    builder.interprets = interprets;
    return builder;
  }

  /// These options, for payloads of a writer with other classes.
  ///
  /// @param compact the writer's setting of compact numbers
  public Options ofWriter(boolean compact) {
    return toBuilder()
        .compactNumbers(compact)
        .equalKeys(mergesKeys() ? equalKeys : EqualKeys.Rule.OTHERS)
        .build();
  }

  /// Whether keys that are equal when read are merged.
  public boolean mergesKeys() {
    return equalKeys == EqualKeys.Rule.MERGED;
  }

  /// The maximum number of colliding keys in one hashed container, or [Limits#ANY_NUMBER].
  public int maxCollidingKeys() {
    return limits.maxCollidingKeys();
  }

  /// The same limit, for containers of other classes than the written ones, whose work is not
  /// counted.
  public int mostCollidingConverted() {
    return mostConverted(Limits.MOST_CONVERTED);
  }

  /// The maximum number of elements of a converted set that compares each element with all others.
  public int mostCompared() {
    return mostConverted(Limits.MOST_COMPARED);
  }

  private int mostConverted(int most) {
    return boundsKeys() || !limitsKeyWork() ? limits.maxCollidingKeys() : most;
  }

  /// Whether the number of colliding keys in one container is limited.
  public boolean boundsKeys() {
    return limits.maxCollidingKeys() != Limits.ANY_NUMBER;
  }

  /// Whether the work on the keys of a payload is limited.
  public boolean limitsKeyWork() {
    return limits.keyWork() != Limits.UNBOUNDED;
  }

  /// Whether values may be slices of the payload.
  public boolean slices() {
    return slicesSegments || slicesBuffers;
  }

  /// Whether all allocations for one payload are counted.
  public boolean isBounded() {
    return limits.isBounded();
  }

  /// Whether a call can pass contents out of band.
  public boolean maybeOutOfBand() {
    return outOfBandBytes != IN_BAND;
  }

  /// Whether all calls need a [Session].
  public boolean needSession() {
    return references || utf8 || slices() || isBounded();
  }

  /// Builds options. Each method sets the component of the same name.
  public static final class Builder {

    private Limits limits = Limits.DEFAULTS;
    private boolean references;
    private boolean compactNumbers;
    private boolean utf8;
    private boolean slicesSegments;
    private boolean slicesBuffers;
    private int outOfBandBytes = IN_BAND;
    private EqualKeys.Rule equalKeys = EqualKeys.Rule.OWN;
    private boolean interprets;

    private Builder() {}

    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    public Builder references(boolean value) {
      references = value;
      return this;
    }

    public Builder compactNumbers(boolean value) {
      compactNumbers = value;
      return this;
    }

    public Builder utf8(boolean value) {
      utf8 = value;
      return this;
    }

    public Builder slicesSegments(boolean value) {
      slicesSegments = value;
      return this;
    }

    public Builder slicesBuffers(boolean value) {
      slicesBuffers = value;
      return this;
    }

    public Builder outOfBandBytes(int value) {
      outOfBandBytes = value;
      return this;
    }

    public Builder equalKeys(EqualKeys.Rule value) {
      equalKeys = value;
      return this;
    }

    public Builder interprets(boolean value) {
      interprets = value;
      return this;
    }

    public Options build() {
      return new Options(
          limits,
          references,
          compactNumbers,
          utf8,
          slicesSegments,
          slicesBuffers,
          outOfBandBytes,
          equalKeys,
          interprets);
    }
  }
}
