// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

/// How much a test does: a sample by default, all of it in the profile `full`.
public final class Full {

  /// Whether all is wanted.
  public static final boolean IS_ON = Boolean.getBoolean("segue.full");

  private Full() {}

  /// Returns a number of rounds.
  ///
  /// @param all in the profile
  /// @param sample otherwise
  /// @return one of them
  public static int or(int all, int sample) {
    return IS_ON ? all : sample;
  }
}
