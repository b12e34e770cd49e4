// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Session;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A placeholder in generated code for a codec that could not be created on first use. It retries
/// in each call, so that a failure is reported by that call.
final class UnlinkedCodec extends ObjectCodec {

  private final TypeEntry entry;

  UnlinkedCodec(TypeEntry entry) {
    this.entry = entry;
  }

  @Override
  public long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    return entry.codec().write(value, segment, position, limit, depth, session);
  }

  @Override
  public Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
    return entry.codec().read(segment, position, end, depth, session);
  }
}
