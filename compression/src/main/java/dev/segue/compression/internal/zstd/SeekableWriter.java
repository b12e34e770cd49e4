// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.codec.CheckedCodec;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// Writes the frames and the table of the zstd seekable format; [SeekTable] has its layout.
/// Allocates nothing on the heap.
public final class SeekableWriter {

  private SeekableWriter() {}

  /// Compresses content to the start of the destination.
  ///
  /// @param codec writes frames that state the length of their content
  /// @param hasChecksum whether frames end with a checksum
  /// @param frameContentLength the content of each frame except the last
  /// @return bytes written
  public static long write(
      CheckedCodec codec,
      boolean hasChecksum,
      MemorySegment source,
      int frameContentLength,
      MemorySegment destination) {
    long length = source.byteSize();
    int frames = Math.toIntExact(Math.ceilDiv(length, frameContentLength));
    Staging staging = Staging.POOL.acquire();
    try {
      MemorySegment table =
          staging
              .output()
              .atLeast((long) frames * SeekTable.ENTRY_LENGTH + SeekTable.FOOTER_LENGTH);
      long written = 0;
      long entry = 0;
      for (long offset = 0; offset < length; offset += frameContentLength) {
        long portion = Math.min(frameContentLength, length - offset);
        long room = destination.byteSize() - written;
        long frame = codec.compress(source, offset, portion, destination, written, room);
        written += frame;
        int checksum =
            SeekTable.checksum(source, offset, portion, destination, written, hasChecksum);
        SeekTable.writeEntry(table, entry, frame, portion, checksum);
        entry += SeekTable.ENTRY_LENGTH;
      }
      return written + writeTable(table, entry, frames, destination, written);
    } finally {
      Staging.POOL.release(staging);
    }
  }

  /// Completes a table of entries, and writes it as a skippable frame.
  ///
  /// @param entriesLength the length of the entries, after which the table has room for the footer
  /// @return bytes written
  static long writeTable(
      MemorySegment table, long entriesLength, int frames, MemorySegment destination, long offset) {
    SeekTable.writeFooter(table, entriesLength, frames);
    return SkippableFrame.write(
        table,
        entriesLength + SeekTable.FOOTER_LENGTH,
        SeekTable.SKIPPABLE_VARIANT,
        destination,
        offset);
  }
}
