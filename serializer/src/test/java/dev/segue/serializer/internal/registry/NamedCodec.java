// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Session;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A codec for tests, whose results show that it was called.
final class NamedCodec extends ObjectCodec {
  private final int name;

  NamedCodec(int name) {
    this.name = name;
  }

  @Override
  public int write(
      Object value, byte[] array, int position, int limit, int depth, @Nullable Session session) {
    return name;
  }

  @Override
  public long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    return name;
  }

  @Override
  public Object read(byte[] array, int position, int end, int depth, @Nullable Session session) {
    return name;
  }

  @Override
  public Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
    return name;
  }
}
