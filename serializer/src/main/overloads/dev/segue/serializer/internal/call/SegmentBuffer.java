// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Strings;
import dev.segue.serializer.internal.wire.Utf8Strings;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A [PayloadBuffer] over one kind of memory.
@SuppressWarnings("ArrayRecordComponent") // of arrays; never compared
public record SegmentBuffer(MemorySegment segment, @Nullable Session session)
    implements PayloadBuffer {

  @Override
  public void put(PrimitiveKind kind, long offset, Object value) {
    // Not a switch: javac makes a class for it, which the first object would have to load.
    if (kind == PrimitiveKind.INT) {
      Segments.putInt(segment, offset, (int) value);
    } else if (kind == PrimitiveKind.LONG) {
      Segments.putLong(segment, offset, (long) value);
    } else if (kind == PrimitiveKind.BOOLEAN) {
      Segments.putBoolean(segment, offset, (boolean) value);
    } else if (kind == PrimitiveKind.DOUBLE) {
      Segments.putDouble(segment, offset, (double) value);
    } else if (kind == PrimitiveKind.FLOAT) {
      Segments.putFloat(segment, offset, (float) value);
    } else if (kind == PrimitiveKind.BYTE) {
      Segments.putByte(segment, offset, (byte) value);
    } else if (kind == PrimitiveKind.SHORT) {
      Segments.putShort(segment, offset, (short) value);
    } else {
      Segments.putChar(segment, offset, (char) value);
    }
  }

  @Override
  public Object get(PrimitiveKind kind, long offset) {
    if (kind == PrimitiveKind.INT) {
      return Segments.getInt(segment, offset);
    } else if (kind == PrimitiveKind.LONG) {
      return Segments.getLong(segment, offset);
    } else if (kind == PrimitiveKind.BOOLEAN) {
      return Segments.getBoolean(segment, offset);
    } else if (kind == PrimitiveKind.DOUBLE) {
      return Segments.getDouble(segment, offset);
    } else if (kind == PrimitiveKind.FLOAT) {
      return Segments.getFloat(segment, offset);
    } else if (kind == PrimitiveKind.BYTE) {
      return Segments.getByte(segment, offset);
    } else if (kind == PrimitiveKind.SHORT) {
      return Segments.getShort(segment, offset);
    }
    return Segments.getChar(segment, offset);
  }

  @Override
  public long putCompact(long offset, long limit, long value) {
    return Varints.put(segment, offset, limit, value);
  }

  @Override
  public long putNull(long offset, long limit) {
    return Varints.putNull(segment, offset, limit);
  }

  @Override
  public long getCompact(long offset, long end) {
    return Varints.getLong(segment, offset, end);
  }

  @Override
  public boolean isNull(long offset, long end) {
    return Varints.isNull(segment, offset, end);
  }

  @Override
  public void putInt(long offset, int value) {
    Segments.putInt(segment, offset, value);
  }

  @Override
  public int getInt(long offset) {
    return Segments.getInt(segment, offset);
  }

  @Override
  public void putLong(long offset, long value) {
    Segments.putLong(segment, offset, value);
  }

  @Override
  public long getLong(long offset) {
    return Segments.getLong(segment, offset);
  }

  @Override
  public MemorySegment slice(long offset, long length) {
    return Segments.whole(segment).asSlice(offset, length);
  }

  @Override
  public void putArray(Object elements, long offset) {
    ArraysInSegments.put(elements, segment, offset);
  }

  @Override
  public void getArray(Object elements, long offset) {
    ArraysInSegments.get(elements, segment, offset);
  }

  @Override
  public long writeText(@Nullable String value, long current, long limit, long base, long slot) {
    if (session != null && session.options().utf8()) {
      return Utf8Strings.write(value, segment, current, limit, base, slot);
    }
    return Strings.write(value, segment, current, limit, base, slot);
  }

  @Override
  public @Nullable String readText(long current, long end, int slot) {
    charge((int) (end - current), 1, current);
    return Strings.read(segment, current, end, slot);
  }
}
