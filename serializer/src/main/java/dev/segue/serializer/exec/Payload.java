// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.memory.Segments;
import java.lang.foreign.MemorySegment;
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

  private static final int MAGIC = 0xE5;
  private static final int VERSION = 1;
  private static final int PREFIX = MAGIC | VERSION << 8;
  private static final int NO_TYPE = 0;
  private static final int TYPE = 4;
  private static final int FINGERPRINT = 8;

  /// Where the root object's slot stands.
  public static final int ROOT = 12;

  /// The flag of payloads that may hold back references.
  private static final int REFERENCES = 1 << 16;

  private static final int KNOWN_FLAGS = 3;

  /// The flag of payloads whose `int` and `long` fields are of variable length.
  private static final int COMPACT_NUMBERS = 2 << 16;

  private final TypeRegistry registry;
  private final int maxDepth;

  /// How payloads begin that this serializer can read, but for references.
  private final int layout;

  /// How the payloads begin that it writes.
  private final int prefix;

  private final @Nullable Sessions sessions;

  public Payload(TypeRegistry registry, int maxDepth) {
    this.registry = registry;
    this.maxDepth = maxDepth;
    Options options = registry.options();
    this.layout = options.compactNumbers() ? PREFIX | COMPACT_NUMBERS : PREFIX;
    this.prefix = options.references() ? layout | REFERENCES : layout;
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
    if (sessions == null) {
      return read(array, position, limit, expected, null);
    }
    Session session = sessions.take(position);
    try {
      return read(array, position, limit, expected, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  public @Nullable Object read(
      MemorySegment segment, long position, long limit, Class<?> expected) {
    if (sessions == null) {
      return read(segment, position, limit, expected, null);
    }
    Session session = sessions.take(position);
    try {
      return read(segment, position, limit, expected, session);
    } finally {
      sessions.giveBack(session);
    }
  }

  private int write(
      @Nullable Object root, byte[] array, int position, int limit, @Nullable Session session) {
    int base = Slots.reserve(position, HEADER_BYTES, limit - TRAILER_BYTES);
    int end = base;
    ByteArrays.putInt(array, position, prefix);
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
    Segments.putInt(segment, position, prefix);
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
      Slots.put(segment, position + ROOT, base, end, Slots.EXACT);
    }
    Segments.putByte(segment, end, (byte) 0);
    return end + TRAILER_BYTES;
  }

  /// How many bytes the payload takes that begins here, as its header says.
  public long byteSize(MemorySegment segment, long position) {
    Slots.block(position, HEADER_BYTES, segment.byteSize());
    int prefix = Segments.getInt(segment, position);
    return byteSize(prefix, Segments.getInt(segment, position + ROOT), position);
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
  public long byteSize(int prefix, int root, long position) {
    checkPrefix(prefix, position);
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

  private @Nullable Object read(
      byte[] array, int position, int limit, Class<?> expected, @Nullable Session session) {
    int base = Slots.block(position, HEADER_BYTES, limit - TRAILER_BYTES);
    checkPrefix(ByteArrays.getInt(array, position), position);
    int slot = ByteArrays.getInt(array, position + ROOT);
    int end = Slots.end(slot, base, base, limit - TRAILER_BYTES);
    checkTrailer(ByteArrays.getByte(array, end), end);
    if (Slots.tag(slot) != Slots.EXACT) {
      Slots.nothing(slot, base, end);
      return null;
    }
    int id = ByteArrays.getInt(array, position + TYPE);
    int fingerprint = ByteArrays.getInt(array, position + FINGERPRINT);
    TypeEntry entry = root(id, fingerprint, expected, position);
    try {
      Object value = entry.codec().read(array, base, end, maxDepth, session);
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
      @Nullable Session session) {
    long base = Slots.block(position, HEADER_BYTES, limit - TRAILER_BYTES);
    checkPrefix(Segments.getInt(segment, position), position);
    int slot = Segments.getInt(segment, position + ROOT);
    long end = Slots.end(slot, base, base, limit - TRAILER_BYTES);
    checkTrailer(Segments.getByte(segment, end), end);
    if (Slots.tag(slot) != Slots.EXACT) {
      Slots.nothing(slot, base, end);
      return null;
    }
    int id = Segments.getInt(segment, position + TYPE);
    int fingerprint = Segments.getInt(segment, position + FINGERPRINT);
    TypeEntry entry = root(id, fingerprint, expected, position);
    try {
      Object value = entry.codec().read(segment, base, end, maxDepth, session);
      entry.check(value, expected, position + TYPE);
      return value;
    } catch (StackOverflowError e) {
      throw Failures.stackTooSmall(e);
    }
  }

  private void checkPrefix(int found, long position) {
    if (found == prefix || found == layout) {
      return;
    }
    if ((found & 0xff) != MAGIC) {
      throw incompatible("this is no Segue payload: it begins with %08x", found, position);
    }
    int version = found >> 8 & 0xff;
    if (version != VERSION) {
      throw incompatible(
          "the payload is of format version %d; this release reads version " + VERSION,
          version,
          position);
    }
    int other = (found ^ prefix) >>> 16;
    if ((other & COMPACT_NUMBERS >>> 16) != 0 && found >>> 16 <= KNOWN_FLAGS) {
      throw incompatible(
          "the payload and this serializer differ in .compactNumbers (flags %04x)",
          found >>> 16, position);
    }
    if (found == (layout | REFERENCES)) {
      throw incompatible(
          "the payload was written with references (flags %04x); build this serializer with"
              + " .references(true)",
          found >>> 16, position);
    }
    throw incompatible(
        "the payload was written with options this release does not know: flags %04x",
        found >>> 16, position);
  }

  private static SerializationException incompatible(String message, int found, long position) {
    return new SerializationException(Kind.INCOMPATIBLE_FORMAT, message.formatted(found), position);
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
