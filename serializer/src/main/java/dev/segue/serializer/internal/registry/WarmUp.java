// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

/// The transition of a class from payloads that are staged in an array to payloads that are written
/// to, or read from, native memory directly. Before the JIT has compiled it, an access to native
/// memory takes a hundred times as long as one to an array. So the first payloads are all staged,
/// and then most of them, until enough others have made the JIT compile the direct code.
///
/// Threads count without synchronization: a race makes the transition longer.
final class WarmUp {

  /// The number of payloads that are all staged: a short program is over by then.
  static final int STAGED = 1 << 14;

  /// One payload of this many is direct in the transition.
  static final int INTERVAL = 16;

  /// The number of payloads before the transition ends: the direct ones among them are more than
  /// the calls after which the JIT compiles a method for good.
  static final int END = STAGED + INTERVAL * (1 << 13);

  private int payloads;

  void restart() {
    payloads = 0;
  }

  /// Whether the next payload is direct.
  boolean isDirect() {
    int before = payloads;
    if (before >= END) {
      return true;
    }
    payloads = before + 1;
    return before >= STAGED && before % INTERVAL == 0;
  }
}
