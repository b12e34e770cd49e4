// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.codec.CheckedCodec;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.stream.ContentOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Compresses into another stream in the zstd seekable format: the frames, then the table. Holds
/// the content of one frame, its compressed form, and the table so far.
public final class SeekableOutputStream extends ContentOutputStream {

  private static final int FIRST_CONTENT_LENGTH = 64 << 10;
  private static final int FIRST_FRAMES = 64;

  private final CheckedCodec codec;
  private final boolean hasChecksum;
  private final int frameContentLength;
  private byte[] content;
  private int length;
  private byte[] compressed = new byte[0];
  private byte[] table = new byte[FIRST_FRAMES * SeekTable.ENTRY_LENGTH];
  private int frames;

  /// Creates a stream.
  ///
  /// @param codec writes frames that state the length of their content
  /// @param hasChecksum whether frames end with a checksum
  /// @param contentLength the length of the content; -1 if it is not known
  /// @param frameContentLength the content of each frame except the last
  public SeekableOutputStream(
      OutputStream out,
      long contentLength,
      CheckedCodec codec,
      boolean hasChecksum,
      int frameContentLength,
      StreamFailures failures) {
    super(out, contentLength, failures);
    this.codec = codec;
    this.hasChecksum = hasChecksum;
    this.frameContentLength = frameContentLength;
    this.content = new byte[Math.min(FIRST_CONTENT_LENGTH, frameContentLength)];
  }

  @Override
  protected void compress(byte[] bytes, int offset, int count) throws IOException {
    int taken = 0;
    while (taken < count) {
      if (length == content.length) {
        content = Arrays.copyOf(content, larger(length));
      }
      int portion = Math.min(count - taken, content.length - length);
      System.arraycopy(bytes, offset + taken, content, length, portion);
      taken += portion;
      length += portion;
      if (length == frameContentLength) {
        writeFrame();
      }
    }
  }

  private int larger(int current) {
    return (int) Math.min(frameContentLength, 2L * current);
  }

  /// Ends the current frame early.
  @Override
  protected void flushContent() throws IOException {
    writeFrame();
  }

  private void writeFrame() throws IOException {
    if (length == 0) {
      return;
    }
    if (frames == SeekTable.FRAMES_MAX) {
      throw new CodecFailure(
          Reason.LIMIT_EXCEEDED,
          "the seekable format allows %d frames; choose a larger frameContentLength than %d"
              .formatted(SeekTable.FRAMES_MAX, frameContentLength));
    }
    long most = codec.maxCompressedLength(length);
    if (compressed.length < most) {
      compressed = new byte[Math.toIntExact(most)];
    }
    MemorySegment source = MemorySegment.ofArray(content);
    MemorySegment frame = MemorySegment.ofArray(compressed);
    long written = codec.compress(source, 0, length, frame, 0, most);
    int checksum = SeekTable.checksum(source, 0, length, frame, written, hasChecksum);
    addEntry(written, checksum);
    length = 0;
    emit(compressed, 0, (int) written);
  }

  private void addEntry(long frameLength, int checksum) {
    int at = frames * SeekTable.ENTRY_LENGTH;
    if (at == table.length) {
      long most = (long) SeekTable.FRAMES_MAX * SeekTable.ENTRY_LENGTH;
      table = Arrays.copyOf(table, (int) Math.min(most, 2L * at));
    }
    SeekTable.writeEntry(MemorySegment.ofArray(table), at, frameLength, length, checksum);
    frames++;
  }

  @Override
  protected void finish() throws IOException {
    writeFrame();
    int entries = frames * SeekTable.ENTRY_LENGTH;
    byte[] whole = Arrays.copyOf(table, entries + SeekTable.FOOTER_LENGTH);
    byte[] frame = new byte[whole.length + SkippableFrame.HEADER_LENGTH];
    long written =
        SeekableWriter.writeTable(
            MemorySegment.ofArray(whole), entries, frames, MemorySegment.ofArray(frame), 0);
    emit(frame, 0, (int) written);
  }
}
