// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.BiFunction;

/// Points views at payloads whose root is of one class, or of one that extends it.
public final class Root {

  private final Payload payload;
  private final Payload reader;
  private final TypeEntry entry;
  private final ObjectLayout layout;

  /// The factory for payloads of another writer, or of another class; what it throws says that the
  /// view does not fit it.
  private final BiFunction<Payload, TypeEntry, ViewFactory> others;

  /// @param payload this side's payloads
  /// @param reader what reads those that this points views at: the same, or another writer's
  /// @param entry the class, among the reader's
  Root(
      Payload payload,
      Payload reader,
      TypeEntry entry,
      ObjectLayout layout,
      BiFunction<Payload, TypeEntry, ViewFactory> others) {
    this.payload = payload;
    this.reader = reader;
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
    Slots.block(offsetBytes, Header.BYTES, limit - Header.TRAILER_BYTES);
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
    long base = offsetBytes + Header.BYTES;
    long end = Slots.end(slot, base, base, limit - Header.TRAILER_BYTES);
    Slots.block(base, fixed, end);
    return end;
  }

  /// Points a view, or the right one for the payload's writer and class, at a payload; nothing is
  /// taken for granted.
  public Object point(ViewBase view, MemorySegment source, long offsetBytes) {
    long limit = limit(source, offsetBytes);
    long extent = payload.reader().extent(source, offsetBytes, limit);
    Payload found = payload.readerOf(source, offsetBytes, extent);
    TypeEntry type = found.reader().rootEntry(source, offsetBytes, entry.type());
    if (type == null) {
      throw ViewFailures.nullRoot(offsetBytes);
    }
    ViewBase pointed = view;
    ObjectLayout there = layout;
    if (!isFor(found, type)) {
      Siblings.Sibling other = Siblings.of(view, this, found, type);
      pointed = other.view();
      there = other.root().layout;
    }
    long base = offsetBytes + Header.BYTES;
    long end = payload.reader().objectEnd(source, offsetBytes, extent);
    Slots.block(base, there.fixedBytes(), end);
    ViewBase.point(pointed, source, offsetBytes, base, end);
    return ViewBase.surface(pointed);
  }

  /// Whether payloads of a reader with such a root are those that this points views at.
  @SuppressWarnings("ReferenceEquality") // there is one reader of a schema
  boolean isFor(Payload found, TypeEntry type) {
    return found == reader && type.type() == layout.type();
  }

  /// What makes the views for other payloads.
  ///
  /// @throws dev.segue.serializer.SerializationException if the view cannot see them
  ViewFactory other(Payload found, TypeEntry type) {
    return others.apply(found, type);
  }
}
