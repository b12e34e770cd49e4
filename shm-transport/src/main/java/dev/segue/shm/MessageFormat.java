// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.ShmException.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How values of a type become messages, and messages values: a serializer, and an encoding such as
/// compression where one is asked for. Immutable, and as thread-safe as the two.
///
/// ```java
/// var orders = MessageFormat.of(serializer::write, m -> serializer.read(m, 0, Order.class), 4096);
/// publisher.send(orders, order);
/// subscriber.poll(orders, System.out::println, 10);
/// ```
///
/// Without an encoding a value is written in the transport's own memory, and read from there. With
/// one it is written to memory of the sender's, and encoded from there straight into the
/// transport's.
///
/// @param <T> the values' type
public final class MessageFormat<T> {

  private final MessageWriter<? super T> writer;
  private final MessageReader<? extends T> reader;
  private final long maxLength;
  private final @Nullable MessageEncoding encoding;

  private MessageFormat(
      MessageWriter<? super T> writer,
      MessageReader<? extends T> reader,
      long maxLength,
      @Nullable MessageEncoding encoding) {
    this.writer = writer;
    this.reader = reader;
    this.maxLength = maxLength;
    this.encoding = encoding;
  }

  /// A format without an encoding.
  ///
  /// @param <T> the values' type
  /// @param writer what turns a value into bytes, such as `serializer::write`
  /// @param reader what turns bytes into a value
  /// @param maxLength the most bytes that a value may take
  /// @return the format
  /// @throws IllegalArgumentException when the length is negative
  public static <T> MessageFormat<T> of(
      MessageWriter<? super T> writer, MessageReader<? extends T> reader, long maxLength) {
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength=" + maxLength);
    }
    return new MessageFormat<>(writer, reader, maxLength, null);
  }

  /// The same with an encoding.
  ///
  /// @param newEncoding what encodes
  /// @return the changed format
  public MessageFormat<T> encodedBy(MessageEncoding newEncoding) {
    return new MessageFormat<>(writer, reader, maxLength, newEncoding);
  }

  /// The most bytes that a value may take before it is encoded.
  ///
  /// @return bytes
  public long maxLength() {
    return maxLength;
  }

  /// Sends a value: for senders.
  ///
  /// @param sender what sends
  /// @param value what to send
  /// @param scratch the sender's
  /// @return what {@link MessageSender#send(MessageFormat, Object)} returns
  /// @throws IllegalStateException when another thread is using the scratch memory
  public boolean send(MessageSender sender, T value, Scratch scratch) {
    MessageEncoding by = encoding;
    if (by == null) {
      return sender.send(writer, value, maxLength);
    }
    scratch.begin();
    try {
      MemorySegment content = scratch.atLeast(maxLength).asSlice(0, maxLength);
      long length = writer.write(value, content, 0);
      scratch.hold(content.asSlice(0, length), by);
      return sender.send(scratch.encoder, scratch, by.maxEncodedLength(length));
    } finally {
      scratch.use.exit();
    }
  }

  /// Reads a value: for receivers.
  ///
  /// @param message its bytes
  /// @param scratch the receiver's
  /// @return the value
  /// @throws ShmException `CORRUPT` when it would be longer than this format allows
  /// @throws IllegalStateException when another thread is using the scratch memory
  public T read(MemorySegment message, Scratch scratch) {
    MessageEncoding by = encoding;
    if (by == null) {
      return reader.read(message);
    }
    long length = by.contentLength(message);
    if (length < 0 || length > maxLength) {
      throw new ShmException(
          Kind.CORRUPT,
          "a message of %d bytes, encoded, and the format has at most %d"
              .formatted(length, maxLength));
    }
    scratch.begin();
    try {
      MemorySegment content = scratch.atLeast(length).asSlice(0, length);
      long decoded = by.decode(message, content);
      return reader.read(content.asSlice(0, decoded));
    } finally {
      scratch.use.exit();
    }
  }

  /// Memory for what is not encoded yet, or not any more: one for each sender and receiver, which
  /// grows to what it is used for. One thread at a time.
  public static final class Scratch {

    private static final long LEAST_BYTES = 4096;
    private static final long ALIGNMENT = 8;

    private final Confinement use = new Confinement("the scratch memory of a sender or receiver");
    private MemorySegment memory = MemorySegment.NULL;
    private MemorySegment content = MemorySegment.NULL;
    private @Nullable MessageEncoding by;

    /// One for all sends.
    private final MessageWriter<Scratch> encoder =
        (scratch, destination, offset) -> scratch.encode(destination.asSlice(offset));

    /// An empty one.
    public Scratch() {}

    private void begin() {
      if (!use.enter()) {
        throw new IllegalStateException(
            "encoding or decoding, from inside a writer or reader that is doing that");
      }
    }

    private MemorySegment atLeast(long length) {
      if (memory.byteSize() < length) {
        memory =
            Arena.ofAuto()
                .allocate(Math.max(LEAST_BYTES, Long.highestOneBit(length) * 2), ALIGNMENT);
      }
      return memory;
    }

    private void hold(MemorySegment newContent, MessageEncoding newEncoding) {
      content = newContent;
      by = newEncoding;
    }

    private long encode(MemorySegment destination) {
      return Objects.requireNonNull(by).encode(content, destination);
    }
  }
}
