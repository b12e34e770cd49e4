// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import dev.segue.compression.Codec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.ArrayUtil;

/// Writes blocks: the compressed length as a `vInt`, and a zstd frame. For one thread.
final class BlockCompressor extends Compressor {
  private final Codec codec;
  private byte[] content = {};
  private byte[] frame = {};

  BlockCompressor(Codec codec) {
    this.codec = codec;
  }

  @Override
  public void compress(ByteBuffersDataInput in, DataOutput out) throws IOException {
    int length = Math.toIntExact(in.length() - in.position());
    content = ArrayUtil.growNoCopy(content, length);
    in.readBytes(content, 0, length);
    frame = ArrayUtil.growNoCopy(frame, Math.toIntExact(codec.maxCompressedLength(length)));
    int written =
        (int)
            codec.compress(
                MemorySegment.ofArray(content),
                0,
                length,
                MemorySegment.ofArray(frame),
                0,
                frame.length);
    out.writeVInt(written);
    out.writeBytes(frame, written);
  }

  @Override
  public void close() {
    // The native context is pooled, and the arrays are garbage-collected.
  }
}
