// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.apache.lucene.codecs.compressing.Decompressor;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/// Decompresses blocks that [BlockCompressor] wrote. For one thread; other threads use clones.
///
/// The frame is first copied out of the index. If a mapped file is truncated, a read by native code
/// would crash the process, but the copy throws an exception.
final class BlockDecompressor extends Decompressor {
  private final Codec codec;
  private byte[] frame = {};

  BlockDecompressor(Codec codec) {
    this.codec = codec;
  }

  @Override
  public void decompress(DataInput in, int originalLength, int offset, int length, BytesRef bytes)
      throws IOException {
    int frameLength = in.readVInt();
    if (originalLength < 0
        || frameLength < 0
        || frameLength > codec.maxCompressedLength(originalLength)
        || (in instanceof IndexInput input
            && frameLength > input.length() - input.getFilePointer())) {
      throw new CorruptIndexException(
          "a block has length=%d, but compressed length=%d".formatted(originalLength, frameLength),
          in);
    }
    frame = ArrayUtil.growNoCopy(frame, frameLength);
    in.readBytes(frame, 0, frameLength);
    try {
      MemorySegment source = MemorySegment.ofArray(frame).asSlice(0, frameLength);
      long stated = codec.decompressedLength(source);
      if (stated != originalLength) { // before allocating memory
        throw new CorruptIndexException(
            "a block has length=%d, but its frame states %d".formatted(originalLength, stated), in);
      }
      bytes.bytes = ArrayUtil.growNoCopy(bytes.bytes, originalLength);
      MemorySegment content = MemorySegment.ofArray(bytes.bytes);
      codec.decompress(source, 0, frameLength, content, 0, originalLength);
    } catch (CompressionException e) {
      if (e.kind() == Kind.LIBRARY_NOT_FOUND || e.kind() == Kind.OUT_OF_MEMORY) {
        throw e; // this does not mean a corrupt index
      }
      throw new CorruptIndexException("a block can't be decompressed", in, e);
    }
    bytes.offset = offset;
    bytes.length = length;
  }

  @Override
  @SuppressWarnings("MissingSuperCall") // a new instance: threads share no arrays
  public Decompressor clone() {
    return new BlockDecompressor(codec);
  }
}
