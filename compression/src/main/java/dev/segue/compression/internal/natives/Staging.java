// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.MemorySegment;

/// Runs a native call that reads one segment and writes another, whatever memory they are of.
///
/// Native segments go as they are, from any offset; heap segments go as they are while that is
/// short, and through scratch memory otherwise.
public final class Staging implements NativeResource {

  /// Stagings without anything else to keep, for calls that need no context.
  public static final NativePool<Staging> POOL = new NativePool<>(Staging::new);

  private static final int WORDS = 5;

  /// For calls that are never short.
  private static final HeapCall NONE =
      (_, _, _, _, _, _) -> {
        throw new AssertionError("no call for heap segments");
      };

  private final Scratch input = new Scratch();
  private final Scratch output = new Scratch();

  /// Words for the call to report through.
  private final MemorySegment words = NativeMemory.allocate(WORDS * Long.BYTES);

  /// Creates one that holds a few words of native memory.
  public Staging() {}

  /// A native function on ranges of native segments.
  ///
  /// It is linked with the addresses where the ranges begin in its C parameters' places, and the
  /// two segments behind its last parameter: there the linker holds them for the call, and the C
  /// function, whose caller puts arguments in place and clears them away, does not know of them. A
  /// slice would do the same, but has to be allocated.
  public interface RangeCall {
    /// Calls it.
    ///
    /// @param words five words of native memory to report through
    /// @param context the address of what it works with, or 0
    /// @return what it returns; negative for an error
    long call(
        MemorySegment words,
        long context,
        MemorySegment source,
        long offset,
        long length,
        MemorySegment destination,
        long destinationOffset,
        long capacity);
  }

  /// A native function on segments of any kind, from where they begin; it holds garbage collection
  /// off.
  public interface HeapCall {
    /// Calls it, as [RangeCall#call] does.
    long call(
        MemorySegment words,
        long context,
        MemorySegment source,
        long length,
        MemorySegment destination,
        long capacity);
  }

  /// Calls, on ranges of segments.
  ///
  /// A range of a heap segment that does not begin where the segment does goes through scratch
  /// memory too: the slice that it would need has to be allocated.
  ///
  /// @param onNative the function for native segments
  /// @param onHeap the function for any segments
  /// @param work bytes that the call will go through at most
  /// @param directLimit bytes up to which heap segments go as they are
  /// @param outputLength bytes that the call may write, and needs to be able to; when the capacity
  ///   is less, scratch memory stands in
  /// @return what the function returned; the bytes that it wrote, when not negative, and then no
  ///   more than the capacity
  public long run(
      RangeCall onNative,
      HeapCall onHeap,
      long context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity,
      long work,
      long directLimit,
      long outputLength) {
    boolean roomy = capacity >= outputLength;
    boolean isNative = source.isNative() && destination.isNative();
    if (roomy && !isNative && offset == 0 && destinationOffset == 0 && work <= directLimit) {
      return onHeap.call(words, context, source, length, destination, capacity);
    }
    MemorySegment in = source;
    long inOffset = offset;
    if (!source.isNative()) {
      in = NativeMemory.ALL;
      inOffset = input.addressOf(length);
      MemorySegment.copy(source, offset, in, inOffset, length);
    }
    if (roomy && destination.isNative()) {
      return onNative.call(
          words, context, in, inOffset, length, destination, destinationOffset, capacity);
    }
    MemorySegment out = NativeMemory.ALL;
    long outOffset = output.addressOf(outputLength);
    long result = onNative.call(words, context, in, inOffset, length, out, outOffset, outputLength);
    if (result > 0 && result <= capacity) {
      MemorySegment.copy(out, outOffset, destination, destinationOffset, result);
    }
    return result;
  }

  /// Calls, on ranges of segments; heap segments go through scratch memory whatever their length.
  ///
  /// @return what the function returned, as above
  public long run(
      RangeCall onNative,
      long context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity,
      long outputLength) {
    return run(
        onNative,
        NONE,
        context,
        source,
        offset,
        length,
        destination,
        destinationOffset,
        capacity,
        length,
        -1,
        outputLength);
  }

  /// Calls on a private copy of the source, for functions that are not proven against a source that
  /// changes while they run.
  ///
  /// @return what the function returned, as above
  public long runOnCopy(
      RangeCall onNative,
      long context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity,
      long outputLength) {
    long copy = input.addressOf(length);
    MemorySegment.copy(source, offset, NativeMemory.ALL, copy, length);
    return run(
        onNative,
        context,
        NativeMemory.ALL,
        copy,
        length,
        destination,
        destinationOffset,
        capacity,
        outputLength);
  }

  /// The scratch memory that stands in for a source; free to use between calls.
  public Scratch input() {
    return input;
  }

  /// The scratch memory that stands in for a destination; free to use between calls.
  public Scratch output() {
    return output;
  }

  /// The words to report through.
  public MemorySegment words() {
    return words;
  }

  /// Keeps no more memory than a pool takes, so that the rest of it can be used again.
  @Override
  public long settle() {
    if (input.sizeBytes() + output.sizeBytes() > NativePool.LARGEST_KEPT_BYTES) {
      input.free();
      output.free();
    }
    return input.sizeBytes() + output.sizeBytes();
  }

  @Override
  public void free() {
    input.free();
    output.free();
    NativeMemory.free(words);
  }
}
