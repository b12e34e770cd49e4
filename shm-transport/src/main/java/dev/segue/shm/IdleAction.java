// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// An idle strategy: determines how a loop waits between attempts, by spinning, yielding or
/// sleeping.
///
/// A lambda such as `_ -> Thread.onSpinWait()` is an idle action, and so is a method reference to
/// one of Agrona's idle strategies: `new BackoffIdleStrategy()::idle`.
@FunctionalInterface
public interface IdleAction {

  /// Waits for a moment if the last attempt did no work.
  ///
  /// @param workCount the amount of work that the last attempt did. Zero means none, so this waits;
  ///   a positive number resets an action that waits longer each time
  void idle(int workCount);
}
