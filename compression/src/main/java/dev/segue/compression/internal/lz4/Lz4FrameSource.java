// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import static dev.segue.compression.internal.lz4.Lz4FrameHeader.require;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads LZ4 frames from a stream, block by block.
///
/// Holds one block of content and the preceding 64 KiB, which linked blocks refer to.
public final class Lz4FrameSource {

  private final InputStream in;
  private final byte[] small = new byte[Lz4FrameLayout.HEADER_LENGTH_MAX];
  private final MemorySegment smallSegment = MemorySegment.ofArray(small);
  private byte[] body = new byte[0];
  private byte[] content = new byte[0];
  private int start;
  private int end;
  private long position;
  private long produced;
  private final Lz4FrameHeader read = new Lz4FrameHeader();
  private @Nullable Lz4FrameHeader header;
  private XxHash32 hash = new XxHash32();

  /// Creates a reader of a stream.
  public Lz4FrameSource(InputStream in) {
    this.in = in;
  }

  /// Returns the array that contains the content of the block.
  public byte[] content() {
    return content;
  }

  /// Returns the start of the block in [#content].
  public int start() {
    return start;
  }

  /// Returns the end of the block in [#content].
  public int end() {
    return end;
  }

  /// Reads the next block that has content.
  ///
  /// @return false at the end of the last frame
  public boolean next() throws IOException {
    while (true) {
      Lz4FrameHeader frame = header;
      if (frame == null) {
        if (!nextFrame()) {
          return false;
        }
      } else if (block(frame)) {
        return true;
      }
    }
  }

  /// Reads the header of a frame; returns false at the end of the stream.
  private boolean nextFrame() throws IOException {
    int first = in.read();
    if (first < 0) {
      require(position > 0, "truncated frame", 0);
      return false;
    }
    small[0] = (byte) first;
    position++;
    fill(1, 3, "frame");
    int magic = smallSegment.get(Lz4FrameLayout.INT, 0);
    if ((magic & Lz4FrameLayout.SKIPPABLE_MASK) == Lz4FrameLayout.SKIPPABLE_MAGIC) {
      fill(4, 4, "skippable frame");
      long length = smallSegment.get(Lz4FrameLayout.INT, 4) & 0xFFFFFFFFL;
      try {
        in.skipNBytes(length);
      } catch (EOFException e) {
        require(false, "truncated skippable frame", position);
      }
      position += length;
      return true;
    }
    long frame = position - 4;
    if (magic != Lz4FrameLayout.MAGIC) {
      throw Lz4FrameHeader.noFrame(smallSegment, 0, Lz4FrameLayout.FLAGS_OFFSET, frame);
    }
    fill(Lz4FrameLayout.FLAGS_OFFSET, 1, "header");
    int length = Lz4FrameHeader.lengthFor(small[Lz4FrameLayout.FLAGS_OFFSET] & 0xFF);
    fill(Lz4FrameLayout.BLOCK_DESCRIPTOR_OFFSET, length - 5, "header");
    read.read(smallSegment, 0, length);
    header = read;
    hash = new XxHash32();
    produced = 0;
    start = 0;
    end = 0;
    return true;
  }

  /// Reads a block or the end of the frame; returns true if the block has content.
  private boolean block(Lz4FrameHeader frame) throws IOException {
    long offset = position;
    fill(0, 4, "block");
    int word = smallSegment.get(Lz4FrameLayout.INT, 0);
    if (word == 0) {
      endFrame(frame);
      return false;
    }
    int length = word & ~Lz4FrameLayout.STORED_BLOCK;
    require(length <= frame.blockLengthMax(), "block longer than the header allows", offset);
    makeRoom(Math.toIntExact(frame.blockLengthMax()));
    require(in.readNBytes(body, 0, length) == length, "truncated block", offset);
    position += length;
    MemorySegment stored = MemorySegment.ofArray(body).asSlice(0, length);
    if (frame.blockChecksumLength() > 0) {
      fill(0, 4, "block checksum");
      checkHash(XxHash32.of(stored, 0, length), "block");
    }
    int history = Math.min(end, Lz4FrameLayout.WINDOW_LENGTH);
    System.arraycopy(content, end - history, content, 0, history);
    MemorySegment all = MemorySegment.ofArray(content);
    long written = length;
    if ((word & Lz4FrameLayout.STORED_BLOCK) != 0) {
      MemorySegment.copy(stored, 0, all, history, length);
    } else {
      written = decompress(frame, stored, all, history);
      require(written >= 0, "corrupt block", offset);
    }
    if (frame.contentChecksumLength() > 0) {
      hash.update(all, history, written);
    }
    start = history;
    end = history + (int) written;
    produced += written;
    return written > 0;
  }

  private static long decompress(
      Lz4FrameHeader frame, MemorySegment block, MemorySegment content, int history) {
    Lz4LinkedBlock linked = Lz4LinkedBlock.POOL.acquire();
    try {
      return linked
          .after(content, 0, frame.hasLinkedBlocks() ? history : 0)
          .tryDecompress(block, 0, block.byteSize(), content, history, frame.blockLengthMax());
    } finally {
      Lz4LinkedBlock.POOL.release(linked);
    }
  }

  /// Makes room for a block. The arrays are reused in later frames. They do not grow within a
  /// frame, since all of its blocks have the same maximum length, so content that a block refers to
  /// is never lost.
  private void makeRoom(int blockLengthMax) {
    if (body.length < blockLengthMax) {
      content = new byte[Lz4FrameLayout.WINDOW_LENGTH + blockLengthMax];
      body = new byte[blockLengthMax];
    }
  }

  private void endFrame(Lz4FrameHeader frame) throws IOException {
    require(
        frame.contentLength() < 0 || frame.contentLength() == produced,
        "content size that is not the length of its content",
        position);
    if (frame.contentChecksumLength() > 0) {
      fill(0, 4, "checksum");
      checkHash(hash.value(), "content");
    }
    header = null;
  }

  private void checkHash(int actual, String what) {
    if (actual != smallSegment.get(Lz4FrameLayout.INT, 0)) {
      throw new CodecFailure(
          Reason.CHECKSUM_MISMATCH,
          "the LZ4 %s does not match its checksum before offset=%d".formatted(what, position),
          position - Lz4FrameLayout.CHECKSUM_LENGTH);
    }
  }

  private void fill(int at, int count, String what) throws IOException {
    long offset = position - at;
    int read = in.readNBytes(small, at, count);
    position += read;
    require(read == count, "truncated " + what, offset);
  }
}
