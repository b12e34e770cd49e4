// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Pool;

/// Arrays for payloads whose length is not known before they are written, kept from one call to the
/// next, as [GrowingArray] says.
final class ArrayPool {

  private final Pool<GrowingArray> pool = new Pool<>();

  GrowingArray acquire() {
    GrowingArray array = pool.take();
    return array == null ? new GrowingArray() : array;
  }

  void release(GrowingArray array) {
    array.trim();
    pool.giveBack(array);
  }
}
