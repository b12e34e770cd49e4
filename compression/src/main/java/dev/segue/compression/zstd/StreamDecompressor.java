// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.natives.Guard;
import dev.segue.compression.natives.Scratch;
import java.lang.foreign.MemorySegment;

/// A decompression that goes on from call to call, on a context that is its own until closed.
public final class StreamDecompressor {

  private final DecompressSettings settings;
  private final DecompressContext context;
  private final Guard guard = new Guard("decompressor", this::free);
  private final Scratch prefix = new Scratch();
  private long consumed;
  private long totalConsumed;
  private boolean frameComplete = true;

  /// Begins with settings, which are held until closed.
  public StreamDecompressor(DecompressSettings settings) {
    this.settings = settings;
    settings.acquire();
    try {
      context = DecompressContext.POOL.acquire();
    } catch (RuntimeException e) {
      settings.release();
      throw e;
    }
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
        // A copy: the library keeps the address until the frame ends, and no arena knows.
        MemorySegment copy = prefix.atLeast(length);
        MemorySegment.copy(prefixContent, 0, copy, 0, length);
        context.prefix(copy, length);
      }
      frameComplete = true;
      totalConsumed = 0;
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
      context.destinationPosition(0);
      long result = context.step(input, length, output, capacity);
      consumed = context.sourcePosition();
      totalConsumed += consumed;
      if (ZstdErrors.isError(result)) {
        throw ZstdErrors.exception(result, "decompressing a stream", totalConsumed);
      }
      long produced = context.destinationPosition();
      if (consumed > 0 || produced > 0) {
        frameComplete = result == 0;
      }
      if (!destination.isNative()) {
        MemorySegment.copy(output, 0, destination, 0, produced);
      }
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
    prefix.free();
    context.reset();
    DecompressContext.POOL.release(context);
    settings.release();
  }
}
