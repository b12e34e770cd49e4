// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The table of the zstd seekable format (0.1.0), with the offsets of each frame and its content.
///
/// ```text
/// frames | skippable frame, variant 14: entries | footer
/// entry   compressed length (4) | content length (4) | checksum (0 or 4): xxHash64 of the content,
///         bits 31-0
/// footer  number of frames (4) | descriptor (1): bit 7: entries have checksums, 6-2: reserved, zero
///         | magic 8F92EAB1 (4)
/// ```
///
/// One damaged entry would shift the content of all frames after it. Each entry is therefore
/// compared with the header of its frame when the table is read, and with the whole frame when that
/// is decompressed. Immutable and thread-safe.
public final class SeekTable {

  /// The maximum content length of a frame, in bytes.
  public static final int FRAME_CONTENT_MAX = 1 << 30;

  /// The maximum number of frames.
  public static final int FRAMES_MAX = 0x8000000;

  /// The variant of the skippable frame that contains the table.
  public static final int SKIPPABLE_VARIANT = 14;

  /// The length of an entry that is written, in bytes.
  public static final int ENTRY_LENGTH = 12;

  /// The length of the footer, in bytes.
  public static final int FOOTER_LENGTH = 9;

  /// The maximum compression ratio of zstd: a block of 128 KiB in four bytes.
  private static final long RATIO_MAX = 32_768;

  private static final int ENTRY_WITHOUT_CHECKSUM_LENGTH = 8;
  private static final int FOOTER_MAGIC = 0x8F92EAB1;
  private static final int CHECKSUM_FLAG = 0x80;
  private static final int RESERVED_BITS = 0x7C;

  /// The offset of each frame in the source, followed by the end of the frames.
  private final long[] frameOffsets;

  /// The offset of each frame's content, followed by the end of the content.
  private final long[] contentOffsets;

  /// The checksums of the entries; null if they have none.
  private final int @Nullable [] checksums;

  private SeekTable(long[] frameOffsets, long[] contentOffsets, int @Nullable [] checksums) {
    this.frameOffsets = frameOffsets;
    this.contentOffsets = contentOffsets;
    this.checksums = checksums;
  }

  /// Writes an entry.
  ///
  /// @param at the offset of the entry in the table
  /// @param checksum the checksum of the content
  public static void writeEntry(
      MemorySegment table, long at, long frameLength, long contentLength, int checksum) {
    table.set(FrameLayout.INT, at, Math.toIntExact(frameLength));
    table.set(FrameLayout.INT, at + 4, Math.toIntExact(contentLength));
    table.set(FrameLayout.INT, at + 8, checksum);
  }

  /// Writes the footer.
  ///
  /// @param at the end of the entries in the table
  public static void writeFooter(MemorySegment table, long at, int frames) {
    table.set(FrameLayout.INT, at, frames);
    table.set(FrameLayout.BYTE, at + 4, (byte) CHECKSUM_FLAG);
    table.set(FrameLayout.INT, at + 5, FOOTER_MAGIC);
  }

  /// Returns the checksum of the content of a frame.
  ///
  /// @param frames contains the frame
  /// @param frameEnd the end of the frame
  /// @param isInFrame whether the frame ends with this checksum, so that it need not be computed
  public static int checksum(
      MemorySegment content,
      long offset,
      long length,
      MemorySegment frames,
      long frameEnd,
      boolean isInFrame) {
    return isInFrame
        ? FrameLayout.i32(frames, frameEnd - FrameLayout.CHECKSUM_LENGTH)
        : (int) XxHash64.of(content, offset, length);
  }

  /// Reads the table at the end of a source, and compares it with the headers of the frames.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT`, with the offset
  public static SeekTable read(MemorySegment source) {
    long end = source.byteSize();
    require(
        end >= FrameLayout.SKIPPABLE_HEADER_LENGTH + FOOTER_LENGTH,
        "there is no room for a table",
        0);
    require(
        FrameLayout.i32(source, end - 4) == FOOTER_MAGIC, "there is no table at the end", end - 4);
    int descriptor = FrameLayout.u8(source, end - 5);
    require((descriptor & RESERVED_BITS) == 0, "a reserved bit is set in the table", end - 5);
    boolean hasChecksums = (descriptor & CHECKSUM_FLAG) != 0;
    int entryLength = hasChecksums ? ENTRY_LENGTH : ENTRY_WITHOUT_CHECKSUM_LENGTH;
    int frames = FrameLayout.i32(source, end - FOOTER_LENGTH);
    long table = end - FOOTER_LENGTH - (long) frames * entryLength;
    long tableFrame = table - FrameLayout.SKIPPABLE_HEADER_LENGTH;
    require(
        frames >= 0 && frames <= FRAMES_MAX && tableFrame >= 0,
        "the table has more entries than there is room for",
        end - FOOTER_LENGTH);
    require(
        FrameLayout.i32(source, tableFrame) == (FrameLayout.SKIPPABLE_MAGIC | SKIPPABLE_VARIANT)
            && FrameLayout.u32(source, tableFrame + FrameLayout.MAGIC_LENGTH) == end - table,
        "the table is not a skippable frame of its own",
        tableFrame);
    return readEntries(source, table, frames, hasChecksums);
  }

