// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How Aeron is used.
///
/// @param channel Aeron's channel, such as `aeron:udp?endpoint=host:port` or `aeron:ipc`
/// @param streamId which stream of it; both ends use the same
/// @param termLengthBytes the length of a term of the log that messages stand in until they are
///   read, a power of two from 64 KiB to 1 GiB: a message may take an eighth of it, and 16 MiB at
///   most
/// @param mediaDriver the directory of a media driver that runs elsewhere; null: one is started in
///   this process
public record AeronConfig(
    String channel, int streamId, int termLengthBytes, @Nullable Path mediaDriver) {

  private static final int DEFAULT_STREAM = 1001;
  private static final int DEFAULT_TERM_LENGTH = 64 << 20;
  private static final int LEAST_TERM_LENGTH = 64 << 10;
  private static final int MOST_TERM_LENGTH = 1 << 30;

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException when the term's length is out of its range
  public AeronConfig {
    if (termLengthBytes < LEAST_TERM_LENGTH
        || termLengthBytes > MOST_TERM_LENGTH
        || Integer.bitCount(termLengthBytes) != 1) {
      throw new IllegalArgumentException(
          "termLengthBytes=" + termLengthBytes + ": a power of two from 64 KiB to 1 GiB");
    }
  }

  /// A stream of a channel, with terms of 64 MiB and a media driver in this process.
  ///
  /// @param channel Aeron's channel, such as `aeron:udp?endpoint=host:port` or `aeron:ipc`
  /// @return the configuration to start from
  public static AeronConfig of(String channel) {
    return new AeronConfig(channel, DEFAULT_STREAM, DEFAULT_TERM_LENGTH, null);
  }

  /// The same with another stream.
  ///
  /// @param id which one
  /// @return the changed configuration
  public AeronConfig withStreamId(int id) {
    return new AeronConfig(channel, id, termLengthBytes, mediaDriver);
  }

  /// The same with terms of another length.
  ///
  /// @param bytes a power of two from 64 KiB to 1 GiB
  /// @return the changed configuration
  public AeronConfig withTermLengthBytes(int bytes) {
    return new AeronConfig(channel, streamId, bytes, mediaDriver);
  }

  /// The same with a media driver that runs elsewhere.
  ///
  /// @param directory its directory, Aeron's `aeron.dir`
  /// @return the changed configuration
  public AeronConfig withMediaDriver(Path directory) {
    return new AeronConfig(channel, streamId, termLengthBytes, directory);
  }
}
