// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A `ZSTD_CCtx`. The pool ensures that one thread at a time uses it.
final class CompressContext extends ZstdContext {

  static final NativePool<CompressContext> POOL = new NativePool<>(CompressContext::new);

  // ZSTD_EndDirective
  static final int CONTINUE = 0;
  static final int END = 2;

  private static final int PARAMETER_LEVEL = 100;

  private final Pieces pieces = new CompressedPieces(this);
  private @Nullable CompressSettings current;

  private CompressContext() {
    super(() -> NativeCall.asLong(() -> (long) ZstdBindings.CREATE_CCTX.invokeExact()));
    settle();
  }

  private CompressContext(Workspace workspace) {
    super(workspace);
  }

  /// Creates a context in the caller's memory.
  static CompressContext in(Workspace workspace) {
    MemorySegment memory = workspace.context();
    long address =
        NativeCall.asLong(
            () -> (long) StaticBindings.INIT_CCTX.invokeExact(memory, memory.byteSize()));
    StaticBindings.requireInitialised(address, memory);
    return new CompressContext(workspace);
  }

  /// Applies settings, unless the context already has equal ones. The caller has acquired them.
  void configure(CompressSettings settings) {
    if (current == settings) {
      return;
    }
    if (settings.isSameAs(current)) {
      current = settings; // so that the next call compares only references
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
      use(digest);
      hold(settings.dictionary);
    }
    current = settings;
  }

  /// Compresses a range to one frame, with the settings of the context.
  ///
  /// @return bytes written, or an error
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (Pieces.isNeeded(source, destination, length)) {
      begin(length);
      return pieces.run(source, offset, length, destination, destinationOffset, capacity);
    }
    try {
      return compressWhole(source, offset, length, destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  private long compressWhole(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity)
      throws Throwable {
    if (length <= heapAccessLimit()
        && NativeRanges.areDirect(source, offset, destination, destinationOffset)) {
      return (long)
          ZstdBindings.COMPRESS2_HEAP.invokeExact(held(), destination, capacity, source, length);
    }
    long most = Math.min(ZstdEngine.bound(length), capacity);
    MemorySegment in = ranges.read(source, offset, length);
    MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
    long result =
        (long)
            ZstdBindings.COMPRESS2.invokeExact(
                held(), ranges.to(), ranges.room(), ranges.from(), length, in, out);
    return ranges.deliver(result, destination, destinationOffset, capacity);
  }

  private long heapAccessLimit() {
    CompressSettings settings = current;
    return settings == null ? HeapAccess.NEVER : settings.heapAccessLimit;
  }

  /// Begins a frame that is written piece by piece.
  ///
  /// @param contentLength the length of its content; -1 if it is not known
  void begin(long contentLength) {
    reset();
    try {
      ZstdErrors.check(
          (long) ZstdBindings.CCTX_SET_PLEDGED_SRC_SIZE_TRIVIAL.invokeExact(self, contentLength),
          "announcing the content size");
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Abandons the current frame, complete or not. The parameters are kept.
  void reset() {
    reset(RESET_SESSION);
  }

  /// Sets the content that precedes the next frame. Its memory must stay valid until that frame
  /// ends.
  ///
  /// It replaces a dictionary, so the next [#configure] applies all settings again.
  void prefix(MemorySegment content, long length) {
    current = null;
    ZstdErrors.check(
        NativeCall.asLong(
            () -> (long) ZstdBindings.CCTX_REF_PREFIX.invokeExact(self, content, length)),
        "setting a prefix");
  }

  @Override
  long callStep(
      MemorySegment source,
      long sourceEnd,
      MemorySegment destination,
      long destinationEnd,
      int directive)
      throws Throwable {
    return (long)
        ZstdBindings.COMPRESS_STREAM2.invokeExact(
            held(),
            destination,
            destinationEnd,
            positions,
            source,
            sourceEnd,
            sourceWord,
            directive);
  }

  @Override
  long callReset(int directive) throws Throwable {
    return (long) ZstdBindings.CCTX_RESET_TRIVIAL.invokeExact(self, directive);
  }

  @Override
  long callSet(int parameter, int value) throws Throwable {
    return (long) ZstdBindings.CCTX_SET_PARAMETER_TRIVIAL.invokeExact(self, parameter, value);
  }

  @Override
  long callUse(MemorySegment digest) throws Throwable {
    return (long) ZstdBindings.CCTX_REF_CDICT.invokeExact(self, digest);
  }

  @Override
  long nativeSize() throws Throwable {
    return (long) ZstdBindings.SIZEOF_CCTX_TRIVIAL.invokeExact(self);
  }

  @Override
  void nativeFree() throws Throwable {
    ZstdErrors.check((long) ZstdBindings.FREE_CCTX.invokeExact(self), "freeing a context");
  }

  private static final class CompressedPieces extends Pieces {

    CompressedPieces(ZstdContext context) {
      super(context);
    }

    @Override
    int directive(boolean isLast) {
      return isLast ? END : CONTINUE;
    }

    @Override
    boolean isDone(long result, boolean isRead, boolean isLast) {
      return isLast ? result == 0 : isRead;
    }

    @Override
    long errorOf(boolean hasProgress, boolean isFull) {
      return isFull ? ZstdErrors.DESTINATION_TOO_SMALL : 0;
    }
  }
}
