// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.Guard;
import dev.segue.compression.internal.natives.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// A streaming decompressor. Until it is closed, it owns a context from the pool or in a
/// [Workspace].
public final class StreamDecompressor {

  /// The length of the buffer for [#put].
  public static final int PIECE_LENGTH = 64 << 10;

  private final DecompressSettings settings;
  private final @Nullable Workspace workspace;
  private final DecompressContext context;
  private final Guard guard = new Guard("decompressor", this::free);
  private final Scratch prefix = new Scratch();
  private final KeptBuffer unkeptSource = new KeptBuffer(false);
  private final KeptBuffer keptDestination;
  private final Portions portions = new Portions();
  private final SeenHeader header = new SeenHeader();

  /// Selects among several dictionaries; null if there is at most one.
  private final @Nullable FrameDictionary choice;

  private long heldPosition;
  private long heldEnd;
  private long consumed;
  private long totalConsumed;
  private boolean frameComplete = true;

  /// Whether the current or next frame uses a prefix instead of a dictionary.
  private boolean isPrefixed;

  /// Whether a step has failed. After that, only a reset of the context is defined.
  private boolean failed;

  /// Creates a decompressor that holds its settings until it is closed.
  ///
  /// @param workspace memory of [#workspaceLength] bytes, which is released on close; null for a
  ///   context from the pool
  public StreamDecompressor(DecompressSettings settings, @Nullable Workspace workspace) {
    this.settings = settings;
    this.workspace = workspace;
    this.keptDestination = new KeptBuffer(settings.keepsDestination);
    settings.acquireAll();
    try {
      context =
          workspace == null ? DecompressContext.POOL.acquire() : DecompressContext.in(workspace);
    } catch (RuntimeException | Error e) {
      settings.releaseAll();
      throw e;
    }
    this.choice = settings.hasOthers() ? new FrameDictionary(settings, context) : null;
  }

  /// Returns the length of a workspace for windows up to a length.
  public static long workspaceLength(long windowLength) {
    return StaticBindings.decompressLength(windowLength) + Workspace.OVERHEAD;
  }

  /// Begins a new frame, and abandons an incomplete one.
  ///
  /// @param prefixContent the preceding content that the first frame may refer to; may be empty
  public void begin(MemorySegment prefixContent) {
    guard.acquireExclusively();
    try {
      context.configure(settings);
      context.reset();
      long length = prefixContent.byteSize();
      isPrefixed = length > 0;
      if (choice != null) {
        choice.skip();
      }
      if (isPrefixed) {
        StreamCompressor.requireOwned(
            "a prefix cannot be used in a workspace, which has no room for a copy", context);
        // A copy, since the library uses the address until the frame ends, and no call holds its
        // arena.
        MemorySegment copy = prefix.atLeast(length);
        MemorySegment.copy(prefixContent, 0, copy, 0, length);
        context.prefix(copy, length);
      }
      frameComplete = true;
      failed = false;
      totalConsumed = 0;
      heldPosition = 0;
      heldEnd = 0;
      portions.reset();
      keptDestination.reset();
    } finally {
      guard.release();
    }
  }

