// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativeRanges;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Scratch;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/// A `ZSTD_CCtx` or `ZSTD_DCtx`, with the scratch memory and positions that its calls need. Used by
/// one thread at a time.
///
/// The context is in libzstd's memory, or in a [Workspace] of the caller. Native calls get it as a
/// segment, whose arena cannot be closed during the call:
/// - [#self] and [#positions] belong to the arena of that memory;
/// - [#held] is the same context, in the arena of a dictionary that is not copied.
abstract class ZstdContext implements NativeResource {

  static final int RESET_SESSION = 1;
  static final int RESET_SESSION_AND_PARAMETERS = 3;

  /// The length of the memory for positions and a frame header: the words of a [Staging].
  static final long CONTROL_LENGTH = Staging.WORDS_LENGTH;

  private static final long DESTINATION_POSITION = 0;
  private static final long SOURCE_POSITION = 8;
  private static final long POSITIONS_LENGTH = 16;

  private final Staging staging;

  /// The ranges of a call for whole segments.
  final NativeRanges ranges;

  /// Scratch memory for a source, between calls.
  final Scratch input;

  /// Scratch memory for a destination, between calls.
  final Scratch output;

  /// The context, for calls that read no dictionary.
  final MemorySegment self;

  /// Receives the positions after a step. The first 8 of its 16 bytes are the position in the
  /// destination.
  final MemorySegment positions;

  /// Receives the position in the source after a step.
  final MemorySegment sourceWord;

  /// The context, for calls that read a dictionary.
  private MemorySegment held;

  private final boolean owned;
  private long accounted;

  /// Creates a context in libzstd's memory.
  ///
  /// @param create lets libzstd create a context and returns its address; 0 if out of memory
  ZstdContext(LongSupplier create) {
    this.staging = new Staging(); // first, since a context would leak if this failed
    this.owned = true;
    this.input = staging.input();
    this.output = staging.output();
    this.ranges = new NativeRanges(staging);
    this.positions = positions(staging);
    this.sourceWord = positions.asSlice(SOURCE_POSITION);
    try {
      this.self = created(create.getAsLong());
    } catch (RuntimeException | Error e) {
      staging.free();
      throw e;
    }
    this.held = self;
  }

  private static MemorySegment created(long address) {
    if (address == 0) {
      throw ZstdErrors.failure(ZstdErrors.MEMORY_ALLOCATION, "creating a context");
    }
    return MemorySegment.ofAddress(address);
  }

  /// Creates a context in the caller's memory, which libzstd has initialised.
  ZstdContext(Workspace workspace) {
    this.staging = new Staging(workspace.control());
    this.owned = false;
    this.input = staging.input();
    this.output = staging.output();
    this.ranges = new NativeRanges(staging);
    this.positions = positions(staging);
    this.sourceWord = positions.asSlice(SOURCE_POSITION);
    this.self = workspace.context();
    this.held = self;
  }

  private static MemorySegment positions(Staging staging) {
    return staging.words().asSlice(0, POSITIONS_LENGTH);
  }

  /// Returns memory for the header of a frame that arrives in pieces.
  final MemorySegment header() {
    return staging.words().asSlice(POSITIONS_LENGTH);
  }

  /// Returns whether the context is in libzstd's memory, and can grow.
  final boolean isOwned() {
    return owned;
  }

  /// Returns the context, for calls that read a dictionary.
  final MemorySegment held() {
    return held;
  }

  /// Makes later calls hold the arena of a dictionary, if the dictionary is not a copy.
  final void hold(DigestedDictionary dictionary) {
    held = dictionary.inItsScope(self);
  }

  /// Reverts [#hold].
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

  /// Runs one step of a stream on native segments, from [#sourcePosition] and to
  /// [#destinationPosition], and moves both.
  ///
  /// @param directive the action on the frame; ignored by decompression
  /// @return a result of libzstd
  final long step(
      MemorySegment source,
      long sourceEnd,
      MemorySegment destination,
      long destinationEnd,
      int directive) {
    try {
      return callStep(source, sourceEnd, destination, destinationEnd, directive);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Calls the function of [#step].
  abstract long callStep(
      MemorySegment source,
      long sourceEnd,
      MemorySegment destination,
      long destinationEnd,
      int directive)
      throws Throwable;

  /// Resets the context.
  ///
  /// @param directive a `ZSTD_ResetDirective`
  final void reset(int directive) {
    try {
      ZstdErrors.check(callReset(directive), "resetting a context");
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Calls the function of [#reset].
  abstract long callReset(int directive) throws Throwable;

  /// Sets a parameter.
  final void set(int parameter, int value) {
    try {
      ZstdErrors.checkParameter(callSet(parameter, value), parameter, value);
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Calls the function of [#set].
  abstract long callSet(int parameter, int value) throws Throwable;

  /// Makes the context use a digested dictionary.
  final void use(MemorySegment digest) {
    try {
      ZstdErrors.check(callUse(digest), "setting a dictionary");
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  /// Calls the function of [#use].
  abstract long callUse(MemorySegment digest) throws Throwable;

  /// Calls the function that returns the memory of the context.
  abstract long nativeSize() throws Throwable;

  /// Calls the function that frees the context.
  abstract void nativeFree() throws Throwable;

  @Override
  public final long settle() {
    if (!owned) {
      return 0;
    }
    try {
      long size = nativeSize();
      if (size != accounted) {
        NativeMemory.account(size - accounted);
        accounted = size;
      }
      return size + staging.scratchBytes();
    } catch (Throwable t) {
      throw NativeCall.unchecked(t);
    }
  }

  @Override
  public final void free() {
    if (owned) {
      settle();
      NativeCall.run(this::nativeFree);
      NativeMemory.account(-accounted);
    }
    staging.free();
  }
}
