// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.codec;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Checks segments and ranges before native calls, since native code checks nothing.
///
/// The foreign function API itself checks that segments are alive and accessible to this thread.
public final class SegmentChecks {

  private SegmentChecks() {}

  /// Checks two whole segments.
  public static void sourceAndDestination(MemorySegment source, MemorySegment destination) {
    ranges(source, 0, source.byteSize(), destination, 0, destination.byteSize());
  }

  /// Checks the ranges that a codec reads and writes. They may be in the same segment, but must not
  /// overlap.
  public static void ranges(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    Objects.checkFromIndexSize(offset, length, source.byteSize());
    Objects.checkFromIndexSize(destinationOffset, capacity, destination.byteSize());
    destination(destination);
    if (length > 0 && capacity > 0 && source.asOverlappingSlice(destination).isPresent()) {
      long from = source.address() + offset;
      long to = destination.address() + destinationOffset;
      if (from < to + capacity && to < from + length) {
        throw new IllegalArgumentException(
            "source and destination overlap: source=%s offset=%d length=%d destination=%s offset=%d capacity=%d"
                .formatted(source, offset, length, destination, destinationOffset, capacity));
      }
    }
  }

  /// Checks that a destination is writable.
  public static void destination(MemorySegment destination) {
    if (destination.isReadOnly()) {
      throw new IllegalArgumentException("destination is read-only: destination=" + destination);
    }
  }

  /// Checks the maximum length that a caller accepts.
  public static long limit(String name, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(name + "=" + bytes + " is negative");
    }
    return bytes;
  }

  /// Checks a bound whose computation may have overflowed.
  public static long bound(long sourceLength, long bound) {
    if (sourceLength < 0 || bound < sourceLength) {
      throw new IllegalArgumentException(
          "sourceLength=" + sourceLength + " is negative, or its bound exceeds 63 bits");
    }
    return bound;
  }

  /// Returns a range of an array as a segment.
  ///
  /// @throws IndexOutOfBoundsException if the range is not within the array
  public static MemorySegment slice(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return MemorySegment.ofArray(array).asSlice(offset, length);
  }

  /// Checks that a source is alive and accessible to this thread.
  public static void alive(MemorySegment source) {
    if (!source.scope().isAlive()) {
      throw new IllegalStateException("the source's arena is closed: source=" + source);
    }
    if (!source.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the source is confined to another thread: source=" + source);
    }
  }
}
