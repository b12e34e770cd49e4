// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.call.Sessions;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.RootSchemas;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads payloads: checks the header and the trailer, finds the reader for the payload's schema,
/// and reads the root object.
public class RootReader {

  private final TypeRegistry registry;
  private final Prefix prefix;
  private final Sessions sessions;
  private final @Nullable Schemas schemas;

  /// @param schemas the readers of other schemas; null if payloads have no schemas
  RootReader(TypeRegistry registry, Prefix prefix, Sessions sessions, @Nullable Schemas schemas) {
    this.registry = registry;
    this.prefix = prefix;
    this.sessions = sessions;
    this.schemas = schemas;
  }

  RootReader(RootReader same) {
    this(same.registry, same.prefix, same.sessions, same.schemas);
  }

  @Nullable Object read(
      MemorySegment segment,
      long position,
      long limit,
      Class<?> expected,
      int depth,
      @Nullable Session session) {
    long base = base(position, limit);
    int found = Segments.getInt(segment, position);
    prefix.check(understood(found, session), position);
    int slot = Segments.getInt(segment, position + Header.ROOT);
    long end = end(slot, base, limit);
    checkTrailer(Segments.getByte(segment, end), end);
    if (Slots.tag(slot) != Slots.EXACT) {
      Slots.nothing(slot, base, end);
      return null;
    }
    if (!Prefix.hasSchema(found)) {
      return readRoot(segment, position, end, expected, depth, session);
    }
    long tail = SchemaTail.begin(base, end);
    long objectEnd = SchemaTail.objectEnd(segment, base, tail);
    Payload other = foreign(segment, position, tail, objectEnd);
    return other == null
        ? readRoot(segment, position, objectEnd, expected, depth, session)
        : other.reader().readForeign(segment, position, objectEnd, expected, depth, session);
  }

  /// Reads a payload with another schema, with the reader for that schema.
  ///
  /// @param end the end of the root object
  /// @param caller the session of the call that found the other schema
  private @Nullable Object readForeign(
      MemorySegment segment,
      long position,
      long end,
      Class<?> expected,
      int depth,
      @Nullable Session caller) {
    Session session = sessions.takeOver(position, caller);
    Object root;
    try {
      root = readRoot(segment, position, end, expected, depth, session);
    } catch (SerializationException failure) {
      sessions.giveBack(session, caller, failure);
      throw Failures.leavingOtherVersion(failure, false);
    } catch (Throwable failure) {
      sessions.giveBack(session, caller, failure);
      throw failure;
    }
    sessions.giveBack(session, caller);
    return root;
  }

  /// @param end the end of the root object
  private @Nullable Object readRoot(
      MemorySegment segment,
      long position,
      long end,
      Class<?> expected,
      int depth,
      @Nullable Session session) {
    long bits = Segments.getLong(segment, position + Header.TYPE);
    TypeEntry entry = root((int) bits, (int) (bits >>> 32), expected, position);
    try {
      long base = position + Header.BYTES;
      Object value = entry.codec().read(segment, base, end, depth, session);
      if (session != null) {
        session.settle();
      }
      entry.check(value, expected, position + Header.TYPE);
      return value;
    } catch (SerializationException | StackOverflowError | LinkageError e) {
      throw Failures.leavingRead(e, depth);
    }
  }

  /// Checks a payload's header and trailer, like reading it.
  ///
  /// @return the trailer's offset: the end of the root object, or of the schema that follows it
  public long extent(MemorySegment memory, long position, long limit) {
    long base = base(position, limit);
    prefix.check(Segments.getInt(memory, position), position);
    int slot = Segments.getInt(memory, position + Header.ROOT);
    long end = end(slot, base, limit);
    checkTrailer(Segments.getByte(memory, end), end);
    if (Slots.tag(slot) != Slots.EXACT) {
      Slots.nothing(slot, base, end);
    }
    return end;
  }

  /// The end of a payload's root object.
  ///
  /// @param extent the result of [#extent]
  public long objectEnd(MemorySegment memory, long position, long extent) {
    if (!carriesSchema(memory, position)) {
      return extent;
    }
    long base = position + Header.BYTES;
    return SchemaTail.objectEnd(memory, base, SchemaTail.begin(base, extent));
  }

