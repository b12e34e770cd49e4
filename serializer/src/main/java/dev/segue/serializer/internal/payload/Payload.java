// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.BytesMedium;
import dev.segue.serializer.internal.call.Handover;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.SegmentMedium;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.call.Sessions;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.StagedSizes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A whole payload: a [Header], the bytes of the root object, and a trailer.
public final class Payload {

  private final TypeRegistry registry;
  private final int maxDepth;

  private final Prefix prefix;

  /// Of all calls, if they need one.
  private final @Nullable Sessions sessions;

  /// Of calls that are told something about memory.
  private final Sessions memorySessions;

  private final @Nullable Schemas schemas;
  private final RootWriter writer;
  private final RootReader reader;
  private final @Nullable Layouts layouts;

  public Payload(TypeRegistry registry, int maxDepth) {
    this(registry, maxDepth, null, false, null);
  }

  /// Payloads of another writer, which are only read.
  ///
  /// @param layouts where the fields of its objects stand
  public Payload(TypeRegistry registry, int maxDepth, Layouts layouts) {
    this(registry, maxDepth, null, false, layouts);
  }

  /// Payloads that end in their schema, or in its fingerprint alone.
  public Payload(TypeRegistry registry, int maxDepth, Schemas schemas) {
    this(registry, maxDepth, schemas, schemas.embeds(), null);
  }

