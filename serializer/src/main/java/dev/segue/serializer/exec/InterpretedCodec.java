// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.lang.foreign.MemorySegment;

/// A codec written once for both kinds of memory.
public abstract class InterpretedCodec extends ObjectCodec {

  protected abstract long write(Object value, Medium medium, long position, long limit, int depth);

  protected abstract Object read(Medium medium, long position, long end, int depth);

  @Override
  public final int write(Object value, byte[] array, int position, int limit, int depth) {
    return (int) write(value, new Medium.OfBytes(array), position, limit, depth);
  }

  @Override
  public final long write(
      Object value, MemorySegment segment, long position, long limit, int depth) {
    return write(value, new Medium.OfSegment(segment), position, limit, depth);
  }

  @Override
  public final Object read(byte[] array, int position, int end, int depth) {
    return read(new Medium.OfBytes(array), position, end, depth);
  }

  @Override
  public final Object read(MemorySegment segment, long position, long end, int depth) {
    return read(new Medium.OfSegment(segment), position, end, depth);
  }
}
