// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.natives.Guard;
import dev.segue.compression.natives.Scratch;
import java.lang.foreign.MemorySegment;

/// A compression that goes on from call to call, on a context that is its own until closed.
public final class StreamCompressor {

  private final CompressSettings settings;
  private final CompressContext context;
  private final Guard guard = new Guard("compressor", this::free);
  private final Scratch prefix = new Scratch();
  private long consumed;
  private boolean complete = true;

  /// Begins with settings, which are held until closed.
  public StreamCompressor(CompressSettings settings) {
    this.settings = settings;
    settings.acquire();
    try {
      context = CompressContext.POOL.acquire();
    } catch (RuntimeException e) {
      settings.release();
      throw e;
    }
  }

  /// Begins the next frame, whatever became of the one before.
  ///
  /// @param contentLength its content, -1 when not known
  /// @param prefixContent what precedes the content, as far as matches go; may be empty
  public void begin(long contentLength, MemorySegment prefixContent) {
    guard.acquireExclusively();
    try {
      context.configure(settings);
      context.begin(contentLength);
      long length = prefixContent.byteSize();
      if (length > 0) {
        // A copy: the library keeps the address until the frame ends, and no arena knows.
        MemorySegment copy = prefix.atLeast(length);
        MemorySegment.copy(prefixContent, 0, copy, 0, length);
        context.prefix(copy, length);
      }
      complete = true;
    } finally {
      guard.release();
    }
  }

  /// Takes what it can of the source and gives what it has.
  ///
  /// @param directive 0 to go on, 1 to flush, 2 to end the frame
  /// @return bytes written to the start of the destination
  public long step(MemorySegment source, MemorySegment destination, int directive) {
    guard.acquireExclusively();
    try {
      MemorySegment input = source;
      long length = source.byteSize();
      if (!source.isNative()) {
        length = Math.min(length, ZstdCompression.PIECE_LENGTH);
        input = context.input.atLeast(ZstdCompression.PIECE_LENGTH);
        MemorySegment.copy(source, 0, input, 0, length);
      }
      int now = length == source.byteSize() ? directive : CompressContext.CONTINUE;
      MemorySegment output = destination;
      long capacity = destination.byteSize();
      if (!destination.isNative()) {
        capacity = Math.min(capacity, ZstdCompression.PIECE_LENGTH);
        output = context.output.atLeast(ZstdCompression.PIECE_LENGTH);
      }
      context.sourcePosition(0);
      context.destinationPosition(0);
      long result = context.step(input, length, output, capacity, now);
      ZstdErrors.check(result, "compressing a stream");
      consumed = context.sourcePosition();
      boolean done = directive == CompressContext.CONTINUE || result == 0;
      complete = done && now == directive && consumed == source.byteSize();
      long produced = context.destinationPosition();
      if (!destination.isNative()) {
        MemorySegment.copy(output, 0, destination, 0, produced);
      }
      return produced;
    } finally {
      guard.release();
    }
  }

  /// Bytes of the source that the last step took.
  public long consumed() {
    return consumed;
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
    prefix.free();
    context.reset();
    CompressContext.POOL.release(context);
    settings.release();
  }
}
