// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.spi.ScratchMemory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Writes and reads values with a codec, using scratch memory if the codec has an encoding. Each
/// publisher, subscriber, requester and responder has its own. For one thread at a time.
final class CodecMemory {

  private final ScratchMemory scratch = new ScratchMemory();

  /// The maximum number of bytes that a value takes in a message.
  static long maxMessageLength(MessageCodec<?> codec) {
    @Nullable MessageEncoding encoding = codec.encoding();
    return encoding == null ? codec.maxLength() : encoding.maxEncodedLength(codec.maxLength());
  }

  /// Serializes a value to scratch memory, to be encoded from there.
  ///
  /// @return its bytes, valid until the next use of this memory
  /// @throws IndexOutOfBoundsException if the serializer returns a length that is out of bounds
  <T extends @Nullable Object> MemorySegment serialize(MessageCodec<T> codec, T value) {
    MemorySegment content = scratch.ofLength(codec.maxLength());
    return content.asSlice(0, codec.serializer().write(value, content, 0));
  }

  /// Writes a value, encoded if its codec has an encoding.
  ///
  /// @return the number of bytes written to the destination
  <T extends @Nullable Object> long write(
      MessageCodec<T> codec, T value, MemorySegment destination) {
    @Nullable MessageEncoding encoding = codec.encoding();
    if (encoding == null) {
      return codec.serializer().write(value, destination, 0);
    }
    MemorySegment content = serialize(codec, value);
    long needed = encoding.maxEncodedLength(content.byteSize());
    if (needed > destination.byteSize()) {
      throw new TransportException(
          Kind.MESSAGE_TOO_LONG,
          "a value of %d bytes may take %d when encoded, but there is room for %d: open the requester with a larger maxReplyLength"
              .formatted(content.byteSize(), needed, destination.byteSize()));
    }
    return encoding.encode(content, destination);
  }

  /// Reads a value, which must not refer to the message or to this object's memory.
  ///
  /// @throws TransportException `CORRUPT` if the message states a longer content than its codec
  ///   allows
  <T extends @Nullable Object> T read(MessageCodec<T> codec, MemorySegment message) {
    MessageEncoding encoding = codec.encoding();
    if (encoding == null) {
      return codec.deserializer().read(message);
    }
    MemorySegment content = scratch.forContent(encoding.contentLength(message), codec.maxLength());
    return codec.deserializer().read(content.asSlice(0, encoding.decode(message, content)));
  }
}
