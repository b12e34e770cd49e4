// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

/// The transports that the program compares.
public enum Transport {
  /// Two channels in shared memory.
  SHARED_MEMORY("shared memory"),
  /// Two UDP ports of Aeron on loopback, with a media driver in each process.
  AERON("Aeron, UDP"),
  /// Two topics of Kafka.
  KAFKA("Kafka");

  private final String title;

  Transport(String title) {
    this.title = title;
  }

  /// The heading of the transport's column.
  ///
  /// @return a few words
  public String title() {
    return title;
  }
}
