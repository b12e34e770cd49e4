// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.Guard;
import dev.segue.compression.internal.natives.Scratch;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A streaming compressor. Until it is closed, it owns a context from the pool or in a [Workspace].
public final class StreamCompressor {

  private final CompressSettings settings;
  private final @Nullable Workspace workspace;
  private final Guard guard = new Guard("compressor", this::free);
  private final Scratch prefix = new Scratch();
  private final Portions portions = new Portions();
  private CompressContext context;
  private final KeptBuffer keptSource;
  private final KeptBuffer keptDestination;
  private long consumed;
  private boolean complete = true;
  private boolean frameEnded = true;

  /// Whether a step has failed. After that, only a reset of the context is defined.
  private boolean failed;

  /// Creates a compressor that holds its settings until it is closed.
  ///
  /// @param workspace memory of [#workspaceLength] bytes, which is released on close; null for a
  ///   context from the pool
  public StreamCompressor(CompressSettings settings, @Nullable Workspace workspace) {
    this.settings = settings;
    this.workspace = workspace;
    this.keptSource = new KeptBuffer(settings.keepsSource);
    this.keptDestination = new KeptBuffer(settings.keepsDestination);
    settings.acquire();
    try {
      context = open(workspace);
    } catch (RuntimeException | Error e) {
      settings.release();
      throw e;
    }
  }

  private static CompressContext open(@Nullable Workspace workspace) {
    return workspace == null ? CompressContext.POOL.acquire() : CompressContext.in(workspace);
  }

  /// Returns whether the context must be freed instead of reused, and before prefix and dictionary
  /// are freed. Its threads may still read them, and freeing the context waits for the threads.
  /// Also, even after `ZSTD_CCtx_reset`, a context expects the rest of a stable source.
  private boolean isStuck() {
    return !frameEnded && (settings.isThreaded || settings.keepsSource);
  }

  /// Returns the length of a workspace for settings.
  ///
  /// @throws IllegalArgumentException if the settings have threads, which allocate memory
  public static long workspaceLength(CompressSettings settings) {
    if (settings.isThreaded) {
      throw new IllegalArgumentException("options with workers cannot be used in a workspace");
    }
    return StaticBindings.compressLength(settings) + Workspace.OVERHEAD;
  }

  /// Begins a new frame, and abandons an incomplete one.
  ///
  /// @param contentLength the length of its content; -1 if it is not known
  /// @param prefixContent the preceding content that matches may refer to; may be empty
  public void begin(long contentLength, MemorySegment prefixContent) {
    guard.acquireExclusively();
    try {
      if (isStuck()) {
        CompressContext abandoned = context;
        context = open(workspace);
        abandoned.free();
      }
      context.configure(settings);
      context.begin(contentLength);
      long length = prefixContent.byteSize();
      if (length > 0) {
        requireOwned(
            "a prefix cannot be used in a workspace, which has no room for a copy", context);
        // A copy, since the library uses the address until the frame ends, and no call holds its
        // arena.
        MemorySegment copy = prefix.atLeast(length);
        MemorySegment.copy(prefixContent, 0, copy, 0, length);
        context.prefix(copy, length);
      }
      complete = true;
      frameEnded = true;
      failed = false;
      portions.reset();
      keptSource.reset();
      keptDestination.reset();
    } finally {
      guard.release();
    }
  }

  static void requireOwned(String reason, ZstdContext context) {
    if (!context.isOwned()) {
      throw new IllegalArgumentException(reason);
    }
  }

  /// Reads as much of the source, and writes as much to the destination, as possible.
  ///
  /// @param directive 0 to continue, 1 to flush, 2 to end the frame
  /// @return bytes written to the start of the destination
  public long step(MemorySegment source, MemorySegment destination, int directive) {
    guard.acquireExclusively();
    try {
      ZstdErrors.requireSound(failed, "compressor");
      long sourceStart = keptSource.begin(source, workspace != null);
      long destinationStart = keptDestination.begin(destination, workspace != null);
      if (workspace != null) {
        workspace.requireApart(source);
        workspace.requireApart(destination);
      }
      MemorySegment input = source;
      long length = source.byteSize();
      if (!source.isNative()) {
        length = portions.next(length);
        input = context.input.atLeast(Pieces.PIECE_LENGTH);
        MemorySegment.copy(source, 0, input, 0, length);
      }
      int now = length == source.byteSize() ? directive : CompressContext.CONTINUE;
      MemorySegment output = destination;
      long capacity = destination.byteSize();
      if (!destination.isNative()) {
        capacity = Math.min(capacity, Pieces.PIECE_LENGTH);
        output = context.output.atLeast(Pieces.PIECE_LENGTH);
      }
      context.sourcePosition(sourceStart);
      context.destinationPosition(destinationStart);
      frameEnded = false;
      long result = context.step(input, length, output, capacity, now);
      failed = ZstdErrors.isError(result);
      ZstdErrors.check(result, "compressing a stream");
      consumed = context.sourcePosition() - sourceStart;
      portions.taken(length, consumed);
      boolean done = directive == CompressContext.CONTINUE || result == 0;
      complete = done && now == directive && context.sourcePosition() == source.byteSize();
      long produced = context.destinationPosition() - destinationStart;
      if (!destination.isNative()) {
        MemorySegment.copy(output, 0, destination, 0, produced);
      }
      frameEnded = now == CompressContext.END && result == 0;
      if (frameEnded) {
        context.configure(settings); // after a prefix, which has replaced the dictionary
      }
      keptSource.end(source, context.sourcePosition(), frameEnded);
      keptDestination.end(destination, context.destinationPosition(), frameEnded);
      return produced;
    } finally {
      guard.release();
    }
  }

  /// Returns whether the context is in the caller's memory.
  public boolean isInWorkspace() {
    return workspace != null;
  }

  /// Returns the number of source bytes that the last step has read.
  public long consumed() {
    return consumed;
  }

  /// Returns whether the last step has completed its directive.
  public boolean isComplete() {
    return complete;
  }

  /// Releases the context, after a running step has ended.
  public void close() {
    guard.close();
  }

  private void free() {
    if (workspace != null) {
      workspace.release();
    } else if (isStuck()) {
      context.free();
    } else {
      context.reset();
      CompressContext.POOL.release(context);
    }
    prefix.free();
    settings.release();
  }
}
