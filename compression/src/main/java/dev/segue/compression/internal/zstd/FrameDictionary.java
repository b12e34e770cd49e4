// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Sets a stream's context to the dictionary that each frame's header asks for.
///
/// libzstd takes a dictionary only before it has seen any of the frame, and the header may come in
/// pieces: these are held back, in memory of the context's, until the header is whole.
final class FrameDictionary {

  private final DecompressSettings settings;
  private final DecompressContext context;
  private final MemorySegment header;
  private boolean choosing;
  private long held;

  FrameDictionary(DecompressSettings settings, DecompressContext context) {
    this.settings = settings;
    this.context = context;
    this.header = context.header();
  }

  /// Begins with a frame.
  void begin() {
    choosing = true;
    held = 0;
  }

  /// Forgets the frame: its dictionary is not chosen here.
  void skip() {
    choosing = false;
    held = 0;
  }

  /// Whether the frame's header is not whole yet.
  boolean isChoosing() {
    return choosing;
  }

  /// Takes the next bytes of the frame in, as far as its header, and sets the context when that is
  /// whole. [#held] bytes have to be given to the context then, before the others.
  ///
  /// @return bytes taken
  long take(MemorySegment input, long start, long end) {
    long heldBefore = held;
    long taken = 0;
    while (!isWhole() && start + taken < end) {
      header.set(ValueLayout.JAVA_BYTE, held, input.get(ValueLayout.JAVA_BYTE, start + taken));
      held++;
      taken++;
    }
    if (isWhole()) {
      choosing = false;
      context.configure(settings.forDictionary(id()));
      if (heldBefore == 0) {
        held = 0;
        return 0; // all of the header is in the input, and can be read there
      }
    }
    return taken;
  }

  /// The header's bytes that were held back, at the start of [DecompressContext#header].
  long held() {
    return held;
  }

  private boolean isWhole() {
    if (isSkippable()) {
      return true;
    }
    long descriptor = descriptor();
    return held > descriptor
        && held >= descriptor + FrameLayout.headerLength(FrameLayout.u8(header, descriptor));
  }

  private int id() {
    long descriptor = descriptor();
    return isSkippable()
        ? 0
        : FrameLayout.dictionaryId(header, descriptor, FrameLayout.u8(header, descriptor));
  }

  private long descriptor() {
    return settings.magicless ? 0 : FrameLayout.MAGIC_LENGTH;
  }

  private boolean isSkippable() {
    return !settings.magicless
        && held >= FrameLayout.MAGIC_LENGTH
        && FrameLayout.isSkippable(FrameLayout.i32(header, 0));
  }
}
