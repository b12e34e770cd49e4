// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.MemorySegment;

/// A native function that reads one range of memory and writes another, together with the policy
/// that decides how heap segments reach it:
///
/// - Native ranges are used in place, from any offset.
/// - Heap segments are used in place for as little work as [#directLimit] allows; such a call
///   delays garbage collection ([HeapAccess]). Both ranges must start at offset 0, since the slice
///   of a heap segment would have to be allocated.
/// - Everything else is copied through the scratch memory of a [Staging].
///
/// A native range is passed as its address, in the place of the C parameter. The segment itself
/// follows the parameters of the C function, so that the linker holds its arena open during the
/// call. The calling conventions of all supported platforms let a caller pass more arguments than
/// the function takes: the caller puts them in place and removes them. `ExtraArgumentsTest` checks
/// that on the platform that runs it. Passing a slice instead would be plain C, but slices have to
/// be allocated.
///
/// An instance belongs to one thread at a time, and allocates nothing on the heap.
public abstract class RangeFunction {

  /// The direct limit of functions that never read or write heap memory in place.
  protected static final long NEVER = -1;

  private final Staging staging;

  /// Creates a function that stages ranges in this memory.
  protected RangeFunction(Staging staging) {
    this.staging = staging;
  }

  /// Calls the function on native memory.
  ///
  /// @param from address of the source range
  /// @param to address of the destination range
  /// @param source the segment of the source range, to hold during the call
  /// @param destination the segment of the destination range, to hold during the call
  /// @return bytes written, or an error below zero
  protected abstract long callNative(
      long from,
      long length,
      long to,
      long capacity,
      MemorySegment source,
      MemorySegment destination)
      throws Throwable;

  /// Calls the function on segments of any kind, from offset 0. Delays garbage collection.
  ///
  /// @return bytes written, or an error below zero
  protected long callHeap(
      MemorySegment source, long length, MemorySegment destination, long capacity)
      throws Throwable {
    throw new AssertionError("not called: directLimit is NEVER");
  }

  /// Returns the greatest [#work] for which heap segments are used in place.
  protected abstract long directLimit();

  /// Returns the bytes that a call reads or writes at most, whichever are more.
  protected abstract long work(long length, long capacity);

  /// Returns the bytes that the function must be able to write. If that is more than the capacity,
  /// it writes to scratch memory.
  protected abstract long outputLength(long length, long capacity);

  /// Returns whether the function must read a private copy, because it is not proven against a
  /// source that another thread changes during the call.
  protected boolean readsCopy() {
    return false;
  }

  /// Returns the scratch memory of this function.
  protected final Staging staging() {
    return staging;
  }

  /// Runs the function on ranges of two segments.
  ///
  /// @return the result of the function. If it is more than the capacity, the destination has not
  ///   been written
  public final long run(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long outputLength = outputLength(length, capacity);
    boolean fits = outputLength <= capacity;
    boolean copies = readsCopy();
    boolean inPlace = copies || source.isNative();
    try {
      if (fits
          && !(inPlace && destination.isNative())
          && destinationOffset == 0
          && (copies || offset == 0)
          && work(length, capacity) <= directLimit()) {
        MemorySegment in = copies ? staging.input().copyOf(source, offset, length) : source;
        return callHeap(in, length, destination, capacity);
      }
      MemorySegment in = source;
      long from = source.address() + offset;
      if (copies || !source.isNative()) {
        in = NativeMemory.ALL;
        from = staging.input().addressOfCopy(source, offset, length);
      }
      if (fits && destination.isNative()) {
        long to = destination.address() + destinationOffset;
        return callNative(from, length, to, capacity, in, destination);
      }
      long to = staging.output().addressOf(outputLength);
      long result = callNative(from, length, to, outputLength, in, NativeMemory.ALL);
      if (result > 0 && result <= capacity) {
        MemorySegment.copy(NativeMemory.ALL, to, destination, destinationOffset, result);
      }
      return result;
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }
}
