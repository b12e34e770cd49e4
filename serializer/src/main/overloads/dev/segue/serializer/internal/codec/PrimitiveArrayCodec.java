// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.IncomingContents;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.Contents;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An array of primitives: its elements, or the location of its content out of band, see
/// [OutgoingContents].
final class PrimitiveArrayCodec extends ObjectCodec {

  private static final Map<PrimitiveKind, PrimitiveArrayCodec> ALL = all();

  private final PrimitiveKind kind;

  private PrimitiveArrayCodec(PrimitiveKind kind) {
    this.kind = kind;
  }

  private static Map<PrimitiveKind, PrimitiveArrayCodec> all() {
    Map<PrimitiveKind, PrimitiveArrayCodec> all = new EnumMap<>(PrimitiveKind.class);
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      all.put(kind, new PrimitiveArrayCodec(kind));
    }
    return all;
  }

  static PrimitiveArrayCodec of(PrimitiveKind kind) {
    return Objects.requireNonNull(ALL.get(kind));
  }

  @Override
  public boolean isTracked(Object value) {
    return Array.getLength(value) > 0;
  }

  @Override
  public Form form() {
    return new Form.Elements(kind);
  }

  @Override
  public long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    int length = Array.getLength(value);
    OutgoingContents outgoing = session == null ? null : session.outgoing();
    long current = position;
    if (outgoing != null) {
      Object content = outgoing.takes(sizeOf(length)) ? value : null;
      boolean isGiven = outgoing.give(content, sizeOf(length), segment, position, limit);
      current = OutgoingContents.rest(position, isGiven);
      if (isGiven) {
        return current;
      }
    }
    long end = Slots.reserve(current, length, kind.widthBytes(), limit);
    ArraysInSegments.put(value, segment, current);
    return end;
  }

  private long sizeOf(int length) {
    return (long) length * kind.widthBytes();
  }

  @Override
  public Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
    Object elements = elements(segment, position, end, session);
    if (session != null && session.tracks() && position != end) {
      session.add(elements, position, end);
    }
    return elements;
  }

  private Object elements(
      MemorySegment segment, long position, long end, @Nullable Session session) {
    IncomingContents incoming = session == null ? null : session.incoming();
    long current = position;
    if (incoming != null) {
      Object content = incoming.take(segment, position, end);
      current = OutgoingContents.rest(position, content != null);
      if (content != null) {
        Slots.finish(current, end);
        return elements(incoming, content, position, session);
      }
    }
    Object elements = make(end - current, position, session);
    ArraysInSegments.get(elements, segment, current);
    return elements;
  }

  private Object elements(
      IncomingContents incoming, Object content, long position, @Nullable Session session) {
    @Nullable Object shared = incoming.shared(content, kind.arrayType());
    if (shared != null) {
      return shared;
    }
    Object elements = make(Contents.byteSize(content), position, session);
    Object array = Contents.array(content);
    if (array != null && kind.arrayType().isInstance(array)) {
      System.arraycopy(array, 0, elements, 0, Array.getLength(elements));
    } else {
      ArraysInSegments.get(elements, Contents.segment(content), 0);
    }
    return elements;
  }

  private Object make(long byteSize, long position, @Nullable Session session) {
    int length = Sequences.elements(byteSize, kind.widthBytes(), position);
    if (session != null) {
      session.charge(length, kind.widthBytes(), position);
    }
    return Array.newInstance(kind.primitive(), length);
  }
}