  /// @param embeds whether schemas go along, or their fingerprints alone
  private Payload(
      TypeRegistry registry,
      int maxDepth,
      @Nullable Schemas schemas,
      boolean embeds,
      @Nullable Layouts layouts) {
    this.layouts = layouts;
    this.registry = registry;
    this.maxDepth = maxDepth;
    this.schemas = schemas;
    Options options = registry.options();
    this.prefix = Prefix.of(options, schemas != null);
    this.memorySessions = new Sessions(options);
    this.sessions = options.needSession() ? memorySessions : null;
    this.writer = new RootWriter(registry, maxDepth, prefix, schemas, embeds);
    this.reader = new RootReader(registry, prefix, sessions, schemas);
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @return the index behind the trailer
  public int write(@Nullable Object root, byte[] array, int position, int limit) {
    return write(root, registry.rootEntry(root), array, position, limit);
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @param entry the root's, see [TypeRegistry#rootEntry]
  /// @return the index behind the trailer
  public int write(
      @Nullable Object root, @Nullable TypeEntry entry, byte[] array, int position, int limit) {
    if (sessions == null) {
      return writer.write(root, entry, array, position, limit, null);
    }
    Session session = sessions.take(position);
    try {
      return writer.write(root, entry, array, position, limit, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  /// Writes a payload that must end before `limit`, and may be written again if it does not.
  ///
  /// @param attempts null if nothing that is written has hooks
  /// @return the index behind the trailer
  public int write(
      @Nullable Object root,
      @Nullable TypeEntry entry,
      byte[] array,
      int position,
      int limit,
      @Nullable Attempts attempts) {
    if (attempts == null) {
      return write(root, entry, array, position, limit);
    }
    Session session = attempts.attempt(position);
    try {
      return writer.write(root, entry, array, position, limit, session);
    } finally {
      session.end();
    }
  }

  /// Writes a payload that must end before `limit`, and may be written again if it does not.
  ///
  /// @param attempts null if nothing that is written has hooks
  /// @return the offset behind the trailer
  public long write(
      @Nullable Object root,
      @Nullable TypeEntry entry,
      MemorySegment segment,
      long position,
      long limit,
      @Nullable Attempts attempts) {
    if (attempts == null) {
      return write(root, entry, segment, position, limit);
    }
    Session session = attempts.attempt(position);
    try {
      return writer.write(root, entry, segment, position, limit, session);
    } finally {
      session.end();
    }
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @return the offset behind the trailer
  public long write(@Nullable Object root, MemorySegment segment, long position, long limit) {
    return write(root, registry.rootEntry(root), segment, position, limit);
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @param entry the root's, see [TypeRegistry#rootEntry]
  /// @return the offset behind the trailer
  public long write(
      @Nullable Object root,
      @Nullable TypeEntry entry,
      MemorySegment segment,
      long position,
      long limit) {
    if (sessions == null) {
      return writer.write(root, entry, segment, position, limit, null);
    }
    Session session = sessions.take(position);
    try {
      return writer.write(root, entry, segment, position, limit, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  public @Nullable Object read(byte[] array, int position, int limit, Class<?> expected) {
    if (sessions == null) {
      return reader.read(array, position, limit, expected, maxDepth, null);
    }
    Session session = sessions.take(position);
    try {
      return reader.read(array, position, limit, expected, maxDepth, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  public @Nullable Object read(
      MemorySegment segment, long position, long limit, Class<?> expected) {
    if (sessions == null) {
      return reader.read(segment, position, limit, expected, maxDepth, null);
    }
    Session session = sessions.take(position);
    try {
      return reader.read(segment, position, limit, expected, maxDepth, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  /// Reads a payload in memory of the caller's, of which what is read may be a part.
  public @Nullable Object readLasting(byte[] array, int position, int limit, Class<?> expected) {
    if (!registry.options().slices()) {
      return read(array, position, limit, expected);
    }
    Session session = memorySessions.takeOne(position).lasting();
    try {
      return reader.read(array, position, limit, expected, maxDepth, session);
    } finally {
      memorySessions.giveBack(session);
    }
  }

  /// Reads a payload in memory of the caller's, of which what is read may be a part.
  public @Nullable Object readLasting(
      MemorySegment segment, long position, long limit, Class<?> expected) {
    if (!registry.options().slices()) {
      return read(segment, position, limit, expected);
    }
    Session session = memorySessions.takeOne(position).lasting();
    try {
      return reader.read(segment, position, limit, expected, maxDepth, session);
    } finally {
      memorySessions.giveBack(session);
    }
  }

  /// Writes a payload with contents beside it.
  public int writeOutOfBand(
      @Nullable Object root, byte[] array, int position, int limit, Handover handover) {
    TypeEntry entry = registry.rootEntry(root);
    Session session = memorySessions.takeOne(position).with(handover);
    try {
      return writer.write(root, entry, array, position, limit, session);
    } finally {
      memorySessions.giveBack(session);
    }
  }

  /// Writes a payload with contents beside it.
  public long writeOutOfBand(
      @Nullable Object root, MemorySegment segment, long position, long limit, Handover handover) {
    TypeEntry entry = registry.rootEntry(root);
    Session session = memorySessions.takeOne(position).with(handover);
    try {
      return writer.write(root, entry, segment, position, limit, session);
    } finally {
      memorySessions.giveBack(session);
    }
  }

  /// Reads a payload with contents beside it.
  public @Nullable Object readOutOfBand(
      byte[] array, int position, int limit, Class<?> expected, Handover handover) {
    Session session = memorySessions.takeOne(position).lasting().with(handover);
    try {
      Object value = reader.read(array, position, limit, expected, maxDepth, session);
      handover.finish(position);
      return value;
    } finally {
      memorySessions.giveBack(session);
    }
  }

  /// Reads a payload with contents beside it.
  public @Nullable Object readOutOfBand(
      MemorySegment segment, long position, long limit, Class<?> expected, Handover handover) {
    Session session = memorySessions.takeOne(position).lasting().with(handover);
    try {
      Object value = reader.read(segment, position, limit, expected, maxDepth, session);
      handover.finish(position);
      return value;
    } finally {
      memorySessions.giveBack(session);
    }
  }

  /// Reads a payload that is a value within another, where it stands.
  ///
  /// @param medium with what the call keeps that reads the other
  /// @param depth how deep it may be
  public @Nullable Object readWithin(Medium medium, long position, long limit, int depth) {
    Session caller = medium.session();
    Session session = sessions == null ? null : sessions.take(position, caller);
    try {
      Slots.enter(depth);
      return switch (medium) {
        case BytesMedium(byte[] bytes, Session _) ->
            reader.read(bytes, (int) position, (int) limit, Object.class, depth, session);
        case SegmentMedium(MemorySegment segment, Session _) ->
            reader.read(segment, position, limit, Object.class, depth, session);
      };
    } catch (SerializationException e) {
      throw passedOn(e, position);
    } finally {
      if (sessions != null) {
        sessions.giveBack(session, caller);
      }
    }
  }

  private static SerializationException passedOn(SerializationException e, long position) {
    return Errors.of(e.kind(), "in a value that was passed on unread: " + e.getMessage(), position);
  }

  /// How many bytes the payload takes that begins here, as its header says.
  public long byteSize(MemorySegment segment, long position) {
    long _ = RootReader.base(position, segment.byteSize());
    int found = Segments.getInt(segment, position);
    return byteSize(found, Segments.getInt(segment, position + Header.ROOT), position);
  }

  /// How many bytes the payload takes that begins here, as its header says.
  ///
  /// @param limit where the memory ends that may hold it
  public long byteSize(byte[] array, int position, int limit) {
    long _ = RootReader.base(position, limit);
    int found = ByteArrays.getInt(array, position);
    return byteSize(found, ByteArrays.getInt(array, position + Header.ROOT), position);
  }

  public TypeRegistry registry() {
    return registry;
  }

  /// How many bytes a payload takes that is read by way of an array, and is there as a whole;
  /// [StagedSizes#NOT_STAGED] of others.
  public int stagedBytes(MemorySegment segment, long position) {
    long left = segment.byteSize() - position;
    if (left < Header.BYTES + Header.TRAILER_BYTES) {
      return StagedSizes.NOT_STAGED;
    }
    int extent = Segments.getInt(segment, position + Header.ROOT) >>> Slots.TAG_BITS;
    TypeEntry entry = registry.known(Segments.getInt(segment, position + Header.TYPE));
    long bytes = Header.BYTES + (long) extent + Header.TRAILER_BYTES;
    return entry != null && bytes <= left && entry.stagedSizes().isRead(bytes)
        ? (int) bytes
        : StagedSizes.NOT_STAGED;
  }

  /// How many bytes the payload takes whose first four bytes and root slot these are.
  ///
  /// @param position where it begins, for the error when it is none
  public long byteSize(int found, int root, long position) {
    prefix.checkAnyBand(found, position);
    return Header.BYTES + Slots.end(root, 0L, 0L, Long.MAX_VALUE) + Header.TRAILER_BYTES;
  }

  /// The bytes of one payload out of a segment of any kind; as many as it says it has, or as there
  /// are.
  public byte[] copy(MemorySegment segment, long position) {
    long left = segment.byteSize() - position;
    long length = left;
    if (left >= Header.BYTES) {
      long body =
          Slots.end(Segments.getInt(segment, position + Header.ROOT), 0L, 0L, Long.MAX_VALUE);
      length = Math.min(left, Header.BYTES + body + Header.TRAILER_BYTES);
    }
    return segment.asSlice(position, length).toArray(Segments.BYTE);
  }

  /// The first four bytes of the payloads that this serializer writes.
  public int prefix() {
    return prefix.written();
  }

  /// Whether payloads end in their schema.
  public boolean isCompatible() {
    return schemas != null;
  }

  /// Where the fields of another writer's objects stand.
  public Layouts layouts() {
    return Objects.requireNonNull(layouts, "another writer's");
  }

  /// How deep objects may be nested.
  public int maxDepth() {
    return maxDepth;
  }

  /// What reads payloads, for who does not read them as a whole.
  public RootReader reader() {
    return reader;
  }

  /// What reads a payload: this, or what was made for its writer's schema.
  ///
  /// @param extent as [RootReader#extent] says
  public Payload readerOf(MemorySegment segment, long position, long extent) {
    Payload other = reader.foreign(segment, position, extent);
    return other == null ? this : other;
  }

  /// The schema that a payload with such a root would carry; null if it would carry none.
  public @Nullable Schema carried(@Nullable Object root) {
    return writer.carried(root);
  }

  /// The same, but with the fingerprints of schemas alone.
  public Payload brief() {
    return new Payload(registry, maxDepth, schemas, false, null);
  }

  /// Makes a schema known that somebody else has kept.
  public void learn(Schema schema) {
    Schemas known = Objects.requireNonNull(schemas, "else no schema is met");
    if (known.reader(schema.fingerprint()) == null) {
      known.learn(schema.fingerprint(), schema.document(), SerializationException.NO_OFFSET);
    }
  }
}
