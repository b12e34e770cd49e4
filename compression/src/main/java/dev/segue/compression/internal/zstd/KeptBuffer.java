// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;

/// The state of a stream buffer that the caller may keep in place until the frame ends
/// (`ZSTD_c_stableInBuffer` and similar parameters). Each step then continues at the position of
/// the last one.
final class KeptBuffer {

  private final boolean kept;
  private long address;
  private long position;

  /// @param kept whether the buffer stays in place; otherwise each step begins at its start
  KeptBuffer(boolean kept) {
    this.kept = kept;
  }

  /// Returns the position at which a step begins.
  ///
  /// @param nativeOnly whether the segment must be native for another reason
  /// @throws IllegalArgumentException if the segment is not the buffer of the last step
  long begin(MemorySegment segment, boolean nativeOnly) {
    if (!segment.isNative() && (kept || nativeOnly)) {
      throw new IllegalArgumentException(
          "with a workspace or stable buffers, segments must be native: segment=" + segment);
    }
    if (position > 0 && (segment.address() != address || segment.byteSize() < position)) {
      throw new IllegalArgumentException(
          "a stable buffer must stay the same until the frame ends: segment=" + segment);
    }
    return position;
  }

  /// Records the position at which a step has ended.
  void end(MemorySegment segment, long endPosition, boolean frameEnded) {
    if (kept) {
      address = segment.address();
      position = frameEnded ? 0 : endPosition;
    }
  }

  /// Begins a new frame.
  void reset() {
    position = 0;
  }
}
