// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.Envelope;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Segue's envelope: codec, length, content.
final class EnvelopeForm implements StoredForm {
  private final Envelope envelope;

  EnvelopeForm(Envelope envelope) {
    this.envelope = envelope;
  }

  @Override
  public long maxLength(long contentLength) {
    return envelope.maxLength(contentLength);
  }

  @Override
  public long write(MemorySegment content, MemorySegment destination) {
    return envelope.write(content, destination);
  }

  @Override
  public ByteBuffer read(ByteBuffer stored, int maxLength) {
    try {
      return readEnvelope(stored, maxLength);
    } catch (CompressionException e) {
      if (e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      throw new CompressionException(
          e.kind(),
          e.getMessage() + ": in Redis, SegueRedisCodec.cacheValues(options) does",
          e.offset());
    }
  }

  private ByteBuffer readEnvelope(ByteBuffer stored, int maxLength) {
    MemorySegment source = MemorySegment.ofBuffer(stored);
    long length = envelope.contentLength(source);
    if (length > maxLength) {
      throw new CompressionException(
          Kind.LIMIT_EXCEEDED, "the value states length=" + length + ", maxLength=" + maxLength);
    }
    var content = new byte[(int) length];
    envelope.read(source, MemorySegment.ofArray(content));
    return ByteBuffer.wrap(content);
  }
}
