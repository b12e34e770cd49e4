// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.RangeFunction;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// LZ4 HC compression with its state, 256 KiB of tables; returns 0 if the block does not fit. Used
/// by one thread at a time, which the pool ensures.
///
/// Every source is copied: HC is not proven against a source that changes, and is so slow that the
/// copy does not matter.
final class Lz4HighContext extends RangeFunction implements NativeResource {

  static final NativePool<Lz4HighContext> POOL = new NativePool<>(Lz4HighContext::new);

  private final MemorySegment state;
  private int level;

  private Lz4HighContext() {
    super(new Staging());
    try {
      state = NativeMemory.allocate(stateLength());
    } catch (RuntimeException | Error e) {
      staging().free();
      throw e;
    }
  }

  private static int stateLength() {
    return NativeCall.asInt(() -> (int) Lz4Bindings.SIZEOF_STATE_HC.invokeExact());
  }

  /// Sets the level of the next run.
  Lz4HighContext with(int level) {
    this.level = level;
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
    return (int)
        Lz4Bindings.COMPRESS_HC.invokeExact(
            state, from, to, (int) length, Lz4Bindings.clamp(capacity), level, source, destination);
  }

  @Override
  protected boolean readsCopy() {
    return true;
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
    return Math.min(Lz4Block.bound(length), capacity);
  }

  @Override
  public long settle() {
    return staging().settle() + state.byteSize();
  }

  @Override
  public void free() {
    staging().free();
    NativeMemory.free(state);
  }
}
