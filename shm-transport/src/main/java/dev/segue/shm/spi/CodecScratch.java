// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.spi;

import dev.segue.shm.MessageCodec;
import dev.segue.shm.MessageEncoding;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory for values that are not encoded yet, or no longer encoded. Each sender and receiver has
/// one, which grows as needed. For one thread at a time, which its owner makes sure of.
public final class CodecScratch {

  private static final long MIN_BYTES = 4096;
  private static final long ALIGNMENT = 8;

  private MemorySegment memory = MemorySegment.NULL;

  /// Creates empty scratch memory.
  public CodecScratch() {}

  /// Serializes a value that is to be encoded.
  ///
  /// @param <T> the value's type
  /// @param codec what serializes it
  /// @param value the value
  /// @return its bytes, valid until the next call
  /// @throws IndexOutOfBoundsException when the serializer returns a length that is out of bounds
  public <T extends @Nullable Object> MemorySegment serialize(MessageCodec<T> codec, T value) {
    long maxLength = codec.maxLength();
    MemorySegment content = atLeast(maxLength).asSlice(0, maxLength);
    long length = codec.serializer().write(value, content, 0);
    return content.asSlice(0, length);
  }

  /// Reads a value from a message, which is decoded first if the codec has an encoding.
  ///
  /// @param <T> the value's type
  /// @param codec what decodes and deserializes it
  /// @param message the message's bytes
  /// @return the value
  /// @throws TransportException `CORRUPT` when the message claims to be longer than the codec
  ///   allows
  public <T extends @Nullable Object> T read(MessageCodec<T> codec, MemorySegment message) {
    MessageEncoding encoding = codec.encoding();
    if (encoding == null) {
      return codec.deserializer().read(message);
    }
    long length = encoding.contentLength(message);
    if (length < 0 || length > codec.maxLength()) {
      throw new TransportException(
          Kind.CORRUPT,
          ("a message states that it has %d bytes when decoded, and the codec allows %d: sender and"
                  + " receiver must use the same codec")
              .formatted(length, codec.maxLength()));
    }
    MemorySegment content = atLeast(length).asSlice(0, length);
    long decoded = encoding.decode(message, content);
    return codec.deserializer().read(content.asSlice(0, decoded));
  }

  private MemorySegment atLeast(long length) {
    if (memory.byteSize() < length) {
      long size = Math.max(MIN_BYTES, Long.highestOneBit(length) * 2);
      memory = Arena.ofAuto().allocate(size, ALIGNMENT);
    }
    return memory;
  }
}
