// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

/// Whether tests run at their full length, which takes minutes: `-Dsegue.soak=true`, which the
/// profile `soak` sets.
public final class Soak {

  /// Returns whether tests run at their full length.
  public static final boolean IS_ON = Boolean.getBoolean("segue.soak");

  private Soak() {}
}
