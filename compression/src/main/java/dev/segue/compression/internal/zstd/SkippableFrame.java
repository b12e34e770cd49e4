// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.lang.foreign.MemorySegment;

/// Writes skippable frames; [FrameLayout] has their layout.
public final class SkippableFrame {

  /// The length of the bytes before the content.
  public static final int HEADER_LENGTH = FrameLayout.SKIPPABLE_HEADER_LENGTH;

  /// The maximum variant.
  public static final int VARIANT_MAX = 15;

  /// The maximum content length.
  public static final long LENGTH_MAX = 0xFFFFFFFFL;

  private SkippableFrame() {}

  /// Writes a frame with the first bytes of a segment.
  ///
  /// @param variant the lower bits of its magic number
  /// @return bytes written
  /// @throws CodecFailure with reason `DESTINATION_TOO_SMALL`
  public static long write(
      MemorySegment bytes, long length, int variant, MemorySegment destination, long offset) {
    if (destination.byteSize() - offset - HEADER_LENGTH < length) {
      throw new CodecFailure(
          Reason.DESTINATION_TOO_SMALL,
          "a skippable frame of %d bytes does not fit into %d"
              .formatted(length + HEADER_LENGTH, destination.byteSize() - offset));
    }
    destination.set(FrameLayout.INT, offset, FrameLayout.SKIPPABLE_MAGIC | variant);
    destination.set(FrameLayout.INT, offset + FrameLayout.MAGIC_LENGTH, (int) length);
    MemorySegment.copy(bytes, 0, destination, offset + HEADER_LENGTH, length);
    return HEADER_LENGTH + length;
  }
}
