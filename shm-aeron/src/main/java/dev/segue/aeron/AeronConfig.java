// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Settings of an {@link AeronTransport}: Aeron's channel and stream, the term length, and the
/// media driver.
///
/// Start with {@link #of(String)} and change what you need: each `with` method returns a changed
/// copy. A configuration is immutable; two are equal when all their settings are.
public final class AeronConfig {

  private static final int DEFAULT_STREAM = 1001;
  private static final int DEFAULT_TERM_LENGTH = 64 << 20;
  private static final int LEAST_TERM_LENGTH = 64 << 10;
  private static final int MOST_TERM_LENGTH = 1 << 30;

  private final String channel;
  private final int streamId;
  private final int termLength;
  private final @Nullable Path aeronDirectory;

  private AeronConfig(String channel, int streamId, int termLength, @Nullable Path aeronDirectory) {
    this.channel = Objects.requireNonNull(channel, "channel");
    this.streamId = streamId;
    this.termLength = termLength;
    this.aeronDirectory = aeronDirectory;
  }

  /// Settings for a channel: stream 1001, terms of 64 MiB, and a media driver in this process.
  ///
  /// @param channel Aeron's channel URI, such as `aeron:udp?endpoint=host:port` or `aeron:ipc`
  /// @return the configuration to start from
  public static AeronConfig of(String channel) {
    return new AeronConfig(channel, DEFAULT_STREAM, DEFAULT_TERM_LENGTH, null);
  }

  /// Aeron's channel URI.
  ///
  /// @return the channel, such as `aeron:udp?endpoint=host:port` or `aeron:ipc`
  public String channel() {
    return channel;
  }

  /// The stream within the channel, the same at both ends.
  ///
  /// @return the stream id
  public int streamId() {
    return streamId;
  }

  /// The length of a term, the buffer in which Aeron keeps messages until they are received. A
  /// message can take an eighth of it, and at most 16 MiB.
  ///
  /// @return bytes
  public int termLength() {
    return termLength;
  }

  /// The directory of the media driver to connect to.
  ///
  /// @return the directory, or null if the transport starts its own media driver
  public @Nullable Path aeronDirectory() {
    return aeronDirectory;
  }

  /// Returns these settings with another stream.
  ///
  /// @param id the stream id, the same at both ends
  /// @return the changed configuration
  public AeronConfig withStreamId(int id) {
    return new AeronConfig(channel, id, termLength, aeronDirectory);
  }

  /// Returns these settings with another term length. A `term-length` in the channel URI wins.
  ///
  /// @param length bytes, a power of two from 64 KiB to 1 GiB
  /// @return the changed configuration
  /// @throws IllegalArgumentException if the length is not a power of two in this range
  public AeronConfig withTermLength(int length) {
    if (length < LEAST_TERM_LENGTH || length > MOST_TERM_LENGTH || Integer.bitCount(length) != 1) {
      throw new IllegalArgumentException(
          "termLength=" + length + ": must be a power of two from 64 KiB to 1 GiB");
    }
    return new AeronConfig(channel, streamId, length, aeronDirectory);
  }

  /// Returns these settings with a media driver that is already running, in this process or in
  /// another.
  ///
  /// @param directory the directory of the driver, Aeron's `aeron.dir`
  /// @return the changed configuration
  public AeronConfig withAeronDirectory(Path directory) {
    return new AeronConfig(
        channel, streamId, termLength, Objects.requireNonNull(directory, "directory"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AeronConfig that
        && channel.equals(that.channel)
        && streamId == that.streamId
        && termLength == that.termLength
        && Objects.equals(aeronDirectory, that.aeronDirectory);
  }

  @Override
  public int hashCode() {
    return Objects.hash(channel, streamId, termLength, aeronDirectory);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "AeronConfig[channel=%s, streamId=%d, termLength=%d, aeronDirectory=%s]"
        .formatted(
            channel, streamId, termLength, aeronDirectory == null ? "own driver" : aeronDirectory);
  }
}
