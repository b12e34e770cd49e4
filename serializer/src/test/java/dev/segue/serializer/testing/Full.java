// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

/// The extent of a test: a sample by default, everything in the profile `full`.
public final class Full {

  /// Whether to test everything.
  public static final boolean IS_ON = Boolean.getBoolean("segue.full");

  private Full() {}

  /// Returns a number of rounds.
  ///
  /// @param all the number in the profile
  /// @param sample the number otherwise
  /// @return one of them
  public static int or(int all, int sample) {
    return IS_ON ? all : sample;
  }
}
