// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.compression.Codec;
import org.jspecify.annotations.Nullable;

/// The settings that both JVMs must share.
///
/// @param compress whether messages are compressed
/// @param sizeBytes minimum length of a serialized message
record Route(boolean compress, long sizeBytes) {

  static final int LEVEL = 1;

  /// Upper bound for the length of requests and replies.
  private static final long SMALL_MESSAGE_BYTES = 256;

  private static final long MIN_CAPACITY_BYTES = 1 << 20;

  @Nullable Codec codec() {
    return compress ? Codec.zstd(LEVEL) : null;
  }

  /// Returns the size of scratch memory that holds any message.
  static long scratchBytes(DemoMessages demoMessages) {
    return Math.max(demoMessages.longestBytes(), SMALL_MESSAGE_BYTES);
  }

  /// Returns the capacity of a lane for several messages of any kind, even if they do not compress.
  long laneCapacity(DemoMessages demoMessages) {
    long longest = scratchBytes(demoMessages);
    @Nullable Codec codec = codec();
    long bound = codec == null ? longest : codec.maxCompressedLength(longest);
    return Math.max(2 * bound, MIN_CAPACITY_BYTES);
  }
}