  private static SeekTable readEntries(
      MemorySegment source, long table, int frames, boolean hasChecksums) {
    int entryLength = hasChecksums ? ENTRY_LENGTH : ENTRY_WITHOUT_CHECKSUM_LENGTH;
    long tableFrame = table - FrameLayout.SKIPPABLE_HEADER_LENGTH;
    long[] frameOffsets = new long[frames + 1];
    long[] contentOffsets = new long[frames + 1];
    int[] checksums = hasChecksums ? new int[frames] : null;
    for (int i = 0; i < frames; i++) {
      long entry = table + (long) i * entryLength;
      long frame = frameOffsets[i];
      long frameEnd = frame + FrameLayout.u32(source, entry);
      long content = FrameLayout.u32(source, entry + 4);
      long contentMax = Math.min(FRAME_CONTENT_MAX, (frameEnd - frame) * RATIO_MAX);
      if (frameEnd > tableFrame || content > contentMax) {
        throw malformed(
            "the table states a frame of %d bytes with %d bytes of content"
                .formatted(frameEnd - frame, content),
            entry);
      }
      requireHeader(source, frame, frameEnd, content, entry);
      frameOffsets[i + 1] = frameEnd;
      contentOffsets[i + 1] = contentOffsets[i] + content;
      if (checksums != null) {
        checksums[i] = FrameLayout.i32(source, entry + 8);
      }
    }
    require(
        frameOffsets[frames] == tableFrame,
        "the table does not list all frames before it",
        frameOffsets[frames]);
    return new SeekTable(frameOffsets, contentOffsets, checksums);
  }

  /// Checks that a frame does not contradict its entry.
  private static void requireHeader(
      MemorySegment source, long frame, long frameEnd, long content, long entry) {
    long stated;
    try {
      stated = FrameScanner.statedContent(source, frame, frameEnd);
    } catch (CodecFailure e) {
      throw malformed("the table states a frame at " + frame + ", but: " + e.getMessage(), entry);
    }
    if (stated != FrameScanner.UNKNOWN && stated != content) {
      throw malformed(
          "the table states %d bytes of content for the frame at %d, which states %d"
              .formatted(content, frame, stated),
          entry);
    }
  }

  /// Checks that a frame ends where its entry states, and that its blocks can have the content
  /// length that the entry states.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT`, with the offset
  public void requireFrame(MemorySegment source, int frame) {
    long start = frameOffsets[frame];
    long end = frameOffsets[frame + 1];
    if (FrameScanner.endOfFrame(source, start, end) != end) {
      throw malformed("the table states more bytes than the frame has", start);
    }
    if (FrameScanner.contentBound(source, start, end, false) < contentLength(frame)) {
      throw otherLength(frame);
    }
  }

  /// Checks that the content of a frame matches the checksum of its entry, if there is one.
  ///
  /// @param content contains the content of the frame at the offset
  /// @throws CodecFailure with reason `CHECKSUM_MISMATCH`, with the offset
  public void requireChecksum(MemorySegment source, int frame, MemorySegment content, long offset) {
    long length = contentLength(frame);
    if (checksums == null || length == 0) {
      return; // a skippable frame has no content, and no checksum
    }
    long start = frameOffsets[frame];
    long end = frameOffsets[frame + 1];
    boolean isInFrame = FrameInfo.hasChecksum(source, start);
    if (checksum(content, offset, length, source, end, isInFrame) != checksums[frame]) {
      throw new CodecFailure(
          Reason.CHECKSUM_MISMATCH,
          "the content of the zstd frame at offset=%d does not match its checksum in the table"
              .formatted(start),
          start);
    }
  }

  /// Returns the failure for a frame whose content length differs from its entry.
  public CodecFailure otherLength(int frame) {
    return malformed(
        "the frame has other than the %d bytes of content that the table states"
            .formatted(contentLength(frame)),
        frameOffsets[frame]);
  }

  private static void require(boolean sound, String flaw, long offset) {
    if (!sound) {
      throw malformed(flaw, offset);
    }
  }

  private static CodecFailure malformed(String flaw, long offset) {
    return new CodecFailure(
        Reason.MALFORMED_INPUT,
        "malformed seekable zstd at offset=%d: %s".formatted(offset, flaw),
        offset);
  }

  /// Returns the number of frames.
  public int frames() {
    return frameOffsets.length - 1;
  }

  /// Returns the offset of a frame in the source.
  public long frameOffset(int frame) {
    return frameOffsets[frame];
  }

  /// Returns the length of a frame.
  public long frameLength(int frame) {
    return frameOffsets[frame + 1] - frameOffsets[frame];
  }

  /// Returns the offset of a frame's content; for the frame after the last one, the length of the
  /// whole content.
  public long contentOffset(int frame) {
    return contentOffsets[frame];
  }

  /// Returns the length of the content of a frame.
  public long contentLength(int frame) {
    return contentOffsets[frame + 1] - contentOffsets[frame];
  }

  /// Returns a frame that holds the content at an offset.
  public int frameAt(long contentOffset) {
    int found = Arrays.binarySearch(contentOffsets, contentOffset);
    return found >= 0 ? found : -found - 2;
  }
}
