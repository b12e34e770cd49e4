// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Rethrow;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The state of LZ4 HC (256 KiB of tables), with the scratch memory that its calls need. Used by
/// one thread at a time, which is what the pool sees to.
///
/// Every source is copied to scratch memory: HC is not proven against a source that changes, and is
/// so slow that the copy does not matter.
final class Lz4HighContext implements NativeResource {

  private static final NativePool<Lz4HighContext> POOL = new NativePool<>(Lz4HighContext::new);

  private static final NativeLibrary LIBRARY = NativeLibraries.LZ4.require();

  // int LZ4_sizeofStateHC(void);
  private static final MethodHandle SIZEOF_STATE =
      LIBRARY.link("LZ4_sizeofStateHC", FunctionDescriptor.of(JAVA_INT));

  // int LZ4_compress_HC_extStateHC(void* stateHC, const char* src, char* dst, int srcSize,
  //                                int maxDstSize, int compressionLevel);
  private static final MethodHandle COMPRESS =
      LIBRARY.link(
          "LZ4_compress_HC_extStateHC",
          FunctionDescriptor.of(
              JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS,
              ADDRESS));

  private final Staging staging = new Staging();
  private final MemorySegment state = NativeMemory.allocate(stateLength());
  private final Staging.RangeCall call = this::call;
  private int level;

  private static int stateLength() {
    try {
      return (int) SIZEOF_STATE.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Compresses a segment to one block, unless it does not fit.
  ///
  /// @return bytes written; 0 when it does not fit
  static long compress(
      int level,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    Lz4HighContext context = POOL.acquire();
    try {
      context.level = level;
      return context.staging.runOnCopy(
          context.call,
          0,
          source,
          offset,
          length,
          destination,
          destinationOffset,
          capacity,
          Math.min(Lz4Block.bound(length), capacity));
    } finally {
      POOL.release(context);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.RangeCall
  private long call(
      MemorySegment words,
      long unused,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return (int)
          COMPRESS.invokeExact(
              state,
              source.address() + offset,
              destination.address() + destinationOffset,
              (int) length,
              Lz4Bindings.clamp(capacity),
              level,
              source,
              destination);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @Override
  public long settle() {
    return staging.settle() + state.byteSize();
  }

  @Override
  public void free() {
    staging.free();
    NativeMemory.free(state);
  }
}
