// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Session;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads what another version of a class has written. Nothing is ever written with it: the
/// registries that it stands in are those of payloads that come from elsewhere.
public abstract class ReadOnlyCodec extends ObjectCodec {

  /// For generated code.
  protected ReadOnlyCodec() {}

  @Override
  public final long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    throw new AssertionError("a foreign schema is only read");
  }
}
