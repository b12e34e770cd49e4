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

/// Moves views to payloads whose root is an object of a class or of one of its subclasses.
public final class Root {

  private final Payload payload;
  private final Payload reader;
  private final TypeEntry entry;
  private final ObjectLayout layout;

  /// Returns the factory for payloads of another writer or another class. Throws a serialization
  /// error if the view does not fit these payloads.
  private final BiFunction<Payload, TypeEntry, ViewFactory> others;

  /// @param payload reads and writes the serializer's own payloads
  /// @param reader the reader of the payloads that the views are for: the serializer's own or
  ///   another writer's
  /// @param entry the class of the root, in the reader's registry
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

  /// The first eight bytes of payloads that need no further checks. In compatible mode, every
  /// payload's schema must be checked, so no payload starts with the returned value.
  public long head() {
    return payload.isCompatible()
        ? 0
        : Integer.toUnsignedLong(payload.prefix()) | (long) entry.id() << Integer.SIZE;
  }

  public int fingerprint() {
    return entry.fingerprint();
  }

  /// Checks that a source has room for a header, and returns its end. For generated code.
  public static long limit(MemorySegment source, long offsetBytes) {
    long limit = Objects.requireNonNull(source, "source").byteSize();
    Objects.checkFromToIndex(offsetBytes, limit, limit);
    Slots.block(offsetBytes, Header.BYTES, limit - Header.TRAILER_BYTES);
    return limit;
  }

  /// Returns the end of the root object. For generated code.
  ///
  /// @param tail the last eight bytes of the header
  /// @return [Places#NOWHERE] if the payload needs further checks
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

  /// Moves a view, or its sibling for the payload's writer and class, to a payload, after all
  /// checks.
  ///
  /// @return the object that implements the view's interface
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
      Siblings.Sibling sibling = sibling(view, found, type);
      pointed = sibling.view();
      there = sibling.layout();
    }
    long base = offsetBytes + Header.BYTES;
    long end = payload.reader().objectEnd(source, offsetBytes, extent);
    Slots.block(base, there.fixedBytes(), end);
    ViewBase.point(pointed, source, offsetBytes, base, end);
    return ViewBase.surface(pointed);
  }

  @SuppressWarnings("ReferenceEquality") // there is one reader per schema
  private boolean isFor(Payload found, TypeEntry type) {
    return found == reader && type.type() == layout.type();
  }

  private Siblings.Sibling sibling(ViewBase view, Payload found, TypeEntry type) {
    Siblings siblings = ViewBase.siblings(view);
    Siblings.Sibling sibling = siblings.find(found, type.type());
    if (sibling == null) {
      ViewFactory factory = others.apply(found, type);
      sibling = new Siblings.Sibling(found, factory.plan().layout(), factory.create());
      siblings.add(sibling);
    }
    return sibling;
  }
}
