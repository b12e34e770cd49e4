// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.BytesBuffer;
import dev.segue.serializer.internal.call.IncomingContents;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.call.Sessions;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.events.FlightRecording;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.GrowingSizes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes and reads whole payloads: a [Header], the bytes of the root object, the schema in
/// [compatible mode][SchemaTail], and a trailer.
public final class Payload implements FlightRecording.Recordable {

  private final TypeRegistry registry;
  private final int maxDepth;
  private final Prefix prefix;
  private final Sessions sessions;

  /// Whether every call needs a session.
  private final boolean needsSession;

  private final @Nullable Schemas schemas;
  private final RootReader reader;

  private final @Nullable Layouts layouts;

  /// Writes all payloads. Replaced when Flight Recorder starts. Until then, the JVM has loaded only
  /// one class of writers, and compiles calls to it without a type check.
  private RootWriter writer;

  /// Reads all payloads that are not within other payloads. Replaced like the writer.
  private RootReader entrance;

  public Payload(TypeRegistry registry, int maxDepth) {
    this(registry, maxDepth, null, Tail.HELD, null, null);
  }

  /// Creates an instance for payloads of another writer, which are only read.
  ///
  /// @param layouts the field offsets of the writer's objects
  public Payload(TypeRegistry registry, int maxDepth, Layouts layouts) {
    this(registry, maxDepth, null, Tail.HELD, null, layouts);
  }

  /// Creates an instance for payloads that end with their schema, or with only its fingerprint.
  public Payload(TypeRegistry registry, int maxDepth, Schemas schemas) {
    this(registry, maxDepth, schemas, schemas.embeds() ? Tail.HELD : Tail.PUBLISHED, null, null);
  }

  private Payload(
      TypeRegistry registry,
      int maxDepth,
      @Nullable Schemas schemas,
      Tail tail,
      @Nullable Announced announced,
      @Nullable Layouts layouts) {
    this.layouts = layouts;
    this.registry = registry;
    this.maxDepth = maxDepth;
    this.schemas = schemas;
    Options options = registry.options();
    boolean areNames = schemas != null && schemas.areOfNames();
    this.prefix = Prefix.of(options, schemas != null && !areNames, areNames);
    this.sessions = new Sessions(options);
    this.needsSession = options.needSession();
    this.writer = new RootWriter(registry, maxDepth, prefix, schemas, tail, announced);
    this.reader = new RootReader(registry, prefix, sessions, schemas);
    this.entrance = reader;
    FlightRecording.await(this);
  }

