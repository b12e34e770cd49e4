// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.exec.TypeEntry;
import dev.segue.serializer.plan.ObjectPlan;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/// Points views at payloads whose root is of one class, or of one that extends it.
public final class Root {

  private final Payload payload;
  private final TypeEntry entry;
  private final ObjectPlan layout;

  /// The factory for another class; what it throws says that the view does not fit it.
  private final Function<Class<?>, ViewFactory> others;

  private final ConcurrentMap<Class<?>, ViewFactory> known = new ConcurrentHashMap<>();

  Root(
      Payload payload, TypeEntry entry, ObjectPlan layout, Function<Class<?>, ViewFactory> others) {
    this.payload = payload;
    this.entry = entry;
    this.layout = layout;
    this.others = others;
  }

  /// The first eight bytes of the payloads that need no further look. Where payloads end in their
  /// schema, that is all of them, and there are no such payloads.
  public long head() {
    return payload.isCompatible()
        ? 0
        : Integer.toUnsignedLong(payload.prefix()) | (long) entry.id() << Integer.SIZE;
  }

  public int fingerprint() {
    return entry.fingerprint();
  }

  /// For generated code: where a source ends, which has room for a header.
  public static long limit(MemorySegment source, long offsetBytes) {
    long limit = Objects.requireNonNull(source, "source").byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    Slots.block(offsetBytes, Payload.HEADER_BYTES, limit - Payload.TRAILER_BYTES);
    return limit;
  }

  /// For generated code: where the root object ends.
  ///
  /// @param tail the last eight bytes of the header
  /// @return [Places#NOWHERE] if there is more to be looked at
  public static long end(long tail, long offsetBytes, long limit, int fingerprint, int fixed) {
    int slot = (int) (tail >>> Integer.SIZE);
    if ((int) tail != fingerprint || Slots.tag(slot) != Slots.EXACT) {
      return Places.NOWHERE;
    }
    long base = offsetBytes + Payload.HEADER_BYTES;
    long end = Slots.end(slot, base, base, limit - Payload.TRAILER_BYTES);
    Slots.block(base, fixed, end);
    return end;
  }

  /// Points a view, or the right one for the payload's class, at a payload; nothing is taken for
  /// granted.
  public Object point(ViewBase view, MemorySegment source, long offsetBytes) {
    long limit = limit(source, offsetBytes);
    long[] end = new long[1];
    Payload reader = payload.readerOf(source, offsetBytes, limit, end);
    TypeEntry found = reader.rootEntry(source, offsetBytes, entry.type());
    if (found == null) {
      throw Faults.nullRoot(offsetBytes);
    }
    if (reader != payload) {
      throw Faults.foreign(found.type(), offsetBytes);
    }
    if (found.type() != entry.type()) {
      ViewFactory other = known.computeIfAbsent(found.type(), others);
      Root root = Objects.requireNonNull(other.plan().root(), "as the first has one");
      return root.point(other.create(), source, offsetBytes);
    }
    long base = offsetBytes + Payload.HEADER_BYTES;
    Slots.block(base, layout.fixedBytes(), end[0]);
    ViewBase.point(view, source, offsetBytes, base, end[0]);
    return ViewBase.surface(view);
  }
}
