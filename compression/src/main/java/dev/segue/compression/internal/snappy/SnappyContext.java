// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.snappy;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The functions of libsnappy, which need only scratch memory and no state. The pool ensures that
/// one thread at a time uses it.
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

  private static final long COMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final long DECOMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(500_000_000);

  private final Staging staging = new Staging();
  private final NativeRanges ranges = new NativeRanges(staging);

  private SnappyContext() {}

  /// Compresses a range to one block (`snappy_compress`, which does not check the capacity).
  ///
  /// @return the length of the block, or [#FAILED]. If it is more than the capacity, the
  ///   destination has not been written
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long most = SnappyBlock.bound(length);
    try {
      if (length <= COMPRESS_DIRECT_LIMIT
          && most <= capacity
          && NativeRanges.areDirect(source, offset, destination, destinationOffset)) {
        long word = lengthWord(capacity);
        return result((int) COMPRESS_HEAP.invokeExact(source, length, destination, word));
      }
      MemorySegment in = ranges.read(source, offset, length);
      MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
      long word = lengthWord(ranges.room());
      long result =
          result((int) COMPRESS.invokeExact(ranges.from(), length, ranges.to(), word, in, out));
      return ranges.deliver(result, destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Decompresses one block (`snappy_uncompress`).
  ///
  /// It reads a copy, since libsnappy reads the content length again before it writes that many
  /// bytes, and another thread might have changed it.
  ///
  /// @param content the content length that the block states
  /// @return bytes written, or [#FAILED]
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long content) {
    try {
      if (Math.max(length, content) <= DECOMPRESS_DIRECT_LIMIT
          && destinationOffset == 0
          && !destination.isNative()) {
        MemorySegment copy = staging.input().copyOf(source, offset, length);
        requireUnchanged(copy, 0, length, content);
        long word = lengthWord(content);
        return result((int) UNCOMPRESS_HEAP.invokeExact(copy, length, destination, word));
      }
      MemorySegment in = ranges.readCopy(source, offset, length);
      requireUnchanged(NativeMemory.ALL, ranges.from(), length, content);
      MemorySegment out = ranges.write(destination, destinationOffset, content, content);
      long word = lengthWord(content);
      long result =
          result((int) UNCOMPRESS.invokeExact(ranges.from(), length, ranges.to(), word, in, out));
      return ranges.deliver(result, destination, destinationOffset, content);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  private static void requireUnchanged(
      MemorySegment copy, long offset, long length, long contentLength) {
    if (!states(copy, offset, length, contentLength)) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT, "another thread changed the Snappy block while it was read");
    }
  }

  private static boolean states(MemorySegment block, long offset, long length, long contentLength) {
    try {
      return SnappyBlock.contentLength(block, offset, length) == contentLength;
    } catch (CodecFailure e) {
      return false; // its offset refers to the copy
    }
  }

  /// Sets the word that holds the capacity before a call, and the length of the result after it.
  ///
  /// @return its address
  private long lengthWord(long capacity) {
    staging.words().set(JAVA_LONG, 0, capacity);
    return staging.words().address();
  }

  private long result(int status) {
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