  @Override
  public void startRecording() {
    writer = RecordedWriter.of(writer);
    entrance = RecordedReader.of(reader);
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @param entry the root's entry, see [TypeRegistry#rootEntry]
  /// @param own the session of a call that may write the payload again, or that writes out of band;
  ///   the [watcher][#watcher]; or null for any other call
  /// @return the index after the trailer
  public int write(
      @Nullable Object root,
      @Nullable TypeEntry entry,
      byte[] array,
      int position,
      int limit,
      @Nullable Session own) {
    Session session = session(entry, position, own);
    int end;
    try {
      end = writer.write(root, entry, array, position, limit, session);
    } catch (Throwable failure) {
      giveBack(session, own, failure);
      throw failure;
    }
    giveBack(session, own);
    return end;
  }

  /// Writes a payload that must end before `limit`, as [#write(Object, TypeEntry, byte\[\], int,
  /// int, Session)] does.
  ///
  /// @return the offset after the trailer
  public long write(
      @Nullable Object root,
      @Nullable TypeEntry entry,
      MemorySegment segment,
      long position,
      long limit,
      @Nullable Session own) {
    Session session = session(entry, position, own);
    long end;
    try {
      end = writer.write(root, entry, segment, position, limit, session);
    } catch (Throwable failure) {
      giveBack(session, own, failure);
      throw failure;
    }
    giveBack(session, own);
    return end;
  }

  private @Nullable Session session(
      @Nullable TypeEntry entry, long position, @Nullable Session own) {
    if (own != null && !own.isShared()) {
      return own;
    }
    Session taken = needsSession || writer.needsSession(entry) ? sessions.takeAny(position) : null;
    if (own == null) {
      return taken;
    }
    return taken == null ? own : taken.watching();
  }

  @SuppressWarnings("ReferenceEquality") // by identity
  private void giveBack(@Nullable Session session, @Nullable Session own, Throwable failure) {
    if (session != own) {
      sessions.giveBack(session, failure);
    }
  }

  @SuppressWarnings("ReferenceEquality") // by identity
  private void giveBack(@Nullable Session session, @Nullable Session own) {
    if (session != own) {
      sessions.giveBack(session);
    }
  }

  /// A session for attempts in which no hook may run, see
  /// [dev.segue.serializer.internal.call.UnexpectedHook].
  public Session watcher() {
    return sessions.watcher();
  }

  /// Reads a payload that ends before `limit`.
  ///
  /// @param isLasting whether the memory is the caller's, so that values may be slices of it
  /// @param incoming the contents out of band, or null if the call has none
  public @Nullable Object read(
      byte[] array,
      int position,
      int limit,
      Class<?> expected,
      boolean isLasting,
      @Nullable IncomingContents incoming) {
    Session session = sessions.take(position, length(array, position, limit), isLasting, incoming);
    Object root;
    try {
      root = entrance.read(array, position, limit, expected, maxDepth, session);
      if (incoming != null) {
        incoming.finish(position);
      }
    } catch (Throwable failure) {
      sessions.giveBack(session, failure);
      throw failure;
    }
    sessions.giveBack(session);
    return root;
  }

  /// Reads a payload that ends before `limit`, as [#read(byte\[\], int, int, Class, boolean,
  /// IncomingContents)] does.
  public @Nullable Object read(
      MemorySegment segment,
      long position,
      long limit,
      Class<?> expected,
      boolean isLasting,
      @Nullable IncomingContents incoming) {
    Session session =
        sessions.take(position, length(segment, position, limit), isLasting, incoming);
    Object root;
    try {
      root = entrance.read(segment, position, limit, expected, maxDepth, session);
      if (incoming != null) {
        incoming.finish(position);
      }
    } catch (Throwable failure) {
      sessions.giveBack(session, failure);
      throw failure;
    }
    sessions.giveBack(session);
    return root;
  }

  /// The length of a payload, for its limits; or the length of the whole memory, if that is short.
  private static long length(byte[] array, int position, int limit) {
    int most = limit - position;
    return Sessions.needLength(most)
        ? Math.min(most, stated(ByteArrays.getInt(array, position + Header.ROOT)))
        : most;
  }

  private static long length(MemorySegment segment, long position, long limit) {
    long most = limit - position;
    return Sessions.needLength(most)
        ? Math.min(most, stated(Segments.getInt(segment, position + Header.ROOT)))
        : most;
  }

  private static long stated(int root) {
    return Header.BYTES + (long) (root >>> Slots.TAG_BITS) + Header.TRAILER_BYTES;
  }

  /// Reads a payload that is a value within another payload, in place.
  ///
  /// @param buffer the memory of both, with the session of the outer payload
  /// @param depth the number of levels that the inner payload may have
  public @Nullable Object readWithin(PayloadBuffer buffer, long position, long limit, int depth) {
    Session caller = buffer.session();
    Session session = sessions.take(position, caller);
    Object root;
    try {
      Slots.enter(depth);
      root =
          switch (buffer) {
            case BytesBuffer(byte[] bytes, Session _) ->
                reader.read(bytes, (int) position, (int) limit, Object.class, depth, session);
            case SegmentBuffer(MemorySegment segment, Session _) ->
                reader.read(segment, position, limit, Object.class, depth, session);
          };
    } catch (SerializationException e) {
      sessions.giveBack(session, caller, e);
      throw passedOn(e, position);
    } catch (Throwable failure) {
      sessions.giveBack(session, caller, failure);
      throw failure;
    }
    sessions.giveBack(session, caller);
    return root;
  }

  private static SerializationException passedOn(SerializationException e, long position) {
    return Errors.of(e.kind(), "in a value that was passed on unread: " + e.getMessage(), position);
  }

  /// The length of the payload at a position, as stated in its header.
  public long byteSize(MemorySegment segment, long position) {
    long _ = RootReader.base(position, segment.byteSize());
    int found = Segments.getInt(segment, position);
    return byteSize(found, Segments.getInt(segment, position + Header.ROOT), position);
  }

  /// The length of the payload at a position, as stated in its header.
  ///
  /// @param limit the end of the memory that may hold it
  public long byteSize(byte[] array, int position, int limit) {
    long _ = RootReader.base(position, limit);
    int found = ByteArrays.getInt(array, position);
    return byteSize(found, ByteArrays.getInt(array, position + Header.ROOT), position);
  }

  public TypeRegistry registry() {
    return registry;
  }

  /// The length of the payload at a position if it is complete and should be read from a copy in an
  /// array; otherwise [GrowingSizes#NOT_STAGED].
  public int stagedBytes(MemorySegment segment, long position) {
    long left = segment.byteSize() - position;
    if (left < Header.BYTES + Header.TRAILER_BYTES) {
      return GrowingSizes.NOT_STAGED;
    }
    int extent = Segments.getInt(segment, position + Header.ROOT) >>> Slots.TAG_BITS;
    TypeEntry entry = registry.known(Segments.getInt(segment, position + Header.TYPE));
    long bytes = Header.BYTES + (long) extent + Header.TRAILER_BYTES;
    return entry != null && bytes <= left && entry.sizes().isRead(bytes)
        ? (int) bytes
        : GrowingSizes.NOT_STAGED;
  }

  /// The length of a payload with these first four bytes and this root slot.
  ///
  /// @param position the payload's offset, for errors
  public long byteSize(int found, int root, long position) {
    prefix.checkAnyBand(found, position);
    return Header.BYTES + Slots.end(root, 0L, 0L, Long.MAX_VALUE) + Header.TRAILER_BYTES;
  }

  /// Copies one payload from a segment of any kind: as many bytes as its header states, or all
  /// bytes up to the end of the segment if there are fewer.
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

  /// Whether payloads may end with their schema.
  public boolean isCompatible() {
    return schemas != null;
  }

  /// The field offsets of another writer's objects.
  public Layouts layouts() {
    return Objects.requireNonNull(layouts, "only for payloads of another writer");
  }

  /// The maximum number of nesting levels.
  public int maxDepth() {
    return maxDepth;
  }

  /// The reader of headers, for callers that do not read whole payloads.
  public RootReader reader() {
    return reader;
  }

  /// The reader for a payload: this one, or the reader for its writer's schema.
  ///
  /// @param extent the result of [RootReader#extent]
  public Payload readerOf(MemorySegment segment, long position, long extent) {
    Payload other = reader.foreign(segment, position, extent);
    return other == null ? this : other;
  }

  /// Returns an instance that writes only the fingerprint for schemas that the reader already has,
  /// if payloads carry schemas.
  public Payload announcing(Announced announced) {
    return schemas != null && schemas.embeds()
        ? new Payload(registry, maxDepth, schemas, Tail.ANNOUNCED, announced, null)
        : this;
  }

  /// Registers a schema that the caller has kept.
  public void learn(Schema schema) {
    Schemas known = Objects.requireNonNull(schemas, "only in compatible mode");
    if (known.reader(schema.fingerprint()) == null) {
      known.learn(schema.fingerprint(), schema.document(), SerializationException.NO_OFFSET);
    }
  }
}
