// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.registry.InterpretedCodec;

/// A read-only codec, for values with another writer's schema.
abstract class ForeignCodec extends InterpretedCodec {

  @Override
  protected final long write(
      Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    throw new AssertionError("a foreign schema is only read");
  }
}
