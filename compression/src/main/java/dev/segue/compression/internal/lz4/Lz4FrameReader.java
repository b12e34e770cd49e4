// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import static dev.segue.compression.internal.lz4.Lz4FrameHeader.require;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Scratch;
import java.lang.foreign.MemorySegment;

/// Reads concatenated LZ4 frames from a segment, and skips skippable frames.
///
/// An instance holds the position of one call and is reused, so that calls allocate nothing.
/// Offsets in failures count from the start of the source.
public final class Lz4FrameReader implements NativeResource {

  private static final NativePool<Lz4FrameReader> POOL = new NativePool<>(Lz4FrameReader::new);

  private final Lz4FrameHeader header = new Lz4FrameHeader();
  private final Scratch scratch = new Scratch();
  private final Lz4LinkedBlock linkedBlock = new Lz4LinkedBlock();
  private MemorySegment source = MemorySegment.NULL;
  private MemorySegment destination = MemorySegment.NULL;
  private long position;
  private long end;
  private long produced;
  private long capacityEnd;

  private Lz4FrameReader() {}

  private static Lz4FrameReader open(MemorySegment source, long offset, long length) {
    Lz4FrameReader reader = POOL.acquire();
    reader.source = source;
    reader.position = offset;
    reader.end = offset + length;
    return reader;
  }

  /// Clears the references to the caller's segments, so that they can be garbage-collected.
  private void close() {
    source = MemorySegment.NULL;
    destination = MemorySegment.NULL;
    POOL.release(this);
  }

