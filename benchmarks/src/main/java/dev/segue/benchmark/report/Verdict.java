// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

/// The verdict about which of two libraries is faster in a row.
enum Verdict {
  /// The interval lies above 1.
  AHEAD("ahead"),
  /// The interval contains 1.
  TIED("tied"),
  /// The interval lies below 1.
  BEHIND("behind"),
  /// There is no interval.
  UNDECIDED("not decided (too few rounds)");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /// Returns the verdict with the name of the peer.
  String about(String peer) {
    return switch (this) {
      case AHEAD -> "ahead of " + peer;
      case TIED -> "tied with " + peer;
      case BEHIND -> "behind " + peer;
      case UNDECIDED -> peer + ", " + text;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
