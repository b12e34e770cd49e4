// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// The functions of libbrotli for whole streams. Each call creates and frees the state that it
/// needs, since libbrotli has no reusable state. The pool ensures that one thread at a time uses
/// it.
final class BrotliContext implements NativeResource {

  static final NativePool<BrotliContext> POOL = new NativePool<>(BrotliContext::new);

  /// Negative results of a run, in addition to `BrotliDecoderErrorCode`, whose values are greater.
  static final long OUT_OF_MEMORY = -1001;

  static final long TRUNCATED = -1002;
  static final long TOO_LONG = -1003;
  static final long TRAILING = -1004;

  /// The highest quality at which libbrotli reads the content in place, and more than once. At
  /// higher qualities, it first copies the content to its own memory.
  private static final int IN_PLACE_QUALITY_MAX = 1;

  private final Staging staging = new Staging();
  private final NativeRanges ranges = new NativeRanges(staging);
  private int quality;

  private BrotliContext() {}

  /// Sets the quality of the next compression.
  BrotliContext with(int quality) {
    this.quality = quality;
    return this;
  }

  /// Compresses a range to one stream (`BrotliEncoderCompress`).
  ///
  /// @return bytes written; [#TOO_LONG] if the stream does not fit, or memory is short
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    MemorySegment in =
        quality <= IN_PLACE_QUALITY_MAX
            ? ranges.readCopy(source, offset, length)
            : ranges.read(source, offset, length);
    long most = Math.min(BrotliEngine.bound(length), capacity);
    MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
    MemorySegment words = staging.words();
    words.set(JAVA_LONG, 0, ranges.room());
    try {
      int fitted =
          (int)
              BrotliBindings.COMPRESS.invokeExact(
                  quality,
                  BrotliEngine.WINDOW_BITS,
                  BrotliBindings.MODE_GENERIC,
                  length,
                  ranges.from(),
                  words.address(),
                  ranges.to(),
                  in,
                  out);
      long result = fitted != 0 ? words.get(JAVA_LONG, 0) : TOO_LONG;
      return ranges.deliver(result, destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Decompresses a whole stream, in one step of a decoder.
  ///
  /// @return bytes written, or an error below zero
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    MemorySegment in = ranges.read(source, offset, length);
    MemorySegment out = ranges.write(destination, destinationOffset, capacity, capacity);
    MemorySegment words = staging.words();
    words.set(JAVA_LONG, BrotliBindings.AVAILABLE_IN, length);
    words.set(JAVA_LONG, BrotliBindings.NEXT_IN, ranges.from());
    words.set(JAVA_LONG, BrotliBindings.AVAILABLE_OUT, capacity);
    words.set(JAVA_LONG, BrotliBindings.NEXT_OUT, ranges.to());
    try {
      long decoder = (long) BrotliBindings.DECODER_CREATE.invokeExact(0L, 0L, 0L);
      if (decoder == 0) {
        return OUT_OF_MEMORY;
      }
      try {
        int step = BrotliBindings.invokeStep(decoder, words.address(), in, out);
        long result = result(decoder, step, capacity);
        return ranges.deliver(result, destination, destinationOffset, capacity);
      } finally {
        BrotliBindings.DECODER_DESTROY.invokeExact(decoder);
      }
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  private long result(long decoder, int step, long capacity) {
    return switch (step) {
      case BrotliErrors.SUCCESS ->
          unread() > 0
              ? TRAILING
              : capacity - staging.words().get(JAVA_LONG, BrotliBindings.AVAILABLE_OUT);
      case BrotliErrors.NEEDS_MORE_INPUT -> TRUNCATED;
      case BrotliErrors.NEEDS_MORE_OUTPUT -> TOO_LONG;
      default -> BrotliBindings.errorCode(decoder);
    };
  }

  /// Returns the bytes at the end of the source that the last decompression did not read.
  long unread() {
    return staging.words().get(JAVA_LONG, BrotliBindings.AVAILABLE_IN);
  }

  @Override
  public long settle() {
    return staging.settle();
  }

  @Override
  public void free() {
    staging.free();
  }
}
