// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.RangeFunction;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// The functions of libbrotli for whole streams. Each call creates and frees the state that it
/// needs; libbrotli has none that can be reused. Used by one thread at a time, which the pool
/// ensures.
final class BrotliContext implements NativeResource {

  static final NativePool<BrotliContext> POOL = new NativePool<>(BrotliContext::new);

  /// Results of a run below zero, in addition to `BrotliDecoderErrorCode`, whose values are greater
  /// than these.
  static final long OUT_OF_MEMORY = -1001;

  static final long TRUNCATED = -1002;
  static final long TOO_LONG = -1003;
  static final long TRAILING = -1004;

  private final Staging staging = new Staging();
  final Compression compression = new Compression(staging);
  final Decompression decompression = new Decompression(staging);

  private BrotliContext() {}

  /// `BrotliEncoderCompress`; returns [#TOO_LONG] if the stream does not fit, or memory is short.
  static final class Compression extends RangeFunction {

    /// Up to this quality, libbrotli reads the content in place, and more than once. For greater
    /// qualities it copies the content to its own memory first.
    private static final int IN_PLACE_QUALITY_MAX = 1;

    private int quality;

    private Compression(Staging staging) {
      super(staging);
    }

    /// Sets the quality of the next run.
    Compression with(int quality) {
      this.quality = quality;
      return this;
    }

    @Override
    protected long callNative(
        long from,
        long length,
        long to,
        long capacity,
        MemorySegment source,
        MemorySegment destination)
        throws Throwable {
      MemorySegment words = staging().words();
      words.set(JAVA_LONG, 0, capacity);
      int fitted =
          (int)
              BrotliBindings.COMPRESS.invokeExact(
                  quality,
                  BrotliEngine.WINDOW_BITS,
                  BrotliBindings.MODE_GENERIC,
                  length,
                  from,
                  words.address(),
                  to,
                  source,
                  destination);
      return fitted != 0 ? words.get(JAVA_LONG, 0) : TOO_LONG;
    }

    @Override
    protected boolean readsCopy() {
      return quality <= IN_PLACE_QUALITY_MAX;
    }

    @Override
    protected long directLimit() {
      return NEVER;
    }

    @Override
    protected long work(long length, long capacity) {
      return length;
    }

    @Override
    protected long outputLength(long length, long capacity) {
      return Math.min(BrotliEngine.bound(length), capacity);
    }
  }

  /// One step of a decoder that decompresses a whole stream.
  static final class Decompression extends RangeFunction {

    private Decompression(Staging staging) {
      super(staging);
    }

    @Override
    protected long callNative(
        long from,
        long length,
        long to,
        long capacity,
        MemorySegment source,
        MemorySegment destination)
        throws Throwable {
      MemorySegment words = staging().words();
      words.set(JAVA_LONG, BrotliBindings.AVAILABLE_IN, length);
      words.set(JAVA_LONG, BrotliBindings.NEXT_IN, from);
      words.set(JAVA_LONG, BrotliBindings.AVAILABLE_OUT, capacity);
      words.set(JAVA_LONG, BrotliBindings.NEXT_OUT, to);
      long decoder = (long) BrotliBindings.DECODER_CREATE.invokeExact(0L, 0L, 0L);
      if (decoder == 0) {
        return OUT_OF_MEMORY;
      }
      try {
        return switch (BrotliBindings.invokeStep(decoder, words.address(), source, destination)) {
          case BrotliErrors.SUCCESS ->
              unread() > 0
                  ? TRAILING
                  : capacity - words.get(JAVA_LONG, BrotliBindings.AVAILABLE_OUT);
          case BrotliErrors.NEEDS_MORE_INPUT -> TRUNCATED;
          case BrotliErrors.NEEDS_MORE_OUTPUT -> TOO_LONG;
          default -> BrotliBindings.errorCode(decoder);
        };
      } finally {
        BrotliBindings.DECODER_DESTROY.invokeExact(decoder);
      }
    }

    /// Returns the bytes at the end of the source that the last run did not read.
    long unread() {
      return staging().words().get(JAVA_LONG, BrotliBindings.AVAILABLE_IN);
    }

    @Override
    protected long directLimit() {
      return NEVER;
    }

    @Override
    protected long work(long length, long capacity) {
      return length;
    }

    @Override
    protected long outputLength(long length, long capacity) {
      return capacity;
    }
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
