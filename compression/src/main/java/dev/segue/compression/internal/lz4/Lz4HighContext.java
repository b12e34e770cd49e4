// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// LZ4 HC compression with its state, 256 KiB of tables. The pool ensures that one thread at a time
/// uses it.
final class Lz4HighContext implements NativeResource {

  static final NativePool<Lz4HighContext> POOL = new NativePool<>(Lz4HighContext::new);

  private final Staging staging = new Staging();
  private final NativeRanges ranges = new NativeRanges(staging);
  private final MemorySegment state;
  private int level;

  private Lz4HighContext() {
    try {
      state = NativeMemory.allocate(stateLength());
    } catch (RuntimeException | Error e) {
      staging.free();
      throw e;
    }
  }

  private static int stateLength() {
    return NativeCall.asInt(() -> (int) Lz4Bindings.SIZEOF_STATE_HC.invokeExact());
  }

  /// Sets the level of the next call.
  Lz4HighContext with(int level) {
    this.level = level;
    return this;
  }

  /// Compresses a range to one block.
  ///
  /// Every source is copied: HC is not known to be safe if the source changes, and is so slow that
  /// the copy does not matter.
  ///
  /// @return bytes written; 0 if the block does not fit
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    MemorySegment in = ranges.readCopy(source, offset, length);
    long most = Math.min(Lz4Block.bound(length), capacity);
    MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
    try {
      int result =
          (int)
              Lz4Bindings.COMPRESS_HC.invokeExact(
                  state,
                  ranges.from(),
                  ranges.to(),
                  (int) length,
                  Lz4Bindings.clamp(ranges.room()),
                  level,
                  in,
                  out);
      return ranges.deliver(result, destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
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
