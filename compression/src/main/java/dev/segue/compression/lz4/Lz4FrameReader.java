// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.lz4;

import static dev.segue.compression.lz4.Lz4FrameHeader.require;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.natives.Staging;
import java.lang.foreign.MemorySegment;

/// Reads LZ4 frames that follow one another in a segment; skippable ones are skipped.
public final class Lz4FrameReader {

  private final MemorySegment source;
  private final MemorySegment destination;
  private long position;
  private long produced;

  private Lz4FrameReader(MemorySegment source, MemorySegment destination) {
    this.source = source;
    this.destination = destination;
  }

  /// Decompresses every frame.
  ///
  /// @return bytes written
  public static long decompress(MemorySegment source, MemorySegment destination) {
    Lz4FrameReader reader = new Lz4FrameReader(source, destination);
    do {
      reader.frame();
    } while (reader.position < source.byteSize());
    return reader.produced;
  }

  /// The content size of all frames together; -1 when a header does not say and there are blocks.
  public static long contentLength(MemorySegment source) {
    Lz4FrameReader reader = new Lz4FrameReader(source, MemorySegment.NULL);
    long total = 0;
    do {
      if (reader.skip()) {
        continue;
      }
      Lz4FrameHeader header = reader.header();
      boolean empty = true;
      for (int word = reader.blockWord(); word != 0; word = reader.blockWord()) {
        empty = false;
        reader.position += reader.bodyLength(word, header) + header.blockChecksumLength();
      }
      reader.endOfFrame(header);
      if (header.contentLength() < 0 && !empty) {
        return -1;
      }
      total += Math.max(header.contentLength(), 0);
    } while (reader.position < source.byteSize());
    return total;
  }

  private boolean skip() {
    long left = source.byteSize() - position;
    require(left >= 4, "truncated frame", position);
    int magic = source.get(Lz4FrameLayout.INT, position);
    if ((magic & Lz4FrameLayout.SKIPPABLE_MASK) == Lz4FrameLayout.SKIPPABLE_MAGIC) {
      require(left >= 8, "truncated skippable frame", position);
      long length = source.get(Lz4FrameLayout.INT, position + 4) & 0xFFFFFFFFL;
      require(left - 8 >= length, "truncated skippable frame", position);
      position += 8 + length;
      return true;
    }
    require(magic == Lz4FrameLayout.MAGIC, "beginning that is no LZ4 frame", position);
    return false;
  }

  private Lz4FrameHeader header() {
    Lz4FrameHeader header = Lz4FrameHeader.read(source, position);
    position += header.length();
    return header;
  }

  private int blockWord() {
    require(source.byteSize() - position >= 4, "truncated block", position);
    int word = source.get(Lz4FrameLayout.INT, position);
    position += Lz4FrameLayout.BLOCK_HEADER_LENGTH;
    return word;
  }

  private long bodyLength(int word, Lz4FrameHeader header) {
    long length = word & ~Lz4FrameLayout.STORED_BLOCK;
    long block = position - Lz4FrameLayout.BLOCK_HEADER_LENGTH;
    require(length <= header.blockLengthMax(), "block longer than allowed", block);
    require(
        source.byteSize() - position >= length + header.blockChecksumLength(),
        "truncated block",
        block);
    return length;
  }

  private void frame() {
    if (skip()) {
      return;
    }
    Lz4FrameHeader header = header();
    long start = produced;
    for (int word = blockWord(); word != 0; word = blockWord()) {
      long length = bodyLength(word, header);
      block(header, word, length, produced - start);
      position += length;
      if (header.blockChecksumLength() > 0) {
        checkHash(source, position - length, length, "block");
      }
    }
    require(
        header.contentLength() < 0 || header.contentLength() == produced - start,
        "content that is not as long as stated",
        position);
    if (header.contentChecksumLength() > 0) {
      require(source.byteSize() - position >= 4, "truncated checksum", position);
      checkHash(destination, start, produced - start, "content");
    }
  }

  private void endOfFrame(Lz4FrameHeader header) {
    require(
        source.byteSize() - position >= header.contentChecksumLength(),
        "truncated checksum",
        position);
    position += header.contentChecksumLength();
  }

  private void checkHash(MemorySegment hashed, long offset, long length, String what) {
    if (XxHash32.of(hashed, offset, length) != source.get(Lz4FrameLayout.INT, position)) {
      throw new CompressionException(
          Kind.CHECKSUM_MISMATCH,
          "LZ4 %s is not what its checksum at offset=%d says".formatted(what, position),
          position);
    }
    position += Lz4FrameLayout.CHECKSUM_LENGTH;
  }

  private void block(Lz4FrameHeader header, int word, long length, long historyLength) {
    long room = destination.byteSize() - produced;
    if ((word & Lz4FrameLayout.STORED_BLOCK) != 0) {
      if (length > room) {
        throw tooSmall();
      }
      MemorySegment.copy(source, position, destination, produced, length);
      produced += length;
      return;
    }
    MemorySegment body = source.asSlice(position, length);
    MemorySegment target = destination.asSlice(produced, Math.min(room, header.blockLengthMax()));
    long history =
        header.hasLinkedBlocks() ? Math.min(historyLength, Lz4FrameLayout.WINDOW_LENGTH) : 0;
    MemorySegment before = destination.asSlice(produced - history, history);
    long written = Lz4LinkedBlock.tryDecompress(before, body, target);
    if (written < 0) {
      // A block that would be sound with more room, or one that is not: libraries don't tell.
      if (room < header.blockLengthMax() && fitsWithMoreRoom(body, header, history)) {
        throw tooSmall();
      }
      require(false, "block that is corrupt", position - Lz4FrameLayout.BLOCK_HEADER_LENGTH);
    }
    produced += written;
  }

  private boolean fitsWithMoreRoom(MemorySegment body, Lz4FrameHeader header, long history) {
    Staging staging = Staging.POOL.acquire();
    try {
      MemorySegment before = destination.asSlice(produced - history, history);
      MemorySegment target = staging.output().atLeast(header.blockLengthMax());
      return Lz4LinkedBlock.tryDecompress(before, body, target) >= 0;
    } finally {
      Staging.POOL.release(staging);
    }
  }

  private CompressionException tooSmall() {
    return new CompressionException(
        Kind.DESTINATION_TOO_SMALL,
        "the content of the LZ4 frames does not fit into the destination of %d bytes"
            .formatted(destination.byteSize()),
        position);
  }
}