  /// Reads as much of the source, and writes as much to the destination, as possible.
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
      MemorySegment input = source;
      long length = source.byteSize();
      if (!source.isNative()) {
        length = portions.next(length);
        input = context.input.atLeast(Pieces.PIECE_LENGTH);
        MemorySegment.copy(source, 0, input, 0, length);
      }
      MemorySegment output = destination;
      long capacity = destination.byteSize();
      if (!destination.isNative()) {
        capacity = Math.min(capacity, Pieces.PIECE_LENGTH);
        output = context.output.atLeast(Pieces.PIECE_LENGTH);
      }
      long produced = run(input, 0, length, output, destinationStart, capacity);
      portions.taken(length, consumed);
      if (!destination.isNative()) {
        MemorySegment.copy(output, 0, destination, 0, produced);
      }
      keptDestination.end(destination, context.destinationPosition(), frameComplete);
      return produced;
    } finally {
      guard.release();
    }
  }

  /// Copies a piece of the source for [#take], which must have read all of the previous one. The
  /// piece is copied only once, even if the steps are short.
  ///
  /// @param length at most [#PIECE_LENGTH]
  public void put(byte[] source, int length) {
    guard.acquireExclusively();
    try {
      MemorySegment input = context.input.atLeast(PIECE_LENGTH);
      MemorySegment.copy(source, 0, input, ValueLayout.JAVA_BYTE, 0, length);
      heldPosition = 0;
      heldEnd = length;
    } finally {
      guard.release();
    }
  }

  /// Decompresses the piece from [#put].
  ///
  /// @return bytes written to the array; 0 if the piece has no more content
  public int take(byte[] content, int offset, int length) {
    guard.acquireExclusively();
    try {
      ZstdErrors.requireSound(failed, "decompressor");
      MemorySegment input = context.input.atLeast(PIECE_LENGTH);
      MemorySegment output = context.output.atLeast(PIECE_LENGTH);
      long room = Math.min(length, PIECE_LENGTH);
      long produced;
      do {
        produced = run(input, heldPosition, heldEnd, output, 0, room);
        heldPosition += consumed;
      } while (produced == 0 && heldPosition < heldEnd);
      MemorySegment.copy(output, ValueLayout.JAVA_BYTE, 0, content, offset, (int) produced);
      return (int) produced;
    } finally {
      guard.release();
    }
  }

  /// Runs one step on ranges of native segments.
  private long run(
      MemorySegment input,
      long inputStart,
      long inputEnd,
      MemorySegment output,
      long outputStart,
      long outputEnd) {
    if (frameComplete && inputStart < inputEnd) {
      beginFrame(input, inputStart, inputEnd);
    }
    context.sourcePosition(inputStart);
    context.destinationPosition(outputStart);
    long result =
        choice == null || (!choice.isChoosing() && choice.held() == 0)
            ? context.step(input, inputEnd, output, outputEnd)
            : stepAfterHeader(choice, input, inputStart, inputEnd, output, outputEnd);
    consumed = context.sourcePosition() - inputStart;
    totalConsumed += consumed;
    if (ZstdErrors.isError(result)) {
      failed = true;
      header.add(input, inputStart, inputEnd);
      long room = settings.keepsDestination ? outputEnd : Long.MAX_VALUE;
      throw header.explain(result, settings, totalConsumed, room, isPrefixed);
    }
    header.add(input, inputStart, inputStart + consumed);
    long produced = context.destinationPosition() - outputStart;
    if (consumed > 0 || produced > 0) {
      frameComplete = result == 0;
      if (frameComplete) {
        isPrefixed = false;
        if (choice == null) {
          context.configure(settings); // after a prefix, which has replaced the dictionary
        }
      }
    }
    return produced;
  }

  private void beginFrame(MemorySegment input, long start, long end) {
    header.begin(totalConsumed);
    if (!settings.magicless) {
      requireFrame(input, start, end);
    }
    if (choice != null && !isPrefixed) {
      choice.begin();
    }
  }

  /// Runs a step at the beginning of a frame, whose header selects the dictionary.
  private long stepAfterHeader(
      FrameDictionary chooser,
      MemorySegment input,
      long inputStart,
      long inputEnd,
      MemorySegment output,
      long outputEnd) {
    long start = inputStart + chooser.take(input, inputStart, inputEnd);
    if (chooser.isChoosing()) {
      context.sourcePosition(start);
      return 1; // at least one more byte is needed
    }
    if (chooser.held() > 0) {
      // Only a header, which the context reads completely, without writing content.
      context.sourcePosition(0);
      long result = context.step(context.header(), chooser.held(), output, outputEnd);
      chooser.skip();
      if (ZstdErrors.isError(result) || start == inputEnd) {
        context.sourcePosition(start);
        return result;
      }
    }
    context.sourcePosition(start);
    return context.step(input, inputEnd, output, outputEnd);
  }

  /// Checks that a frame is from zstd 0.8 or later. Some builds of the library decode older
  /// formats, which start with other bytes.
  private void requireFrame(MemorySegment source, long start, long end) {
    int first = FrameLayout.u8(source, start);
    if (first != (FrameLayout.MAGIC & 0xFF) && !FrameLayout.isFirstOfSkippable(first)) {
      throw FrameErrors.noFrame(source, start, end, totalConsumed);
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

  /// Returns the number of bytes read since [#begin].
  public long totalConsumed() {
    return totalConsumed;
  }

  /// Returns whether the input so far ends at the end of a frame.
  public boolean isFrameComplete() {
    return frameComplete;
  }

  /// Releases the context, after a running step has ended.
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
    settings.releaseAll();
  }
}
