// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.exec.Handover;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// What was collected when a payload was written out of band, for whoever reads it: the segments in
/// the order in which the collector got them, and what arrays are made of them.
///
/// Fields of the types [MemorySegment] and [java.nio.ByteBuffer] become views of the segments,
/// which live as long as these do: nothing is copied. Immutable, if the list is.
///
/// @see Serializer#write(Object, MemorySegment, long, java.util.function.Consumer)
public final class OutOfBand {

  private final List<? extends MemorySegment> segments;
  private final boolean sharesArrays;

  private OutOfBand(List<? extends MemorySegment> segments, boolean sharesArrays) {
    this.segments = List.copyOf(segments);
    this.sharesArrays = sharesArrays;
  }

  /// Arrays are new ones, with a copy of a segment's content.
  ///
  /// @param segments what was collected
  /// @return what to read with, any number of times
  public static OutOfBand copyingArrays(List<? extends MemorySegment> segments) {
    return new OutOfBand(segments, false);
  }

  /// An array is the very one that a segment stands for, if that is all of an array of the right
  /// type, such as that of [MemorySegment#ofArray(int[])]: what was written and what is read then
  /// share it. Of all other segments the content is copied.
  ///
  /// @param segments what was collected
  /// @return what to read with, any number of times
  public static OutOfBand sharingArrays(List<? extends MemorySegment> segments) {
    return new OutOfBand(segments, true);
  }

  /// The state of one call.
  Handover handover() {
    return Handover.of(segments, sharesArrays);
  }
}
