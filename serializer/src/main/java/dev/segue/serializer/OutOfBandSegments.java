// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.IncomingContents;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The contents that belong to a payload written out of band, in the order in which the writer
/// passed them to its collector. They also determine whether reading copies or shares arrays.
///
/// Values of the types [MemorySegment] and [java.nio.ByteBuffer] are read as views of the contents:
/// nothing is copied, and they are valid as long as the memory is. Instances are immutable and
/// thread-safe; segments keep their thread confinement.
///
/// @see SerializerBuilder#outOfBandThreshold
/// @see Serializer#writeOutOfBand
/// @see Serializer#write(Object, MemorySegment, long, java.util.function.Consumer)
public final class OutOfBandSegments {

  private final List<Object> contents;
  private final boolean sharesArrays;

  private OutOfBandSegments(List<Object> contents, boolean sharesArrays) {
    this.contents = contents;
    this.sharesArrays = sharesArrays;
  }

  /// Reads arrays as new arrays, with a copy of the content of their segment.
  ///
  /// @param segments the segments that were collected; the list is copied
  /// @return segments to read with, any number of times
  /// @throws NullPointerException if the list or one of the segments is null
  public static OutOfBandSegments copyingArrays(List<? extends MemorySegment> segments) {
    return new OutOfBandSegments(List.copyOf(segments), false);
  }

  /// Reads an array without a copy, as the array that its segment covers, if the segment covers a
  /// whole array of the right type, such as [MemorySegment#ofArray(int[])]. The object written and
  /// the object read then share that array. The content of other segments is copied.
  ///
  /// @param segments the segments that were collected; the list is copied
  /// @return segments to read with, any number of times
  /// @throws NullPointerException if the list or one of the segments is null
  public static OutOfBandSegments sharingArrays(List<? extends MemorySegment> segments) {
    return new OutOfBandSegments(List.copyOf(segments), true);
  }

  /// Reads arrays as new arrays, with a copy of their content.
  ///
  /// @param contents the contents that were collected; the list is copied
  /// @return contents to read with, any number of times
  /// @throws NullPointerException if the list or one of the contents is null
  public static OutOfBandSegments copyingArraysOf(List<OutOfBandContent> contents) {
    return new OutOfBandSegments(memoryOf(contents), false);
  }

  /// Reads an array without a copy, as the [array][OutOfBandContent#array] of its content, if the
  /// array is of the right type. The object written and the object read then share that array.
  /// Other contents are copied.
  ///
  /// @param contents the contents that were collected; the list is copied
  /// @return contents to read with, any number of times
  /// @throws NullPointerException if the list or one of the contents is null
  public static OutOfBandSegments sharingArraysOf(List<OutOfBandContent> contents) {
    return new OutOfBandSegments(memoryOf(contents), true);
  }

  private static List<Object> memoryOf(List<OutOfBandContent> contents) {
    return contents.stream().map(OutOfBandContent::memory).toList();
  }

  /// The state of one read call.
  IncomingContents incoming() {
    return new IncomingContents(contents, sharesArrays);
  }
}
