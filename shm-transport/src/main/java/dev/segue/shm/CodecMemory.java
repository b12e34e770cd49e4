// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.spi.CodecScratch;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Values of requests and replies as bytes, by way of memory of its own where a codec has an
/// encoding. One thread at a time.
final class CodecMemory {

  private final CodecScratch scratch = new CodecScratch();

  /// The most bytes that a value takes in a message.
  static long maxMessageLength(MessageCodec<?> codec) {
    @Nullable MessageEncoding encoding = codec.encoding();
    return encoding == null ? codec.maxLength() : encoding.maxEncodedLength(codec.maxLength());
  }

  /// Writes a value, encoded if its codec does that.
  ///
  /// @return the number of bytes written to the destination
  <T> long write(MessageCodec<T> codec, T value, MemorySegment destination) {
    @Nullable MessageEncoding encoding = codec.encoding();
    if (encoding == null) {
      return codec.serializer().write(value, destination, 0);
    }
    MemorySegment content = scratch.serialize(codec, value);
    long needed = encoding.maxEncodedLength(content.byteSize());
    if (needed > destination.byteSize()) {
      throw new TransportException(
          Kind.MESSAGE_TOO_LONG,
          "a value of %d bytes may take %d when it is encoded, and there is room for %d: open the requester for longer replies"
              .formatted(content.byteSize(), needed, destination.byteSize()));
    }
    return encoding.encode(content, destination);
  }

  /// Reads a value. It must not refer to the message, nor to this object's memory.
  ///
  /// @throws TransportException `CORRUPT` if it says that it is longer than its codec allows
  <T> T read(MessageCodec<T> codec, MemorySegment message) {
    return scratch.read(codec, message);
  }
}
