// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static java.util.Objects.requireNonNull;

import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/// An encoding made of four functions.
final class FunctionalEncoding implements MessageEncoding {

  private final LongUnaryOperator maxEncodedLength;
  private final ToLongBiFunction<MemorySegment, MemorySegment> encode;
  private final ToLongFunction<MemorySegment> contentLength;
  private final ToLongBiFunction<MemorySegment, MemorySegment> decode;

  FunctionalEncoding(
      LongUnaryOperator maxEncodedLength,
      ToLongBiFunction<MemorySegment, MemorySegment> encode,
      ToLongFunction<MemorySegment> contentLength,
      ToLongBiFunction<MemorySegment, MemorySegment> decode) {
    this.maxEncodedLength = requireNonNull(maxEncodedLength, "maxEncodedLength");
    this.encode = requireNonNull(encode, "encode");
    this.contentLength = requireNonNull(contentLength, "contentLength");
    this.decode = requireNonNull(decode, "decode");
  }

  @Override
  public long maxEncodedLength(long length) {
    return maxEncodedLength.applyAsLong(length);
  }

  @Override
  public long encode(MemorySegment content, MemorySegment destination) {
    return encode.applyAsLong(content, destination);
  }

  @Override
  public long contentLength(MemorySegment encoded) {
    return contentLength.applyAsLong(encoded);
  }

  @Override
  public long decode(MemorySegment encoded, MemorySegment destination) {
    return decode.applyAsLong(encoded, destination);
  }
}
