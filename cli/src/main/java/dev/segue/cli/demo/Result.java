// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import org.HdrHistogram.Histogram;

/// What a demo measured.
///
/// @param oneWay the messages that were sent one after the other without waiting
/// @param roundTripNanos from before one was serialized until it was back, deserialized and
///   compared
record Result(OneWay oneWay, Histogram roundTripNanos) {

  /// Messages in one direction.
  ///
  /// @param messages how many
  /// @param nanos from the first one sent to the last one checked
  /// @param rawBytes how long they were serialized
  /// @param sentBytes how long they were in shared memory
  /// @param allocatedSending heap bytes allocated by sending them
  /// @param allocatedReceiving heap bytes allocated by receiving and checking them
  record OneWay(
      long messages,
      long nanos,
      long rawBytes,
      long sentBytes,
      long allocatedSending,
      long allocatedReceiving) {}
}