  /// The reader for a payload's schema; null if the payload has none, or the serializer's own.
  ///
  /// @param extent the result of [#extent]
  @Nullable Payload foreign(MemorySegment memory, long position, long extent) {
    if (!carriesSchema(memory, position)) {
      return null;
    }
    long base = position + Header.BYTES;
    long tail = SchemaTail.begin(base, extent);
    return foreign(memory, position, tail, SchemaTail.objectEnd(memory, base, tail));
  }

  private static boolean carriesSchema(MemorySegment memory, long position) {
    return Slots.tag(Segments.getInt(memory, position + Header.ROOT)) == Slots.EXACT
        && Prefix.hasSchema(Segments.getInt(memory, position));
  }

  @SuppressWarnings("ReferenceEquality") // there is one reader per serializer
  private @Nullable Payload foreign(
      MemorySegment segment, long position, long tail, long objectEnd) {
    long schema = Segments.getLong(segment, tail);
    if (isOwn(Segments.getInt(segment, position + Header.TYPE), schema)) {
      return null;
    }
    Payload other = schemas().reader(schema);
    if (other == null) {
      other = schemas().learn(schema, SchemaTail.document(segment, objectEnd, tail), tail);
    }
    return other.reader() == this ? null : other;
  }

  /// The entry of a payload's root; null if null was written.
  public @Nullable TypeEntry rootEntry(MemorySegment memory, long position, Class<?> expected) {
    if (Slots.tag(Segments.getInt(memory, position + Header.ROOT)) != Slots.EXACT) {
      return null;
    }
    int id = Segments.getInt(memory, position + Header.TYPE);
    return root(id, Segments.getInt(memory, position + Header.FINGERPRINT), expected, position);
  }

  /// Whether this serializer writes this schema for roots of the class with this number, for
  /// payloads with only the declared classes, or with any classes.
  public boolean isOwn(int id, long schema) {
    TypeEntry entry = registry.recentRoot(id);
    if (entry == null) {
      return false;
    }
    RootSchemas own = entry.schemas(schemas());
    return own.closed().fingerprint() == schema || own.isFull(schema);
  }

  /// The first four bytes of a payload, without the out-of-band flag if the call has contents for
  /// it. If the flag is not set, the contents are in the payload.
  private static int understood(int found, @Nullable Session session) {
    if (session == null || session.incoming() == null) {
      return found;
    }
    if ((found & Prefix.OUT_OF_BAND) == 0) {
      session.ignoreIncoming();
    }
    return found & ~Prefix.OUT_OF_BAND;
  }

  private Schemas schemas() {
    return Objects.requireNonNull(schemas, "without schemas the prefix was refused");
  }

  /// The offset of the root object.
  // overload
  static long base(long position, long limit) {
    if (Header.BYTES + Header.TRAILER_BYTES > limit - position) {
      throw Failures.payloadTruncated(Header.BYTES + Header.TRAILER_BYTES, false, position, limit);
    }
    return position + Header.BYTES;
  }

  /// The trailer's offset.
  // overload
  static long end(int slot, long base, long limit) {
    int extent = slot >>> Slots.TAG_BITS;
    if (extent > limit - Header.TRAILER_BYTES - base) {
      throw Failures.payloadTruncated(
          Header.BYTES + extent + Header.TRAILER_BYTES, true, base - Header.BYTES, limit);
    }
    return base + extent;
  }

  private static void checkTrailer(byte trailer, long end) {
    if (trailer != 0) {
      throw Failures.malformed("corrupt: the payload does not end in a zero byte", end);
    }
  }

  private TypeEntry root(int id, int fingerprint, Class<?> expected, long position) {
    TypeEntry entry = registry.rootEntry(id, position + Header.TYPE);
    if (entry.fingerprint() != fingerprint) {
      throw Failures.schemaMismatch(
          entry.type(),
          Integer.toUnsignedLong(fingerprint),
          Integer.toUnsignedLong(entry.fingerprint()),
          position + Header.FINGERPRINT);
    }
    if (!entry.mayBe(expected)) {
      throw Failures.typeMismatch(entry.type(), expected, position + Header.TYPE);
    }
    return entry;
  }
}
