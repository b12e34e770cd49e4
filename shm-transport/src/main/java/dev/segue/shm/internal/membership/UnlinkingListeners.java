// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/// Keepers to notify when this process unlinks a channel.
final class UnlinkingListeners {

  private static final Set<LongConsumer> LISTENERS = ConcurrentHashMap.newKeySet();

  private UnlinkingListeners() {}

  /// Adds a listener.
  ///
  /// @param listener accepts the number that identifies the channel
  static void add(LongConsumer listener) {
    LISTENERS.add(listener);
  }

  static void remove(LongConsumer listener) {
    LISTENERS.remove(listener);
  }

  /// Calls all listeners after this process has unlinked a channel.
  static void unlinked(long nonce) {
    LISTENERS.forEach(listener -> listener.accept(nonce));
  }
}
