// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What stands before the payload of requests and replies, and where replies go.
///
/// ```text
///   request:  0  long  correlation      reply:  0  long  correlation
///             8  long  requester                8  long  status: 0 done, 1 failed (then UTF-8 text)
/// ```
///
/// Requests go through the service's channel, a queue; replies through a queue of the requester's
/// own beside it, named after it and the requester's number.
final class RequestFrame {

  static final long LENGTH = 2 * Long.BYTES;
  static final long DONE = 0;
  static final long FAILED = 1;

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

  private RequestFrame() {}

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

  /// Tells the names that {@link #replies} gives from others that begin like them.
  static Predicate<String> repliesNames(Path service) {
    return Pattern.compile(Pattern.quote(repliesPrefix(service)) + "[0-9a-f]{1,16}")
        .asMatchPredicate();
  }

  static Path replies(Path service, long requester) {
    return service.resolveSibling(repliesPrefix(service) + Long.toHexString(requester));
  }
}
