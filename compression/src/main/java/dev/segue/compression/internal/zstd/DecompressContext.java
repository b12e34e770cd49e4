// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A `ZSTD_DCtx`. Used by one thread at a time, which is what the pool sees to.
final class DecompressContext extends ZstdContext {

  static final NativePool<DecompressContext> POOL = new NativePool<>(DecompressContext::new);

  private static final int PARAMETER_WINDOW_LOG_MAX = 100;

  private @Nullable DecompressSettings current;

  private DecompressContext() {
    super(DecompressContext::create);
    settle();
  }

  private DecompressContext(Workspace workspace) {
    super(workspace);
  }

  private static long create() {
    try {
      return (long) ZstdBindings.CREATE_DCTX.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// A context in memory of a caller's.
  static DecompressContext in(Workspace workspace) {
    try {
      MemorySegment memory = workspace.context();
      long address = (long) StaticBindings.INIT_DCTX.invokeExact(memory, memory.byteSize());
      StaticBindings.requireInitialised(address, memory);
      return new DecompressContext(workspace);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Decompresses between ranges of native segments.
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return (long)
          ZstdBindings.DECOMPRESS_DCTX.invokeExact(
              held(),
              destination.address() + destinationOffset,
              capacity,
              source.address() + offset,
              length,
              source,
              destination);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Decompresses between segments of any kind, and holds off the garbage collector meanwhile.
  long decompressHeap(MemorySegment source, long length, MemorySegment destination, long capacity) {
    try {
      return (long)
          ZstdBindings.DECOMPRESS_DCTX_HEAP.invokeExact(
              held(), destination, capacity, source, length);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Sets everything the settings say, if it is not set already. They must be acquired.
  void configure(DecompressSettings settings) {
    if (current == settings) {
      return;
    }
    if (settings.isSameAs(current)) {
      current = settings; // so that the next call sees it at once
      return;
    }
    current = null;
    holdNothing();
    reset(RESET_SESSION_AND_PARAMETERS);
    for (int i = 0; i < settings.parameters.length; i++) {
      set(settings.parameters[i], settings.values[i]);
    }
    if (settings.dictionary != null) {
      MemorySegment digest = settings.dictionary.forDecompression();
      try {
        long result = (long) ZstdBindings.DCTX_REF_DDICT.invokeExact(self, digest);
        ZstdErrors.check(result, "setting a dictionary");
      } catch (Throwable t) {
        throw Rethrow.unchecked(t);
      }
      hold(settings.dictionary);
    }
    current = settings;
  }

  /// Begins frames that are read piece by piece and may need a window of up to `2^windowLogMax`,
  /// whatever the settings say; what is set next sets all anew.
  void begin(int windowLogMax) {
    reset(RESET_SESSION);
    current = null;
    set(PARAMETER_WINDOW_LOG_MAX, windowLogMax);
  }

  /// Leaves what was begun, whole or not.
  void reset() {
    reset(RESET_SESSION);
  }

  private void set(int parameter, int value) {
    try {
      long result =
          (long) ZstdBindings.DCTX_SET_PARAMETER_TRIVIAL.invokeExact(self, parameter, value);
      ZstdErrors.checkParameter(result, parameter, value);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  private void reset(int directive) {
    try {
      long result = (long) ZstdBindings.DCTX_RESET_TRIVIAL.invokeExact(self, directive);
      ZstdErrors.check(result, "resetting a context");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Sets what precedes the content of the next frame. Its memory must stay until that frame ends.
  ///
  /// It takes a dictionary's place; what is set next sets all anew.
  void prefix(MemorySegment content, long length) {
    current = null;
    try {
      long result = (long) ZstdBindings.DCTX_REF_PREFIX.invokeExact(self, content, length);
      ZstdErrors.check(result, "setting a prefix");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// One step of a stream between native segments, from [#sourcePosition] to
  /// [#destinationPosition]; both move.
  long step(MemorySegment source, long sourceLength, MemorySegment destination, long capacity) {
    try {
      return (long)
          ZstdBindings.DECOMPRESS_STREAM.invokeExact(
              held(), destination, capacity, positions, source, sourceLength, sourceWord);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @Override
  long nativeSize() {
    try {
      return (long) ZstdBindings.SIZEOF_DCTX_TRIVIAL.invokeExact(self);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @Override
  void nativeFree() {
    try {
      long result = (long) ZstdBindings.FREE_DCTX.invokeExact(self);
      ZstdErrors.check(result, "freeing a context");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
