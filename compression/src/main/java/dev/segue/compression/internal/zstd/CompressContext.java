// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A `ZSTD_CCtx`. Used by one thread at a time, which is what the pool sees to.
final class CompressContext extends ZstdContext {

  static final NativePool<CompressContext> POOL = new NativePool<>(CompressContext::new);

  static final int CONTINUE = 0;
  static final int END = 2;

  private static final int PARAMETER_LEVEL = 100;

  private @Nullable CompressSettings current;

  private CompressContext() {
    super(CompressContext::create);
    settle();
  }

  private CompressContext(Workspace workspace) {
    super(workspace);
  }

  private static long create() {
    try {
      return (long) ZstdBindings.CREATE_CCTX.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// A context in memory of a caller's.
  static CompressContext in(Workspace workspace) {
    try {
      MemorySegment memory = workspace.context();
      long address = (long) StaticBindings.INIT_CCTX.invokeExact(memory, memory.byteSize());
      StaticBindings.requireInitialised(address, memory);
      return new CompressContext(workspace);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Applies settings, unless the context has the same ones already. They must be acquired.
  void configure(CompressSettings settings) {
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
    set(PARAMETER_LEVEL, settings.level);
    for (int i = 0; i < settings.parameters.length; i++) {
      set(settings.parameters[i], settings.values[i]);
    }
    if (settings.dictionary != null) {
      MemorySegment digest = settings.dictionary.forCompression(settings.level);
      try {
        long result = (long) ZstdBindings.CCTX_REF_CDICT.invokeExact(self, digest);
        ZstdErrors.check(result, "setting a dictionary");
      } catch (Throwable t) {
        throw Rethrow.unchecked(t);
      }
      hold(settings.dictionary);
    }
    current = settings;
  }

  private void set(int parameter, int value) {
    try {
      long result =
          (long) ZstdBindings.CCTX_SET_PARAMETER_TRIVIAL.invokeExact(self, parameter, value);
      ZstdErrors.checkParameter(result, parameter, value);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Compresses between ranges of native segments.
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return (long)
          ZstdBindings.COMPRESS2.invokeExact(
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

  /// Compresses between segments of any kind, and holds off the garbage collector meanwhile.
  long compressHeap(MemorySegment source, long length, MemorySegment destination, long capacity) {
    try {
      return (long)
          ZstdBindings.COMPRESS2_HEAP.invokeExact(held(), destination, capacity, source, length);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Begins a frame that is written piece by piece and will have so many bytes of content; -1 when
  /// that is not known.
  void begin(long contentLength) {
    reset();
    try {
      long result =
          (long) ZstdBindings.CCTX_SET_PLEDGED_SRC_SIZE_TRIVIAL.invokeExact(self, contentLength);
      ZstdErrors.check(result, "announcing the content size");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Leaves a frame that was begun, whole or not; the parameters stay.
  void reset() {
    reset(RESET_SESSION);
  }

  private void reset(int directive) {
    try {
      long result = (long) ZstdBindings.CCTX_RESET_TRIVIAL.invokeExact(self, directive);
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
      long result = (long) ZstdBindings.CCTX_REF_PREFIX.invokeExact(self, content, length);
      ZstdErrors.check(result, "setting a prefix");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// One step of a stream between native segments, from [#sourcePosition] to
  /// [#destinationPosition]; both move.
  long step(
      MemorySegment source,
      long sourceLength,
      MemorySegment destination,
      long capacity,
      int directive) {
    try {
      return (long)
          ZstdBindings.COMPRESS_STREAM2.invokeExact(
              held(),
              destination,
              capacity,
              positions,
              source,
              sourceLength,
              sourceWord,
              directive);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @Override
  long nativeSize() {
    try {
      return (long) ZstdBindings.SIZEOF_CCTX_TRIVIAL.invokeExact(self);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @Override
  void nativeFree() {
    try {
      long result = (long) ZstdBindings.FREE_CCTX.invokeExact(self);
      ZstdErrors.check(result, "freeing a context");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