  /// Decompresses all frames of a range.
  ///
  /// @return bytes written
  static long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    Lz4FrameReader reader = open(source, offset, length);
    try {
      reader.destination = destination;
      reader.produced = destinationOffset;
      reader.capacityEnd = destinationOffset + capacity;
      do {
        reader.frame();
      } while (reader.position < reader.end);
      return reader.produced - destinationOffset;
    } finally {
      reader.close();
    }
  }

  /// Returns the content size of all frames; -1 if the header of a frame with blocks does not state
  /// it.
  static long contentLength(MemorySegment source) {
    Lz4FrameReader reader = open(source, 0, source.byteSize());
    try {
      return reader.contentLength();
    } finally {
      reader.close();
    }
  }

  private long contentLength() {
    long total = 0;
    do {
      if (skip()) {
        continue;
      }
      long frame = position;
      readHeader();
      boolean empty = true;
      long bound = 0;
      for (int word = blockWord(); word != 0; word = blockWord()) {
        empty = false;
        long length = bodyLength(word);
        bound += contentBound(word, length);
        position += length + header.blockChecksumLength();
      }
      require(
          header.contentLength() <= bound,
          "content size that is more than its blocks can hold",
          frame);
      requireLeft(header.contentChecksumLength(), "truncated checksum");
      position += header.contentChecksumLength();
      if (header.contentLength() < 0 && !empty) {
        return -1;
      }
      total += Math.max(header.contentLength(), 0);
    } while (position < end);
    return total;
  }

  /// Returns the maximum content length of a block.
  private long contentBound(int word, long length) {
    return (word & Lz4FrameLayout.STORED_BLOCK) != 0
        ? length
        : Math.min(header.blockLengthMax(), Lz4Block.RATIO_MAX * length);
  }

  private void requireLeft(long length, String flaw) {
    require(end - position >= length, flaw, position);
  }

  private boolean skip() {
    requireLeft(4, "truncated frame");
    int magic = source.get(Lz4FrameLayout.INT, position);
    if ((magic & Lz4FrameLayout.SKIPPABLE_MASK) == Lz4FrameLayout.SKIPPABLE_MAGIC) {
      requireLeft(8, "truncated skippable frame");
      long length = source.get(Lz4FrameLayout.INT, position + 4) & 0xFFFFFFFFL;
      requireLeft(8 + length, "truncated skippable frame");
      position += 8 + length;
      return true;
    }
    if (magic != Lz4FrameLayout.MAGIC) {
      throw Lz4FrameHeader.noFrame(source, position, end, position);
    }
    return false;
  }

  private void readHeader() {
    header.read(source, position, end);
    position += header.length();
  }

  private int blockWord() {
    requireLeft(Lz4FrameLayout.BLOCK_HEADER_LENGTH, "truncated block");
    int word = source.get(Lz4FrameLayout.INT, position);
    position += Lz4FrameLayout.BLOCK_HEADER_LENGTH;
    return word;
  }

  private long bodyLength(int word) {
    long length = word & ~Lz4FrameLayout.STORED_BLOCK;
    long block = position - Lz4FrameLayout.BLOCK_HEADER_LENGTH;
    require(length <= header.blockLengthMax(), "block longer than the header allows", block);
    require(end - position >= length + header.blockChecksumLength(), "truncated block", block);
    return length;
  }

  private void frame() {
    if (skip()) {
      return;
    }
    readHeader();
    long start = produced;
    for (int word = blockWord(); word != 0; word = blockWord()) {
      long length = bodyLength(word);
      block(word, length, produced - start);
      position += length;
      if (header.blockChecksumLength() > 0) {
        checkHash(source, position - length, length, "block");
      }
    }
    require(
        header.contentLength() < 0 || header.contentLength() == produced - start,
        "content size that is not the length of its content",
        position);
    if (header.contentChecksumLength() > 0) {
      requireLeft(Lz4FrameLayout.CHECKSUM_LENGTH, "truncated checksum");
      checkHash(destination, start, produced - start, "content");
    }
  }

  private void checkHash(MemorySegment hashed, long offset, long length, String what) {
    if (XxHash32.of(hashed, offset, length) != source.get(Lz4FrameLayout.INT, position)) {
      throw new CodecFailure(
          Reason.CHECKSUM_MISMATCH,
          "the LZ4 %s does not match its checksum at offset=%d".formatted(what, position),
          position);
    }
    position += Lz4FrameLayout.CHECKSUM_LENGTH;
  }

  private void block(int word, long length, long historyLength) {
    long room = capacityEnd - produced;
    if ((word & Lz4FrameLayout.STORED_BLOCK) != 0) {
      if (length > room) {
        throw tooSmall(historyLength);
      }
      MemorySegment.copy(source, position, destination, produced, length);
      produced += length;
      return;
    }
    long capacity = Math.min(room, header.blockLengthMax());
    long history =
        header.hasLinkedBlocks() ? Math.min(historyLength, Lz4FrameLayout.WINDOW_LENGTH) : 0;
    long written =
        linkedBlock
            .after(destination, produced - history, history)
            .tryDecompress(source, position, length, destination, produced, capacity);
    if (written < 0) {
      // liblz4 does not report whether the block is corrupt or needs more room.
      if (room < header.blockLengthMax() && fitsIntoALargerDestination(length, history)) {
        throw tooSmall(historyLength);
      }
      require(false, "corrupt block", position - Lz4FrameLayout.BLOCK_HEADER_LENGTH);
    }
    produced += written;
  }

  private boolean fitsIntoALargerDestination(long length, long history) {
    MemorySegment target = scratch.atLeast(header.blockLengthMax());
    return linkedBlock
            .after(destination, produced - history, history)
            .tryDecompress(source, position, length, target, 0, header.blockLengthMax())
        >= 0;
  }

  /// Returns the failure for a block that does not fit.
  ///
  /// @param before the content of the frame before the block, in bytes
  private CodecFailure tooSmall(long before) {
    long stated = header.contentLength();
    if (stated >= 0 && stated <= capacityEnd - produced + before) {
      return new CodecFailure(
          Reason.MALFORMED_INPUT,
          "malformed LZ4 input at offset=%d: the content is longer than the %d bytes that the header of its frame states"
              .formatted(position, stated),
          position);
    }
    return new CodecFailure(
        Reason.DESTINATION_TOO_SMALL,
        "the content of the LZ4 frames does not fit: %d bytes are left for the block at offset=%d"
            .formatted(capacityEnd - produced, position),
        position);
  }

  @Override
  public long settle() {
    return scratch.sizeBytes() + linkedBlock.settle();
  }

  @Override
  public void free() {
    scratch.free();
    linkedBlock.free();
  }
}
