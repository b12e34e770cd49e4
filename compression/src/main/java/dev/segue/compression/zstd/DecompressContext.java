// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.natives.NativeMemory;
import dev.segue.compression.natives.NativePool;
import dev.segue.compression.natives.NativeResource;
import dev.segue.compression.natives.Rethrow;
import dev.segue.compression.natives.Scratch;
import java.lang.foreign.MemorySegment;

/// A `ZSTD_DCtx` with the scratch memory its calls need. Used by one thread at a time, which is
/// what the pool sees to.
final class DecompressContext implements NativeResource {

  static final NativePool<DecompressContext> POOL = new NativePool<>(DecompressContext::new);

  private static final int RESET_SESSION_AND_PARAMETERS = 3;
  private static final int PARAMETER_WINDOW_LOG_MAX = 100;
  private static final long DESTINATION_POSITION = 0;
  private static final long SOURCE_POSITION = 8;

  final Scratch input = new Scratch();
  final Scratch output = new Scratch();

  private final MemorySegment positions = NativeMemory.allocate(16);
  private final long address;
  private long accounted;

  private DecompressContext() {
    try {
      address = (long) ZstdBindings.CREATE_DCTX.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    if (address == 0) {
      NativeMemory.free(positions);
      throw ZstdErrors.exception(ZstdErrors.MEMORY_ALLOCATION, "creating a context", -1);
    }
    settle();
  }

  /// Decompresses between native segments.
  long decompress(
      MemorySegment source, long sourceLength, MemorySegment destination, long capacity) {
    try {
      return (long)
          ZstdBindings.DECOMPRESS_DCTX.invokeExact(
              address, destination, capacity, source, sourceLength);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Decompresses between segments of any kind, and holds off the garbage collector meanwhile.
  long decompressHeap(MemorySegment source, MemorySegment destination) {
    try {
      return (long)
          ZstdBindings.DECOMPRESS_DCTX_HEAP.invokeExact(
              address, destination, destination.byteSize(), source, source.byteSize());
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Begins frames that are read piece by piece and may need a window of up to `2^windowLogMax`.
  void begin(int windowLogMax) {
    reset();
    try {
      long result =
          (long)
              ZstdBindings.DCTX_SET_PARAMETER_TRIVIAL.invokeExact(
                  address, PARAMETER_WINDOW_LOG_MAX, windowLogMax);
      ZstdErrors.check(result, "setting windowLogMax=" + windowLogMax);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Leaves what was begun, whole or not.
  void reset() {
    try {
      long result =
          (long) ZstdBindings.DCTX_RESET_TRIVIAL.invokeExact(address, RESET_SESSION_AND_PARAMETERS);
      ZstdErrors.check(result, "resetting a context");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// One step of a stream between native segments, from [#sourcePosition] to
  /// [#destinationPosition]; both move.
  long step(MemorySegment source, long sourceLength, MemorySegment destination, long capacity) {
    long words = positions.address();
    try {
      return (long)
          ZstdBindings.DECOMPRESS_STREAM.invokeExact(
              address,
              destination,
              capacity,
              words + DESTINATION_POSITION,
              source,
              sourceLength,
              words + SOURCE_POSITION);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  long sourcePosition() {
    return positions.get(JAVA_LONG, SOURCE_POSITION);
  }

  void sourcePosition(long position) {
    positions.set(JAVA_LONG, SOURCE_POSITION, position);
  }

  long destinationPosition() {
    return positions.get(JAVA_LONG, DESTINATION_POSITION);
  }

  void destinationPosition(long position) {
    positions.set(JAVA_LONG, DESTINATION_POSITION, position);
  }

  @Override
  public long settle() {
    long size;
    try {
      size = (long) ZstdBindings.SIZEOF_DCTX_TRIVIAL.invokeExact(address);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    if (size != accounted) {
      NativeMemory.account(size - accounted);
      accounted = size;
    }
    return size + input.sizeBytes() + output.sizeBytes();
  }

  @Override
  public void free() {
    settle();
    try {
      long result = (long) ZstdBindings.FREE_DCTX.invokeExact(address);
      ZstdErrors.check(result, "freeing a context");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    NativeMemory.account(-accounted);
    NativeMemory.free(positions);
    input.free();
    output.free();
  }
}
