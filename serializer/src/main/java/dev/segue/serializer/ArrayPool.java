// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Pool;

/// A pool of arrays for payloads whose length is not known before they are written, see
/// [GrowingArray].
final class ArrayPool {

  private final Pool<GrowingArray> pool = new Pool<>();

  GrowingArray acquire() {
    GrowingArray array = pool.take();
    return array == null ? GrowingArray.create() : array;
  }

  void release(GrowingArray array) {
    try {
      array.trim();
    } catch (Throwable failure) {
      pool.discard(array);
      throw failure;
    }
    pool.giveBack(array);
  }
}
