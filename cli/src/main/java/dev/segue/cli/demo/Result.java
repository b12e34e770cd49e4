// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import org.HdrHistogram.Histogram;

/// The measurements of a demo.
///
/// @param oneWay the messages sent in one direction at full speed
/// @param roundTripNanos times from serializing an object until its reply is deserialized and
///   compared
record Result(OneWay oneWay, Histogram roundTripNanos) {

  /// The messages in one direction.
  ///
  /// @param messages number of messages
  /// @param nanos from sending the first to checking the last
  /// @param rawBytes their serialized length
  /// @param sentBytes their length in shared memory
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
