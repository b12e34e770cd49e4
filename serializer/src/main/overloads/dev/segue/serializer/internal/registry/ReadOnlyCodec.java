// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Session;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A codec for objects that another version of a class has written. It is used only in the
/// registries of other writers' schemas, never for writing.
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
    throw new AssertionError("foreign schemas are only read");
  }
}
