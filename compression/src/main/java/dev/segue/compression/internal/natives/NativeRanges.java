// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.MemorySegment;

/// The ranges that a native function reads and writes: the ranges of a call, or copies in the
/// scratch memory of a [Staging].
///
/// - Native ranges are used in place, from any offset.
/// - Heap segments can be passed to the function [directly][#areDirect]; the call then delays
///   garbage collection, so its caller limits the work ([HeapAccess]).
/// - Everything else is copied through scratch memory.
///
/// A call has four steps:
///
/// ```java
/// MemorySegment in = ranges.read(source, offset, length);
/// MemorySegment out = ranges.write(destination, destinationOffset, capacity, outputLength);
/// long result = FUNCTION.invokeExact(ranges.from(), length, ranges.to(), ranges.room(), in, out);
/// return ranges.deliver(result, destination, destinationOffset, capacity);
/// ```
///
/// A native range is passed as its address, as the C parameter. The segment itself (`in`, `out`) is
/// passed after the parameters of the C function, so that the linker holds its arena open during
/// the call. The calling conventions of all supported platforms let a caller pass more arguments
/// than the function takes, since the caller places and removes them. `ExtraArgumentsTest` checks
/// this on the platform that runs it. Passing a slice would be standard C, but slices have to be
/// allocated.
///
/// An instance belongs to one thread at a time, allocates nothing on the heap, and holds no
/// reference to a segment: storing one in an old object, such as a pooled context, needs GC
/// barriers.
public final class NativeRanges {

  private final Staging staging;
  private long from;
  private long to;
  private long room;
  private boolean isStaged;

  /// Creates an instance that copies through the given scratch memory.
  public NativeRanges(Staging staging) {
    this.staging = staging;
  }

  /// Returns whether two segments, at least one of which is on the heap, can be passed directly:
  /// both ranges must start at offset 0, since slices would have to be allocated.
  public static boolean areDirect(
      MemorySegment source, long offset, MemorySegment destination, long destinationOffset) {
    return offset == 0 && destinationOffset == 0 && !(source.isNative() && destination.isNative());
  }

  /// Sets the range to read: in place if it is native, otherwise a copy.
  ///
  /// @return the segment to hold during the call
  public MemorySegment read(MemorySegment source, long offset, long length) {
    if (!source.isNative()) {
      return readCopy(source, offset, length);
    }
    from = source.address() + offset;
    return source;
  }

  /// Sets the range to read: always a copy, for functions that may be unsafe if another thread
  /// changes the source during the call.
  ///
  /// @return the segment to hold during the call
  public MemorySegment readCopy(MemorySegment source, long offset, long length) {
    from = staging.input().addressOfCopy(source, offset, length);
    return NativeMemory.ALL;
  }

  /// Sets the range to write: in place if it is native and long enough, otherwise scratch memory.
  ///
  /// @param outputLength the bytes that the function must be able to write
  /// @return the segment to hold during the call
  public MemorySegment write(
      MemorySegment destination, long offset, long capacity, long outputLength) {
    isStaged = outputLength > capacity || !destination.isNative();
    if (isStaged) {
      to = staging.output().addressOf(outputLength);
      room = outputLength;
      return NativeMemory.ALL;
    }
    to = destination.address() + offset;
    room = capacity;
    return destination;
  }

  /// Returns the address to read from.
  public long from() {
    return from;
  }

  /// Returns the address to write to.
  public long to() {
    return to;
  }

  /// Returns the number of bytes that can be written at the address.
  public long room() {
    return room;
  }

  /// Copies the result from scratch memory to the destination, unless it is longer than the
  /// capacity.
  ///
  /// @param result the number of bytes written; 0 or negative for a failed call
  /// @return the result
  public long deliver(long result, MemorySegment destination, long offset, long capacity) {
    if (isStaged && result > 0 && result <= capacity) {
      MemorySegment.copy(NativeMemory.ALL, to, destination, offset, result);
    }
    return result;
  }
}
