// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.natives.Guard;
import dev.segue.compression.natives.Scratch;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A decompression that goes on from call to call, on a context that is its own until closed: one
/// from the pool, or one in a [Workspace].
public final class StreamDecompressor {

  private final DecompressSettings settings;
  private final @Nullable Workspace workspace;
  private final DecompressContext context;
  private final Guard guard = new Guard("decompressor", this::free);
  private final Scratch prefix = new Scratch();
  private final KeptBuffer unkeptSource = new KeptBuffer(false);
  private final KeptBuffer keptDestination;
  private long consumed;
  private long totalConsumed;
  private boolean frameComplete = true;

  /// Whether a step failed, which leaves the context in a state that only a reset is defined for.
  private boolean failed;

  /// Begins with settings, which are held until closed.
  ///
  /// @param workspace of [#workspaceLength] bytes, which is released when closed; null for a
  ///   context from the pool
  public StreamDecompressor(DecompressSettings settings, @Nullable Workspace workspace) {
    this.settings = settings;
    this.workspace = workspace;
    this.keptDestination = new KeptBuffer(settings.keepsDestination);
    settings.acquire();
    try {
      context =
          workspace == null ? DecompressContext.POOL.acquire() : DecompressContext.in(workspace);
    } catch (RuntimeException e) {
      settings.release();
      throw e;
    }
  }

  /// The length of a workspace for windows of up to so many bytes.
  public static long workspaceLength(long windowLength) {
    return StaticBindings.decompressLength(windowLength) + Workspace.OVERHEAD;
  }

  /// Begins with the next frame, whatever became of the one before.
  ///
  /// @param prefixContent what precedes the content of the first frame; may be empty
  public void begin(MemorySegment prefixContent) {
    guard.acquireExclusively();
    try {
      context.configure(settings);
      context.reset();
      long length = prefixContent.byteSize();
      if (length > 0) {
        StreamCompressor.requireOwned(
            "a prefix is copied, for which a workspace has no room", context);
        // A copy: the library keeps the address until the frame ends, and no arena knows.
        MemorySegment copy = prefix.atLeast(length);
        MemorySegment.copy(prefixContent, 0, copy, 0, length);
        context.prefix(copy, length);
      }
      frameComplete = true;
      failed = false;
      totalConsumed = 0;
      keptDestination.reset();
    } finally {
      guard.release();
    }
  }

  /// Takes what it can of the source and gives what it has.
  ///
  /// @return bytes written to the start of the destination
  public long step(MemorySegment source, MemorySegment destination) {
    guard.acquireExclusively();
    try {
      ZstdErrors.requireSound(failed, "decompressor");
      long destinationStart = keptDestination.begin(destination, workspace != null);
      unkeptSource.begin(source, workspace != null);
      if (workspace != null) {
        workspace.requireApart(source);
        workspace.requireApart(destination);
      }
      if (frameComplete && source.byteSize() > 0 && !settings.magicless) {
        requireFrame(source);
      }
      MemorySegment input = source;
      long length = source.byteSize();
      if (!source.isNative()) {
        length = Math.min(length, ZstdCompression.PIECE_LENGTH);
        input = context.input.atLeast(ZstdCompression.PIECE_LENGTH);
        MemorySegment.copy(source, 0, input, 0, length);
      }
      MemorySegment output = destination;
      long capacity = destination.byteSize();
      if (!destination.isNative()) {
        capacity = Math.min(capacity, ZstdCompression.PIECE_LENGTH);
        output = context.output.atLeast(ZstdCompression.PIECE_LENGTH);
      }
      context.sourcePosition(0);
      context.destinationPosition(destinationStart);
      long result = context.step(input, length, output, capacity);
      consumed = context.sourcePosition();
      totalConsumed += consumed;
      if (ZstdErrors.isError(result)) {
        failed = true;
        throw ZstdErrors.exception(result, "decompressing a stream", totalConsumed);
      }
      long produced = context.destinationPosition() - destinationStart;
      if (consumed > 0 || produced > 0) {
        frameComplete = result == 0;
        if (frameComplete) {
          context.configure(settings); // after a prefix, which took the dictionary's place
        }
      }
      if (!destination.isNative()) {
        MemorySegment.copy(output, 0, destination, 0, produced);
      }
      keptDestination.end(destination, context.destinationPosition(), frameComplete);
      return produced;
    } finally {
      guard.release();
    }
  }

  /// Some builds of the library decode formats older than zstd 0.8, which begin with other bytes.
  private void requireFrame(MemorySegment source) {
    int first = FrameLayout.u8(source, 0);
    if (first != (FrameLayout.MAGIC & 0xFF) && !FrameLayout.isFirstOfSkippable(first)) {
      throw ZstdErrors.exception(
          ZstdErrors.PREFIX_UNKNOWN, "decompressing a stream", totalConsumed);
    }
  }

  /// Bytes of the source that the last step took.
  public long consumed() {
    return consumed;
  }

  /// Bytes taken since the beginning.
  public long totalConsumed() {
    return totalConsumed;
  }

  /// Whether what was given so far ends where a frame ends.
  public boolean isFrameComplete() {
    return frameComplete;
  }

  /// Gives the context back, once no step is running.
  public void close() {
    guard.close();
  }

  private void free() {
    if (workspace != null) {
      workspace.release();
    } else {
      context.reset();
      DecompressContext.POOL.release(context);
    }
    prefix.free();
    settings.release();
  }
}
