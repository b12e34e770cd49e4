// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.memory.Segments;
import dev.segue.serializer.plan.Layouts;
import dev.segue.serializer.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A whole payload: a header, the bytes of the root object, and a trailer.
///
///     0        1         2       4       8             12     16                 16 + n
///     +--------+---------+-------+-------+-------------+------+--------- ~ ------+---+
///     | magic  | version | flags | type  | fingerprint | root | root object      | 0 |
///     +--------+---------+-------+-------+-------------+------+--------- ~ ------+---+
///
/// `root` is the root object's slot, which tells the length. The trailer is a zero byte; writers of
/// long strings count on it, see [Strings].
public final class Payload {

  public static final int HEADER_BYTES = 16;
  public static final int TRAILER_BYTES = 1;

  private static final int NO_TYPE = 0;

  /// Where the number of the root object's class stands.
  public static final int TYPE = 4;

  /// Where the fingerprint of the root's class stands.
  public static final int FINGERPRINT = 8;

  /// Where the root object's slot stands.
  public static final int ROOT = 12;

  private final TypeRegistry registry;
  private final int maxDepth;

  private final Prefix prefix;
  private final @Nullable Sessions sessions;
  private final @Nullable Schemas schemas;

  /// Whether the schemas are written, or their fingerprints alone.
  private final boolean embeds;

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
    this.embeds = embeds;
    Options options = registry.options();
    this.prefix = Prefix.of(options, schemas != null);
    this.sessions = options.needSession() ? new Sessions(options) : null;
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @return the index behind the trailer
  public int write(@Nullable Object root, byte[] array, int position, int limit) {
    if (sessions == null) {
      return write(root, array, position, limit, null);
    }
    Session session = sessions.take(position);
    try {
      return write(root, array, position, limit, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @return the offset behind the trailer
  public long write(@Nullable Object root, MemorySegment segment, long position, long limit) {
    if (sessions == null) {
      return write(root, segment, position, limit, null);
    }
    Session session = sessions.take(position);
    try {
      return write(root, segment, position, limit, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  public @Nullable Object read(byte[] array, int position, int limit, Class<?> expected) {
    return read(array, position, limit, expected, maxDepth);
  }

  private @Nullable Object read(
      byte[] array, int position, int limit, Class<?> expected, int depth) {
    if (sessions == null) {
      return read(array, position, limit, expected, depth, null);
    }
    Session session = sessions.take(position);
    try {
      return read(array, position, limit, expected, depth, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  public @Nullable Object read(
      MemorySegment segment, long position, long limit, Class<?> expected) {
    if (sessions == null) {
      return read(segment, position, limit, expected, maxDepth, null);
    }
    Session session = sessions.take(position);
    try {
      return read(segment, position, limit, expected, maxDepth, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  /// Reads a payload in memory of the caller's, of which what is read may be a part.
  public @Nullable Object readLasting(byte[] array, int position, int limit, Class<?> expected) {
    if (!registry.options().slices()) {
      return read(array, position, limit, expected);
    }
    Session session = new Session(registry.options()).begin(position).lasting();
    return read(array, position, limit, expected, maxDepth, session);
  }

  /// Reads a payload in memory of the caller's, of which what is read may be a part.
  public @Nullable Object readLasting(
      MemorySegment segment, long position, long limit, Class<?> expected) {
    if (!registry.options().slices()) {
      return read(segment, position, limit, expected);
    }
    Session session = new Session(registry.options()).begin(position).lasting();
    return read(segment, position, limit, expected, maxDepth, session);
  }

  /// Writes a payload with contents beside it.
  public int writeOutOfBand(
      @Nullable Object root, byte[] array, int position, int limit, Handover handover) {
    Session session = new Session(registry.options()).begin(position).with(handover);
    return write(root, array, position, limit, session);
  }

  /// Writes a payload with contents beside it.
  public long writeOutOfBand(
      @Nullable Object root, MemorySegment segment, long position, long limit, Handover handover) {
    Session session = new Session(registry.options()).begin(position).with(handover);
    return write(root, segment, position, limit, session);
  }

  /// Reads a payload with contents beside it.
  public @Nullable Object readOutOfBand(
      byte[] array, int position, int limit, Class<?> expected, Handover handover) {
    Session session = new Session(registry.options()).begin(position).lasting().with(handover);
    Object value = read(array, position, limit, expected, maxDepth, session);
    handover.finish(position);
    return value;
  }

  /// Reads a payload with contents beside it.
  public @Nullable Object readOutOfBand(
      MemorySegment segment, long position, long limit, Class<?> expected, Handover handover) {
    Session session = new Session(registry.options()).begin(position).lasting().with(handover);
    Object value = read(segment, position, limit, expected, maxDepth, session);
    handover.finish(position);
    return value;
  }

  /// How the payload begins that a call writes.
  private int prefix(@Nullable Session session) {
    return session != null && session.handover() != null
        ? prefix.written() | Prefix.OUT_OF_BAND
        : prefix.written();
  }

  /// The first four bytes of a payload, without the flag that this call understands.
  private static int understood(int found, @Nullable Session session) {
    if (session == null || session.handover() == null) {
      return found;
    }
    if ((found & Prefix.OUT_OF_BAND) == 0) {
      session.with(null);
    }
    return found & ~Prefix.OUT_OF_BAND;
  }

  private int write(
      @Nullable Object root, byte[] array, int position, int limit, @Nullable Session session) {
    int base = Slots.reserve(position, HEADER_BYTES, limit - TRAILER_BYTES);
    int end = base;
    ByteArrays.putInt(array, position, prefix(session));
    if (root == null) {
      ByteArrays.putInt(array, position + TYPE, NO_TYPE);
      ByteArrays.putLong(array, position + FINGERPRINT, 0);
    } else {
      TypeEntry entry = registry.entryOf(root);
      ByteArrays.putInt(array, position + TYPE, entry.id());
      ByteArrays.putInt(array, position + FINGERPRINT, entry.fingerprint());
      try {
        ObjectCodec codec = entry.codec();
        if (session != null && session.tracks() && codec.isTracked()) {
          session.find(root, base);
        }
        end = codec.write(root, array, base, limit - TRAILER_BYTES, maxDepth, session);
      } catch (StackOverflowError e) {
        throw Failures.stackTooSmall(e);
      }
      if (schemas != null) {
        MemorySegment tail = tail(entry, schemas);
        int begin = end;
        end = Slots.reserve(end, (int) tail.byteSize(), limit - TRAILER_BYTES);
        MemorySegment.copy(tail, Segments.BYTE, 0, array, begin, (int) tail.byteSize());
      }
      Slots.put(array, position + ROOT, base, end, Slots.EXACT);
    }
    array[end] = 0;
    return end + TRAILER_BYTES;
  }

  private long write(
      @Nullable Object root,
      MemorySegment segment,
      long position,
      long limit,
      @Nullable Session session) {
    long base = Slots.reserve(position, HEADER_BYTES, limit - TRAILER_BYTES);
    long end = base;
    Segments.putInt(segment, position, prefix(session));
    if (root == null) {
      Segments.putInt(segment, position + TYPE, NO_TYPE);
      Segments.putLong(segment, position + FINGERPRINT, 0);
    } else {
      TypeEntry entry = registry.entryOf(root);
      Segments.putInt(segment, position + TYPE, entry.id());
      Segments.putInt(segment, position + FINGERPRINT, entry.fingerprint());
      try {
        ObjectCodec codec = entry.codec();
        if (session != null && session.tracks() && codec.isTracked()) {
          session.find(root, base);
        }
        end = codec.write(root, segment, base, limit - TRAILER_BYTES, maxDepth, session);
      } catch (StackOverflowError e) {
        throw Failures.stackTooSmall(e);
      }
      if (schemas != null) {
        MemorySegment tail = tail(entry, schemas);
        long begin = end;
        end = Slots.reserve(end, tail.byteSize(), limit - TRAILER_BYTES);
        MemorySegment.copy(tail, 0, segment, begin, tail.byteSize());
      }
      Slots.put(segment, position + ROOT, base, end, Slots.EXACT);
    }
    Segments.putByte(segment, end, (byte) 0);
    return end + TRAILER_BYTES;
  }

  private MemorySegment tail(TypeEntry entry, Schemas schemas) {
    return embeds ? entry.schema(schemas).full() : entry.publishedSchema(schemas).brief();
  }

  /// Reads a payload that is a value within another.
  ///
  /// @param position where it stood, for errors
  /// @param depth how deep it may be
  public @Nullable Object readWithin(byte[] payload, long position, int depth) {
    try {
      Slots.enter(depth);
      return read(payload, 0, payload.length, Object.class, depth);
    } catch (SerializationException e) {
      throw new SerializationException(
          e.kind(), "in a value that was passed on unread: " + e.getMessage(), position);
    }
  }

  /// How many bytes the payload takes that begins here, as its header says.
  public long byteSize(MemorySegment segment, long position) {
    Slots.block(position, HEADER_BYTES, segment.byteSize());
    int found = Segments.getInt(segment, position);
    return byteSize(found, Segments.getInt(segment, position + ROOT), position);
  }

  public TypeRegistry registry() {
    return registry;
  }

  /// Whether a payload is one that is read by way of an array, and is there as a whole.
  ///
  /// @param mostBytes what it may take
  public boolean isStaged(MemorySegment segment, long position, int mostBytes) {
    long left = segment.byteSize() - position;
    if (left < HEADER_BYTES + TRAILER_BYTES) {
      return false;
    }
    int extent = Segments.getInt(segment, position + ROOT) >>> Slots.TAG_BITS;
    TypeEntry entry = registry.known(Segments.getInt(segment, position + TYPE));
    long bytes = HEADER_BYTES + (long) extent + TRAILER_BYTES;
    return entry != null && entry.isStaged() && bytes <= Math.min(left, mostBytes);
  }

  /// How many bytes the payload takes whose first four bytes and root slot these are.
  ///
  /// @param position where it begins, for the error when it is none
  public long byteSize(int found, int root, long position) {
    prefix.checkAnyBand(found, position);
    return HEADER_BYTES + Slots.end(root, 0L, 0L, Long.MAX_VALUE) + TRAILER_BYTES;
  }

  /// The bytes of one payload out of a segment of any kind; as many as it says it has, or as there
  /// are.
  public byte[] copy(MemorySegment segment, long position) {
    long left = segment.byteSize() - position;
    long length = left;
    if (left >= HEADER_BYTES) {
      long body = Slots.end(Segments.getInt(segment, position + ROOT), 0L, 0L, Long.MAX_VALUE);
      length = Math.min(left, HEADER_BYTES + body + TRAILER_BYTES);
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

  /// What reads a payload: this, or what was made for its writer's schema. The header is checked as
  /// [#read] does.
  ///
  /// @param end the first of this becomes where the root object ends
  public Payload readerOf(MemorySegment segment, long position, long limit, long[] end) {
    long base = Slots.block(position, HEADER_BYTES, limit - TRAILER_BYTES);
    prefix.check(Segments.getInt(segment, position), position);
    int slot = Segments.getInt(segment, position + ROOT);
    end[0] = Slots.end(slot, base, base, limit - TRAILER_BYTES);
    checkTrailer(Segments.getByte(segment, end[0]), end[0]);
    if (Slots.tag(slot) != Slots.EXACT) {
      Slots.nothing(slot, base, end[0]);
      return this;
    }
    if (!Prefix.hasSchema(Segments.getInt(segment, position))) {
      return this;
    }
    long tail = Slots.back(base, Schema.TAIL_BYTES, end[0]);
    end[0] = Slots.back(base, Segments.getInt(segment, tail + Long.BYTES), tail);
    return readerOf(segment, position, tail, end[0]);
  }

  /// What reads a payload that ends in a schema.
  private Payload readerOf(MemorySegment segment, long position, long tail, long behind) {
    long schema = Segments.getLong(segment, tail);
    if (isOwn(Segments.getInt(segment, position + TYPE), schema)) {
      return this;
    }
    Payload reader = schemas().reader(schema);
    if (reader == null) {
      byte[] document =
          behind == tail ? null : segment.asSlice(behind, tail - behind).toArray(Segments.BYTE);
      reader = schemas().learn(schema, document, tail);
    }
    return reader;
  }

  /// The entry of a payload's root; null if null was written.
  public @Nullable TypeEntry rootEntry(MemorySegment segment, long position, Class<?> expected) {
    if (Slots.tag(Segments.getInt(segment, position + ROOT)) != Slots.EXACT) {
      return null;
    }
    int id = Segments.getInt(segment, position + TYPE);
    return root(id, Segments.getInt(segment, position + FINGERPRINT), expected, position);
  }

  private @Nullable Object read(
      byte[] array,
      int position,
      int limit,
      Class<?> expected,
      int depth,
      @Nullable Session session) {
    int base = Slots.block(position, HEADER_BYTES, limit - TRAILER_BYTES);
    prefix.check(understood(ByteArrays.getInt(array, position), session), position);
    int slot = ByteArrays.getInt(array, position + ROOT);
    int end = Slots.end(slot, base, base, limit - TRAILER_BYTES);
    checkTrailer(ByteArrays.getByte(array, end), end);
    if (Slots.tag(slot) != Slots.EXACT) {
      Slots.nothing(slot, base, end);
      return null;
    }
    if (!Prefix.hasSchema(ByteArrays.getInt(array, position))) {
      return readRoot(array, position, end, expected, depth, session);
    }
    int tail = Slots.back(base, Schema.TAIL_BYTES, end);
    long schema = ByteArrays.getLong(array, tail);
    int behind = Slots.back(base, ByteArrays.getInt(array, tail + Long.BYTES), tail);
    if (isOwn(ByteArrays.getInt(array, position + TYPE), schema)) {
      return readRoot(array, position, behind, expected, depth, session);
    }
    Payload reader = schemas().reader(schema);
    if (reader == null) {
      byte[] document = behind == tail ? null : Arrays.copyOfRange(array, behind, tail);
      reader = schemas().learn(schema, document, tail);
    }
    return reader.readForeign(array, position, behind, expected, depth, session);
  }

  /// @param caller what the call keeps that found the payload to be foreign
  private @Nullable Object readForeign(
      byte[] array, int position, int end, Class<?> expected, int depth, @Nullable Session caller) {
    if (caller != null && caller.isAboutMemory()) {
      Session session = new Session(registry.options()).begin(position).like(caller);
      return readRoot(array, position, end, expected, depth, session);
    }
    if (sessions == null) {
      return readRoot(array, position, end, expected, depth, null);
    }
    Session session = sessions.take(position);
    try {
      return readRoot(array, position, end, expected, depth, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  /// @param end where the root object ends
  private @Nullable Object readRoot(
      byte[] array,
      int position,
      int end,
      Class<?> expected,
      int depth,
      @Nullable Session session) {
    int id = ByteArrays.getInt(array, position + TYPE);
    int fingerprint = ByteArrays.getInt(array, position + FINGERPRINT);
    TypeEntry entry = root(id, fingerprint, expected, position);
    try {
      int base = position + HEADER_BYTES;
      Object value = entry.codec().read(array, base, end, depth, session);
      entry.check(value, expected, position + TYPE);
      return value;
    } catch (StackOverflowError e) {
      throw Failures.stackTooSmall(e);
    }
  }

  private @Nullable Object read(
      MemorySegment segment,
      long position,
      long limit,
      Class<?> expected,
      int depth,
      @Nullable Session session) {
    long base = Slots.block(position, HEADER_BYTES, limit - TRAILER_BYTES);
    prefix.check(understood(Segments.getInt(segment, position), session), position);
    int slot = Segments.getInt(segment, position + ROOT);
    long end = Slots.end(slot, base, base, limit - TRAILER_BYTES);
    checkTrailer(Segments.getByte(segment, end), end);
    if (Slots.tag(slot) != Slots.EXACT) {
      Slots.nothing(slot, base, end);
      return null;
    }
    if (!Prefix.hasSchema(Segments.getInt(segment, position))) {
      return readRoot(segment, position, end, expected, depth, session);
    }
    long tail = Slots.back(base, Schema.TAIL_BYTES, end);
    long behind = Slots.back(base, Segments.getInt(segment, tail + Long.BYTES), tail);
    Payload reader = readerOf(segment, position, tail, behind);
    return reader == this
        ? readRoot(segment, position, behind, expected, depth, session)
        : reader.readForeign(segment, position, behind, expected, depth, session);
  }

  /// @param caller what the call keeps that found the payload to be foreign
  private @Nullable Object readForeign(
      MemorySegment segment,
      long position,
      long end,
      Class<?> expected,
      int depth,
      @Nullable Session caller) {
    if (caller != null && caller.isAboutMemory()) {
      Session session = new Session(registry.options()).begin(position).like(caller);
      return readRoot(segment, position, end, expected, depth, session);
    }
    if (sessions == null) {
      return readRoot(segment, position, end, expected, depth, null);
    }
    Session session = sessions.take(position);
    try {
      return readRoot(segment, position, end, expected, depth, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  /// @param end where the root object ends
  private @Nullable Object readRoot(
      MemorySegment segment,
      long position,
      long end,
      Class<?> expected,
      int depth,
      @Nullable Session session) {
    int id = Segments.getInt(segment, position + TYPE);
    int fingerprint = Segments.getInt(segment, position + FINGERPRINT);
    TypeEntry entry = root(id, fingerprint, expected, position);
    try {
      long base = position + HEADER_BYTES;
      Object value = entry.codec().read(segment, base, end, depth, session);
      entry.check(value, expected, position + TYPE);
      return value;
    } catch (StackOverflowError e) {
      throw Failures.stackTooSmall(e);
    }
  }

  private Schemas schemas() {
    return Objects.requireNonNull(schemas, "else the prefix is refused");
  }

  /// Whether a schema is the one that this side writes with such a root.
  public boolean isOwn(int id, long schema) {
    TypeEntry entry = registry.known(id);
    return entry != null && entry.schema(schemas()).fingerprint() == schema;
  }

  /// The schema that a payload with such a root would carry; null if it would carry none.
  public @Nullable Schema carried(@Nullable Object root) {
    return root == null || schemas == null || !embeds
        ? null
        : registry.entryOf(root).schema(schemas);
  }

  /// The same, but with the fingerprints of schemas alone.
  public Payload brief() {
    return new Payload(registry, maxDepth, schemas, false, null);
  }

  /// Makes a schema known that somebody else has kept.
  public void learn(Schema schema) {
    Schemas known = schemas();
    if (known.reader(schema.fingerprint()) == null) {
      known.learn(schema.fingerprint(), schema.document(), SerializationException.NO_OFFSET);
    }
  }

  private static void checkTrailer(byte trailer, long end) {
    if (trailer != 0) {
      throw Failures.malformed("corrupt: the payload does not end in a zero byte", end);
    }
  }

  private TypeEntry root(int id, int fingerprint, Class<?> expected, long position) {
    TypeEntry entry = registry.entry(id, position + TYPE);
    if (entry.fingerprint() != fingerprint) {
      throw Failures.schemaMismatch(
          entry.type(),
          Integer.toUnsignedLong(fingerprint),
          Integer.toUnsignedLong(entry.fingerprint()),
          position + FINGERPRINT);
    }
    if (!entry.mayBe(expected)) {
      throw Failures.typeMismatch(entry.type(), expected, position + TYPE);
    }
    return entry;
  }
}
