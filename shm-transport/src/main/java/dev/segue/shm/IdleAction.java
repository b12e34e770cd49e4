// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// How a loop waits between two attempts: by spinning, yielding, or sleeping longer each time.
///
/// A lambda such as `_ -> Thread.onSpinWait()` is an idle action, and so is a method reference to
/// one of Agrona's idle strategies: `new BackoffIdleStrategy()::idle`.
@FunctionalInterface
public interface IdleAction {

  /// Waits for a moment if the last attempt achieved nothing.
  ///
  /// @param workCount what the last attempt achieved. Zero means nothing, so it is time to wait;
  ///   more than zero resets an action that waits longer each time
  void idle(int workCount);
}
