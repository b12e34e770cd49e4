// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Selects the dictionary of each frame of a stream, by the id in the header of the frame.
///
/// libzstd accepts a dictionary only before it has read any part of the frame, but the header may
/// arrive in pieces. The pieces are retained in memory of the context until the header is complete.
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

  /// Begins a frame.
  void begin() {
    choosing = true;
    held = 0;
  }

  /// Skips the frame, whose dictionary is not selected here.
  void skip() {
    choosing = false;
    held = 0;
  }

  /// Returns whether the header of the frame is still incomplete.
  boolean isChoosing() {
    return choosing;
  }

  /// Reads the next bytes of the frame, up to the end of its header, and configures the context
  /// when the header is complete. Then the context must process the [#held] bytes before any
  /// others.
  ///
  /// @return bytes read
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
        return 0; // the whole header is in the input, where the context can read it
      }
    }
    return taken;
  }

  /// Returns the number of retained header bytes, at the start of [DecompressContext#header].
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
