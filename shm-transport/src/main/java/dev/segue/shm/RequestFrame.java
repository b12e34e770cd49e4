// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The header of requests and replies, and the paths of reply channels.
///
/// ```text
///   request:  0  long  correlation      reply:  0  long  correlation
///             8  long  requester                8  long  status: 0 done, 1 failed (then UTF-8 text)
/// ```
///
/// Requests go through the channel of the service, which is a queue. Each requester has a second
/// queue for its replies, in the same directory; its name consists of the service's name and the
/// requester's number.
final class RequestFrame {

  static final long LENGTH = 2 * Long.BYTES;
  static final long DONE = 0;
  static final long FAILED = 1;

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

  private RequestFrame() {}

  /// The minimum capacity of a lane for requests or replies.
  static final long LEAST_CAPACITY = 1 << 16;

  /// The lane capacity for payloads of a maximum length.
  ///
  /// @throws IllegalArgumentException when the length exceeds the largest lane capacity
  static long capacity(long maxPayloadLength) {
    if (maxPayloadLength < 0 || maxPayloadLength > ChannelConfig.MAX_LANE_CAPACITY - LENGTH) {
      throw new IllegalArgumentException(
          "maxLength=%d: must be from 0 to %d bytes"
              .formatted(maxPayloadLength, ChannelConfig.MAX_LANE_CAPACITY - LENGTH));
    }
    return Math.max(LEAST_CAPACITY, LENGTH + maxPayloadLength);
  }

  static void write(MemorySegment message, long correlation, long second) {
    message.set(WORD, 0, correlation);
    message.set(WORD, Long.BYTES, second);
  }

  static long correlation(MemorySegment message) {
    return message.get(WORD, 0);
  }

  static long second(MemorySegment message) {
    return message.get(WORD, Long.BYTES);
  }

  static MemorySegment payload(MemorySegment message) {
    return message.asSlice(LENGTH);
  }

  static boolean isFrame(MemorySegment message) {
    return message.byteSize() >= LENGTH;
  }

  static String repliesPrefix(Path service) {
    return service.getFileName() + ".replies-";
  }

  /// Matches the file names that {@link #replies} returns, and no others with the same prefix.
  static Predicate<String> repliesNames(Path service) {
    return Pattern.compile(Pattern.quote(repliesPrefix(service)) + "[0-9a-f]{1,16}")
        .asMatchPredicate();
  }

  static Path replies(Path service, long requester) {
    return service.resolveSibling(repliesPrefix(service) + Long.toHexString(requester));
  }
}
