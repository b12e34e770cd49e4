// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/// A reversible encoding of message bytes, such as compression or encryption; see {@link
/// MessageCodec#encodedBy}.
///
/// `dev.segue.compression.Envelope` has these four methods, so a channel is compressed with
///
/// ```java
/// Envelope env = Envelope.of(Codec.zstd());
/// MessageEncoding compressed =
///     MessageEncoding.of(env::maxEncodedLength, env::encode, env::contentLength, env::decode);
/// ```
///
/// Senders and receivers call it on the thread that sends or polls. An encoding that is shared by
/// several of them must be thread-safe.
public interface MessageEncoding {

  /// Returns an encoding made of four functions, such as method references.
  ///
  /// @param maxEncodedLength see [#maxEncodedLength(long)]
  /// @param encode see [#encode(MemorySegment, MemorySegment)]
  /// @param contentLength see [#contentLength(MemorySegment)]
  /// @param decode see [#decode(MemorySegment, MemorySegment)]
  /// @return the encoding
  static MessageEncoding of(
      LongUnaryOperator maxEncodedLength,
      ToLongBiFunction<MemorySegment, MemorySegment> encode,
      ToLongFunction<MemorySegment> contentLength,
      ToLongBiFunction<MemorySegment, MemorySegment> decode) {
    return new FunctionalEncoding(maxEncodedLength, encode, contentLength, decode);
  }

  /// Returns the maximum encoded length of content of a given length.
  ///
  /// @param contentLength length of the content, in bytes
  /// @return bytes
  long maxEncodedLength(long contentLength);

  /// Encodes content to the start of the destination.
  ///
  /// @param content the content
  /// @param destination memory of the transport, of at least {@link #maxEncodedLength} bytes
  /// @return bytes written
  long encode(MemorySegment content, MemorySegment destination);

  /// Returns the length of the content of an encoded message. This length is untrusted: the
  /// transport refuses lengths beyond the maximum of the message's codec.
  ///
  /// @param encoded the whole message
  /// @return bytes
  long contentLength(MemorySegment encoded);

  /// Decodes a message to the start of the destination.
  ///
  /// @param encoded the whole message
  /// @param destination memory of at least {@link #contentLength} bytes
  /// @return bytes written
  long decode(MemorySegment encoded, MemorySegment destination);
}
