// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.natives;

import java.lang.foreign.MemorySegment;

/// Runs a native call that reads one segment and writes another, whatever memory they are of.
///
/// Native segments go as they are; heap segments go as they are while that is short, and through
/// scratch memory otherwise.
public final class Staging implements NativeResource {

  /// Up to this length, a range is copied rather than sliced: twice the longest LZ4 block.
  private static final long STAGED_LENGTH_MAX = 8 << 20;

  /// Stagings without anything else to keep, for calls that need no context.
  public static final NativePool<Staging> POOL = new NativePool<>(Staging::new);

  private final Scratch input = new Scratch();
  private final Scratch output = new Scratch();

  /// Two words for the call to report through.
  private final MemorySegment words = NativeMemory.allocate(2 * Long.BYTES);

  /// Creates one that holds two words of native memory.
  public Staging() {}

  /// A native function, linked once for native segments and once for any.
  public interface Call {
    /// Calls it.
    ///
    /// @param words two words of native memory to report through
    /// @param context the address of what it works with, or 0
    /// @return what it returns; negative for an error
    long call(
        MemorySegment words,
        long context,
        MemorySegment source,
        long sourceLength,
        MemorySegment destination,
        long capacity);
  }

  /// Calls, on ranges of segments.
  ///
  /// A range that does not begin where its segment does goes through scratch memory too, if it is
  /// short: the slice that it would need has to be allocated.
  ///
  /// @param onNative the function for native segments
  /// @param onAny the function for any segments
  /// @param work bytes that the call will go through at most
  /// @param directLimit bytes up to which heap segments go as they are
  /// @param outputLength bytes that the call may write, and needs to be able to; when the capacity
  ///   is less, scratch memory stands in
  /// @return what the function returned; the bytes that it wrote, when not negative, and then no
  ///   more than the capacity
  public long run(
      Call onNative,
      Call onAny,
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
    if (roomy && offset == 0 && destinationOffset == 0 && (isNative || work <= directLimit)) {
      Call call = isNative ? onNative : onAny;
      return call.call(words, context, source, length, destination, capacity);
    }
    MemorySegment in = source;
    if (!source.isNative() || (offset > 0 && length <= STAGED_LENGTH_MAX)) {
      in = input.atLeast(length);
      MemorySegment.copy(source, offset, in, 0, length);
    } else if (offset > 0) {
      in = source.asSlice(offset, length);
    }
    if (roomy && destination.isNative() && destinationOffset == 0) {
      return onNative.call(words, context, in, length, destination, capacity);
    }
    if (roomy && destination.isNative() && outputLength > STAGED_LENGTH_MAX) {
      MemorySegment out = destination.asSlice(destinationOffset, capacity);
      return onNative.call(words, context, in, length, out, capacity);
    }
    MemorySegment out = output.atLeast(outputLength);
    long result = onNative.call(words, context, in, length, out, outputLength);
    if (result > 0 && result <= capacity) {
      MemorySegment.copy(out, 0, destination, destinationOffset, result);
    }
    return result;
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

  @Override
  public long settle() {
    return input.sizeBytes() + output.sizeBytes();
  }

  @Override
  public void free() {
    input.free();
    output.free();
    NativeMemory.free(words);
  }
}
