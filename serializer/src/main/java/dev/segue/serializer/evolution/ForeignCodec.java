// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.evolution;

import dev.segue.serializer.exec.InterpretedCodec;
import dev.segue.serializer.exec.Medium;

/// Reads what another writer's schema describes. Nothing is written by such a schema.
abstract class ForeignCodec extends InterpretedCodec {

  @Override
  protected final long write(Object value, Medium medium, long position, long limit, int depth) {
    throw new AssertionError("a foreign schema is only read");
  }
}
