// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;

/// A buffer of a stream, which the caller may have promised to keep in place until the frame ends
/// (`ZSTD_c_stableInBuffer` and its like): then each step goes on where the last one stopped.
final class KeptBuffer {

  private final boolean kept;
  private long address;
  private long position;

  /// @param kept whether it was promised; else each step begins at the start of what it is given
  KeptBuffer(boolean kept) {
    this.kept = kept;
  }

  /// Where a step begins in a segment.
  ///
  /// @param nativeOnly whether the segment has to be native for another reason
  /// @throws IllegalArgumentException for a segment that is not the one that was to stay
  long begin(MemorySegment segment, boolean nativeOnly) {
    if (!segment.isNative() && (kept || nativeOnly)) {
      throw new IllegalArgumentException(
          "with a workspace, or buffers that stay, segments have to be native: " + segment);
    }
    if (position > 0 && (segment.address() != address || segment.byteSize() < position)) {
      throw new IllegalArgumentException(
          "the buffer is to stay until the frame ends, this is another one: " + segment);
    }
    return position;
  }

  /// Remembers where a step ended.
  void end(MemorySegment segment, long endPosition, boolean frameEnded) {
    if (kept) {
      address = segment.address();
      position = frameEnded ? 0 : endPosition;
    }
  }

  /// Begins another frame.
  void reset() {
    position = 0;
  }
}
