// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeRanges;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A `ZSTD_DCtx`. The pool ensures that one thread at a time uses it.
final class DecompressContext extends ZstdContext {

  static final NativePool<DecompressContext> POOL = new NativePool<>(DecompressContext::new);

  private static final long DIRECT_LIMIT = HeapAccess.directLimit(500_000_000);
  private static final int PARAMETER_WINDOW_LOG_MAX = 100;
  private static final int WINDOW_LOG_MIN = 10;
  private static final int WINDOW_LOG_MAX = 31;

  private final Pieces pieces = new DecompressedPieces(this);
  private @Nullable DecompressSettings current;

  private DecompressContext() {
    super(() -> NativeCall.asLong(() -> (long) ZstdBindings.CREATE_DCTX.invokeExact()));
    settle();
  }

  private DecompressContext(Workspace workspace) {
    super(workspace);
  }

  /// Creates a context in the caller's memory.
  static DecompressContext in(Workspace workspace) {
    MemorySegment memory = workspace.context();
    long address =
        NativeCall.asLong(
            () -> (long) StaticBindings.INIT_DCTX.invokeExact(memory, memory.byteSize()));
    StaticBindings.requireInitialised(address, memory);
    return new DecompressContext(workspace);
  }

  /// Applies settings, unless the context already has equal ones. The caller has acquired them.
  void configure(DecompressSettings settings) {
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
    for (int i = 0; i < settings.parameters.length; i++) {
      set(settings.parameters[i], settings.values[i]);
    }
    if (settings.dictionary != null) {
      MemorySegment digest = settings.dictionary.forDecompression();
      use(digest);
      hold(settings.dictionary);
    }
    current = settings;
  }

  /// Begins frames that are read piece by piece with windows of up to `2^windowLogMax` bytes,
  /// regardless of the settings. The next [#configure] applies all settings again.
  private void begin(int windowLogMax) {
    reset(RESET_SESSION);
    current = null;
    set(PARAMETER_WINDOW_LOG_MAX, windowLogMax);
  }

  /// Abandons the current frame, complete or not.
  void reset() {
    reset(RESET_SESSION);
  }

  /// Decompresses the frames of a range, all with the same settings.
  ///
  /// @return bytes written, or an error
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    DecompressSettings settings = Objects.requireNonNull(current);
    // This also rejects formats before zstd 0.8, which some builds of the library can decode.
    long contentBound =
        FrameScanner.contentBound(source, offset, offset + length, settings.magicless);
    long most = Math.min(capacity, contentBound);
    if (Pieces.isNeeded(source, destination, Math.max(length, most))) {
      beginContent(most);
      long result;
      try {
        result = pieces.run(source, offset, length, destination, destinationOffset, capacity);
      } finally {
        reset();
      }
      if (result != ZstdErrors.FRAME_PARAMETER_WINDOW_TOO_LARGE) {
        return result;
      }
      // The window is larger than all content, so decompressing in one call takes less memory.
      configure(settings);
    }
    try {
      if (Math.max(length, most) <= DIRECT_LIMIT
          && NativeRanges.areDirect(source, offset, destination, destinationOffset)) {
        return (long)
            ZstdBindings.DECOMPRESS_DCTX_HEAP.invokeExact(
                held(), destination, capacity, source, length);
      }
      MemorySegment in = ranges.read(source, offset, length);
      MemorySegment out = ranges.write(destination, destinationOffset, capacity, most);
      long result =
          (long)
              ZstdBindings.DECOMPRESS_DCTX.invokeExact(
                  held(), ranges.to(), ranges.room(), ranges.from(), length, in, out);
      return ranges.deliver(result, destination, destinationOffset, capacity);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Begins frames whose window is not allowed to be larger than their content.
  private void beginContent(long contentLength) {
    int log = Long.SIZE - Long.numberOfLeadingZeros(Math.max(contentLength, 1) - 1);
    begin(Math.clamp(log, WINDOW_LOG_MIN, WINDOW_LOG_MAX));
  }

  /// Sets the content that precedes the next frame. Its memory must stay valid until that frame
  /// ends.
  ///
  /// It replaces a dictionary, so the next [#configure] applies all settings again.
  void prefix(MemorySegment content, long length) {
    current = null;
    ZstdErrors.check(
        NativeCall.asLong(
            () -> (long) ZstdBindings.DCTX_REF_PREFIX.invokeExact(self, content, length)),
        "setting a prefix");
  }

  /// Runs one step of a stream; see [#step(MemorySegment, long, MemorySegment, long, int)].
  long step(MemorySegment source, long sourceEnd, MemorySegment destination, long destinationEnd) {
    return step(source, sourceEnd, destination, destinationEnd, 0);
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
        ZstdBindings.DECOMPRESS_STREAM.invokeExact(
            held(), destination, destinationEnd, positions, source, sourceEnd, sourceWord);
  }

  @Override
  long callReset(int directive) throws Throwable {
    return (long) ZstdBindings.DCTX_RESET_TRIVIAL.invokeExact(self, directive);
  }

  @Override
  long callSet(int parameter, int value) throws Throwable {
    return (long) ZstdBindings.DCTX_SET_PARAMETER_TRIVIAL.invokeExact(self, parameter, value);
  }

  @Override
  long callUse(MemorySegment digest) throws Throwable {
    return (long) ZstdBindings.DCTX_REF_DDICT.invokeExact(self, digest);
  }

  @Override
  long nativeSize() throws Throwable {
    return (long) ZstdBindings.SIZEOF_DCTX_TRIVIAL.invokeExact(self);
  }

  @Override
  void nativeFree() throws Throwable {
    ZstdErrors.check((long) ZstdBindings.FREE_DCTX.invokeExact(self), "freeing a context");
  }

  private static final class DecompressedPieces extends Pieces {

    DecompressedPieces(ZstdContext context) {
      super(context);
    }

    @Override
    int directive(boolean isLast) {
      return 0;
    }

    /// The decoder may retain content at the end of a piece, and return it with the next one.
    @Override
    boolean isDone(long result, boolean isRead, boolean isLast) {
      return isRead && (result == 0 || !isLast);
    }

    @Override
    long errorOf(boolean hasProgress, boolean isFull) {
      if (hasProgress) {
        return 0;
      }
      return isFull ? ZstdErrors.DESTINATION_TOO_SMALL : ZstdErrors.SOURCE_SIZE_WRONG;
    }
  }
}
