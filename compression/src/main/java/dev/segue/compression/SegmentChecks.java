// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.lang.foreign.MemorySegment;

/// What is checked before a segment reaches native code, which checks nothing.
///
/// That a segment is alive, and accessible to this thread, the call itself sees to: it holds every
/// segment it is given.
final class SegmentChecks {

  private SegmentChecks() {}

  /// Two segments that a codec reads one of and writes the other.
  static void sourceAndDestination(MemorySegment source, MemorySegment destination) {
    destination(destination);
    if (source.byteSize() > 0
        && destination.byteSize() > 0
        && source.asOverlappingSlice(destination).isPresent()) {
      throw new IllegalArgumentException(
          "source and destination overlap: source=%s destination=%s"
              .formatted(source, destination));
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
    return -1;
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
