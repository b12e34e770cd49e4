// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.snappy;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.RangeFunction;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The functions of libsnappy, which need no state but scratch memory. Used by one thread at a
/// time, which the pool ensures.
final class SnappyContext implements NativeResource {

  static final NativePool<SnappyContext> POOL = new NativePool<>(SnappyContext::new);

  /// The result of a call that has failed.
  static final long FAILED = -1;

  private static final int OK = 0; // SNAPPY_OK

  private static final NativeLibrary LIBRARY = NativeLibraries.SNAPPY.require();
  private static final Linker.Option HEAP = Linker.Option.critical(true);
  private static final FunctionDescriptor ON_SEGMENTS =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
  private static final FunctionDescriptor ON_RANGES =
      FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);

  // snappy_status snappy_compress(const char* input, size_t input_length,
  //                               char* compressed, size_t* compressed_length);
  private static final MethodHandle COMPRESS = LIBRARY.link("snappy_compress", ON_RANGES);
  private static final MethodHandle COMPRESS_HEAP =
      LIBRARY.link("snappy_compress", ON_SEGMENTS, HEAP);
  // snappy_status snappy_uncompress(const char* compressed, size_t compressed_length,
  //                                 char* uncompressed, size_t* uncompressed_length);
  private static final MethodHandle UNCOMPRESS = LIBRARY.link("snappy_uncompress", ON_RANGES);
  private static final MethodHandle UNCOMPRESS_HEAP =
      LIBRARY.link("snappy_uncompress", ON_SEGMENTS, HEAP);

  private final Staging staging = new Staging();
  final Compression compression = new Compression(staging);
  final Decompression decompression = new Decompression(staging);

  private SnappyContext() {}

  /// `snappy_compress`, which does not check the capacity.
  static final class Compression extends RangeFunction {

    private static final long DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);

    private Compression(Staging staging) {
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
      long word = lengthWord(staging(), capacity);
      return result((int) COMPRESS.invokeExact(from, length, to, word, source, destination));
    }

    @Override
    protected long callHeap(
        MemorySegment source, long length, MemorySegment destination, long capacity)
        throws Throwable {
      long word = lengthWord(staging(), capacity);
      return result((int) COMPRESS_HEAP.invokeExact(source, length, destination, word));
    }

    private long result(int status) {
      return SnappyContext.result(staging(), status);
    }

    @Override
    protected long directLimit() {
      return DIRECT_LIMIT;
    }

    @Override
    protected long work(long length, long capacity) {
      return length;
    }

    @Override
    protected long outputLength(long length, long capacity) {
      return SnappyBlock.bound(length);
    }
  }

  /// `snappy_uncompress`. The capacity of a run is the content length that the block states.
  ///
  /// It reads a copy: libsnappy reads the content length again before it writes that many bytes,
  /// and another thread might have changed it.
  static final class Decompression extends RangeFunction {

    private static final long DIRECT_LIMIT = HeapAccess.directLimit(500_000_000);

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
      requireUnchanged(NativeMemory.ALL, from, length, capacity);
      long word = lengthWord(staging(), capacity);
      return result((int) UNCOMPRESS.invokeExact(from, length, to, word, source, destination));
    }

    @Override
    protected long callHeap(
        MemorySegment source, long length, MemorySegment destination, long capacity)
        throws Throwable {
      requireUnchanged(source, 0, length, capacity);
      long word = lengthWord(staging(), capacity);
      return result((int) UNCOMPRESS_HEAP.invokeExact(source, length, destination, word));
    }

    private long result(int status) {
      return SnappyContext.result(staging(), status);
    }

    private static void requireUnchanged(
        MemorySegment copy, long offset, long length, long contentLength) {
      if (!states(copy, offset, length, contentLength)) {
        throw new CodecFailure(
            Reason.MALFORMED_INPUT, "another thread changed the Snappy block while it was read");
      }
    }

    private static boolean states(
        MemorySegment block, long offset, long length, long contentLength) {
      try {
        return SnappyBlock.contentLength(block, offset, length) == contentLength;
      } catch (CodecFailure e) {
        return false; // its offset is that of the copy
      }
    }

    @Override
    protected boolean readsCopy() {
      return true;
    }

    @Override
    protected long directLimit() {
      return DIRECT_LIMIT;
    }

    @Override
    protected long work(long length, long capacity) {
      return Math.max(length, capacity);
    }

    @Override
    protected long outputLength(long length, long capacity) {
      return capacity;
    }
  }

  /// Sets the word that holds the capacity before a call, and the length of the result after it.
  ///
  /// @return its address
  private static long lengthWord(Staging staging, long capacity) {
    staging.words().set(JAVA_LONG, 0, capacity);
    return staging.words().address();
  }

  private static long result(Staging staging, int status) {
    return status == OK ? staging.words().get(JAVA_LONG, 0) : FAILED;
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
