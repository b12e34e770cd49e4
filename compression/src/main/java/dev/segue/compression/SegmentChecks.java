// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// What is checked before a segment reaches native code, which checks nothing.
///
/// That a segment is alive, and accessible to this thread, the call itself sees to: it holds every
/// segment it is given.
final class SegmentChecks {

  private SegmentChecks() {}

  /// Two segments that a codec reads one of and writes the other.
  static void sourceAndDestination(MemorySegment source, MemorySegment destination) {
    ranges(source, 0, source.byteSize(), destination, 0, destination.byteSize());
  }

  /// Two ranges that a codec reads one of and writes the other. They may be of one segment.
  static void ranges(
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

  /// A segment that a codec writes.
  static void destination(MemorySegment destination) {
    if (destination.isReadOnly()) {
      throw new IllegalArgumentException("destination is read-only: destination=" + destination);
    }
  }

  /// A bound that was computed for a length, in arithmetic that may have overflowed.
  static long bound(long sourceLength, long bound) {
    if (sourceLength < 0 || bound < sourceLength) {
      throw new IllegalArgumentException(
          "sourceLength=" + sourceLength + " is negative, or has no bound that fits 63 bits");
    }
    return bound;
  }

  /// The content length of a source that does not state it, once it is known to be alive, and this
  /// thread's to read.
  static long unstated(MemorySegment source) {
    alive(source);
    return Codec.UNKNOWN_LENGTH;
  }

  /// A segment whose length is asked for and nothing else.
  static void alive(MemorySegment source) {
    if (!source.scope().isAlive()) {
      throw new IllegalStateException("the source's arena is closed: source=" + source);
    }
    if (!source.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the source is confined to another thread: source=" + source);
    }
  }
}
