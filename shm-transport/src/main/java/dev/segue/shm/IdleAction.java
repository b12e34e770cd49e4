// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// How a loop waits between two attempts: by spinning, by yielding, by sleeping for longer each
/// time.
///
/// A lambda such as `_ -> Thread.onSpinWait()` is one. So is a method reference to a strategy of
/// Agrona's: `new BackoffIdleStrategy()::idle`.
@FunctionalInterface
public interface IdleAction {

  /// Waits for a moment, unless there was something to do.
  ///
  /// @param workCount how much the last attempt achieved; 0: nothing, so it is time to wait; more:
  ///   an action that waits for longer each time begins anew
  void idle(int workCount);
}
