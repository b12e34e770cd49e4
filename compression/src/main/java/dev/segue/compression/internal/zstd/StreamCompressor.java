// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.Guard;
import dev.segue.compression.internal.natives.Scratch;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A compression that goes on from call to call, on a context that is its own until closed: one
/// from the pool, or one in a [Workspace].
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

  /// Whether a step failed, which leaves the context in a state that only a reset is defined for.
  private boolean failed;

  /// Begins with settings, which are held until closed.
  ///
  /// @param workspace of [#workspaceLength] bytes, which is released when closed; null for a
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

  /// Whether the context must not be used again, nor what it was given be freed, before it is: its
  /// threads may still be reading prefix and dictionary, which freeing it waits for; and
  /// `ZSTD_CCtx_reset` leaves it counting on the rest of a source that was to stay.
  private boolean isStuck() {
    return !frameEnded && (settings.isThreaded || settings.keepsSource);
  }

  /// The length of a workspace for settings.
  ///
  /// @throws IllegalArgumentException for settings with threads, whose memory is their own
  public static long workspaceLength(CompressSettings settings) {
    if (settings.isThreaded) {
      throw new IllegalArgumentException("options with workers have no place in a workspace");
    }
    return StaticBindings.compressLength(settings) + Workspace.OVERHEAD;
  }

  /// Begins the next frame, whatever became of the one before.
  ///
  /// @param contentLength its content, -1 when not known
  /// @param prefixContent what precedes the content, as far as matches go; may be empty
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
        requireOwned("a prefix is copied, for which a workspace has no room", context);
        // A copy: the library keeps the address until the frame ends, and no arena knows.
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

  /// Takes what it can of the source and gives what it has.
  ///
  /// @param directive 0 to go on, 1 to flush, 2 to end the frame
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
        context.configure(settings); // after a prefix, which took the dictionary's place
      }
      keptSource.end(source, context.sourcePosition(), frameEnded);
      keptDestination.end(destination, context.destinationPosition(), frameEnded);
      return produced;
    } finally {
      guard.release();
    }
  }

  /// Whether its context is in memory of the caller's.
  public boolean isInWorkspace() {
    return workspace != null;
  }

  /// Bytes of the source that the last step took.
  public long consumed() {
    return consumed;
  }

  /// Whether a step has failed since the last frame was begun.
  public boolean hasFailed() {
    return failed;
  }

  /// Whether the last step left nothing to do for its directive.
  public boolean isComplete() {
    return complete;
  }

  /// Gives the context back, once no step is running.
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
