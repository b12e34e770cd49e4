// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Handover;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The segments that belong to a payload written out of band, in the order in which the writer
/// passed them to its collector, with the way in which arrays are read from them.
///
/// Values of the types [MemorySegment] and [java.nio.ByteBuffer] are read as views of the segments:
/// nothing is copied, and they are valid as long as the segments are. Instances are immutable and
/// thread-safe; the segments keep their own thread rules.
///
/// @see SerializerBuilder#outOfBandThreshold
/// @see Serializer#write(Object, MemorySegment, long, java.util.function.Consumer)
public final class OutOfBandSegments {

  private final List<? extends MemorySegment> segments;
  private final boolean sharesArrays;

  private OutOfBandSegments(List<? extends MemorySegment> segments, boolean sharesArrays) {
    this.segments = List.copyOf(segments);
    this.sharesArrays = sharesArrays;
  }

  /// Reads arrays as new arrays, with a copy of the content of their segment.
  ///
  /// @param segments the segments that were collected; the list is copied
  /// @return segments to read with, any number of times
  /// @throws NullPointerException if the list or one of the segments is null
  public static OutOfBandSegments copyingArrays(List<? extends MemorySegment> segments) {
    return new OutOfBandSegments(segments, false);
  }

  /// Reads an array as the very array that its segment covers, if the segment covers all of an
  /// array of the right type, such as [MemorySegment#ofArray(int[])]. The object written and the
  /// object read then share that array. The content of other segments is copied.
  ///
  /// @param segments the segments that were collected; the list is copied
  /// @return segments to read with, any number of times
  /// @throws NullPointerException if the list or one of the segments is null
  public static OutOfBandSegments sharingArrays(List<? extends MemorySegment> segments) {
    return new OutOfBandSegments(segments, true);
  }

  /// The state of one call that reads.
  Handover handover() {
    return Handover.of(segments, sharesArrays);
  }
}
