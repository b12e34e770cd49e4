// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.Envelope;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Stores the content in Segue's [Envelope]: a header with codec and length, then the content.
final class EnvelopeForm implements StoredForm {
  private final Envelope envelope;

  EnvelopeForm(Envelope envelope) {
    this.envelope = envelope;
  }

  @Override
  public long maxLength(long contentLength) {
    return envelope.maxEncodedLength(contentLength);
  }

  @Override
  public long write(MemorySegment content, MemorySegment destination) {
    return envelope.encode(content, destination);
  }

  @Override
  public ByteBuffer read(ByteBuffer stored, int maxLength) {
    try {
      return readEnvelope(stored, maxLength);
    } catch (CompressionException e) {
      if (e.kind() != Kind.UNSUPPORTED || e.offset() != 0) { // the body is not supported
        throw e;
      }
      throw new CompressionException(
          e.kind(),
          e.getMessage()
              + "; SegueRedisCodec.compressedForGlide(options) reads plain and compressed values",
          e.offset());
    }
  }

  private ByteBuffer readEnvelope(ByteBuffer stored, int maxLength) {
    MemorySegment source = MemorySegment.ofBuffer(stored);
    long length = envelope.contentLength(source);
    if (length > maxLength) {
      throw new CompressionException(
          Kind.LIMIT_EXCEEDED,
          "the value states length=" + length + ", but maxLength=" + maxLength);
    }
    var content = new byte[(int) length];
    envelope.decode(source, MemorySegment.ofArray(content));
    return ByteBuffer.wrap(content);
  }
}
