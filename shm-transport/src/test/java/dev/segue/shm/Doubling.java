// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.ValueLayout;
import java.time.Duration;

/// Requests that contain a number, and are answered with twice the number.
final class Doubling {

  /// Longer than any reply takes.
  static final Duration LONG = Duration.ofMinutes(5);

  static final MessageSerializer<Integer> WRITER =
      (value, destination, offset) -> {
        destination.set(ValueLayout.JAVA_INT, offset, value);
        return Integer.BYTES;
      };
  static final MessageDeserializer<Integer> READER = m -> m.get(ValueLayout.JAVA_INT, 0);
  static final RequestHandler DOUBLING =
      (request, reply) -> WRITER.write(2 * READER.read(request), reply, 0);

  private Doubling() {}
}
