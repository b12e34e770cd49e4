// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Scratch;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/// What a `ZSTD_CCtx` and a `ZSTD_DCtx` have in common: their memory, and the scratch memory and
/// positions that their calls need. Used by one thread at a time.
///
/// The memory is libzstd's own, or a [Workspace] of the caller's. Either way calls are given it as
/// segments, whose arenas can't be closed while a call lasts:
/// - [#self] and [#positions] belong to the arena of that memory;
/// - [#held] is the same context as [#self], in the arena of a dictionary that is not copied.
abstract class ZstdContext implements NativeResource {

  static final int RESET_SESSION = 1;
  static final int RESET_SESSION_AND_PARAMETERS = 3;

  private static final long DESTINATION_POSITION = 0;
  private static final long SOURCE_POSITION = 8;
  private static final long POSITIONS_LENGTH = 16;

  /// The positions of a step, and the header of a frame that came in pieces.
  static final long CONTROL_LENGTH = POSITIONS_LENGTH + 24;

  final Scratch input = new Scratch();
  final Scratch output = new Scratch();

  /// The context, for calls that touch nothing else.
  final MemorySegment self;

  /// Where a step writes its position in the destination; 16 bytes, of which the first 8 are it.
  final MemorySegment positions;

  /// Where a step writes its position in the source.
  final MemorySegment sourceWord;

  private final MemorySegment control;

  /// The context, for calls that read a dictionary.
  private MemorySegment held;

  private final boolean owned;
  private long accounted;

  /// A context in memory of libzstd.
  ///
  /// @param create has libzstd create a context, and returns its address; 0 if it cannot allocate
  ZstdContext(LongSupplier create) {
    this.owned = true;
    this.control =
        NativeMemory.allocate(CONTROL_LENGTH); // first: a context would leak if it failed
    this.positions = control.asSlice(0, POSITIONS_LENGTH);
    this.sourceWord = positions.asSlice(SOURCE_POSITION);
    try {
      this.self = created(create.getAsLong());
    } catch (Throwable t) {
      NativeMemory.free(control);
      throw t;
    }
    this.held = self;
  }

  private static MemorySegment created(long address) {
    if (address == 0) {
      throw ZstdErrors.exception(ZstdErrors.MEMORY_ALLOCATION, "creating a context", -1);
    }
    return MemorySegment.ofAddress(address);
  }

  /// A context in memory of a caller's, which was initialised.
  ZstdContext(Workspace workspace) {
    this.owned = false;
    this.self = workspace.context();
    this.held = self;
    this.control = workspace.control();
    this.positions = control.asSlice(0, POSITIONS_LENGTH);
    this.sourceWord = positions.asSlice(SOURCE_POSITION);
  }

  /// Memory for the header of a frame.
  final MemorySegment header() {
    return control.asSlice(POSITIONS_LENGTH);
  }

  /// Whether the memory is libzstd's, which can take more when it needs more.
  final boolean isOwned() {
    return owned;
  }

  /// The context, for calls that read a dictionary.
  final MemorySegment held() {
    return held;
  }

  /// Has later calls hold the arena of a dictionary that was set, if it has one of its own.
  final void hold(DigestedDictionary dictionary) {
    held = dictionary.inItsScope(self);
  }

  /// Undoes [#hold].
  final void holdNothing() {
    held = self;
  }

  final long sourcePosition() {
    return positions.get(JAVA_LONG, SOURCE_POSITION);
  }

  final void sourcePosition(long position) {
    positions.set(JAVA_LONG, SOURCE_POSITION, position);
  }

  final long destinationPosition() {
    return positions.get(JAVA_LONG, DESTINATION_POSITION);
  }

  final void destinationPosition(long position) {
    positions.set(JAVA_LONG, DESTINATION_POSITION, position);
  }

  /// Asks libzstd how much memory the context takes now.
  abstract long nativeSize();

  /// Gives libzstd's memory back to it.
  abstract void nativeFree();

  @Override
  public final long settle() {
    if (!owned) {
      return 0;
    }
    long size = nativeSize();
    if (size != accounted) {
      NativeMemory.account(size - accounted);
      accounted = size;
    }
    return size + input.sizeBytes() + output.sizeBytes();
  }

  @Override
  public final void free() {
    if (owned) {
      settle();
      nativeFree();
      NativeMemory.account(-accounted);
      NativeMemory.free(control);
    }
    input.free();
    output.free();
  }
}
