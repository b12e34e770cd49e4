// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Little-endian access to a segment at any offset. Every access checks the segment's bounds,
/// liveness and thread confinement.
public final class Segments {

  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  public static final ValueLayout.OfBoolean BOOLEAN = ValueLayout.JAVA_BOOLEAN;
  public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ORDER);

  private static final boolean MAY_REINTERPRET = Segments.class.getModule().isNativeAccessEnabled();

  /// All memory of the process, if this module has native access. Its addresses are absolute.
  @SuppressWarnings("restricted")
  private static final MemorySegment EVERYTHING =
      MAY_REINTERPRET ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : MemorySegment.NULL;

  /// More bits than an address has on any platform.
  private static final long MOST_ADDRESSES = Long.MAX_VALUE >>> 1;

  private static final Class<?> GLOBAL = Arena.global().scope().getClass();
  private static final Class<?> AUTOMATIC = Arena.ofAuto().scope().getClass();
  private static final Thread NOBODY = new Thread();

  /// The class of all segments over byte arrays. After a check for this class, the JIT knows that
  /// there is an array, and allocates no [java.util.Optional], whatever other kinds of segments it
  /// has seen.
  private static final Class<?> OF_BYTES = MemorySegment.ofArray(new byte[0]).getClass();

  private Segments() {}

  /// The byte array that a segment is part of; the segment starts at its
  /// [address][MemorySegment#address]. Null if there is none, or the segment is read-only.
  public static byte @Nullable [] bytesOf(MemorySegment segment) {
    return segment.getClass() == OF_BYTES ? arrayOf(segment) : null;
  }

  /// Whether a segment, possibly a read-only one, is part of a byte array.
  public static boolean isOfBytes(MemorySegment segment) {
    return segment.getClass() == OF_BYTES;
  }

  /// A separate method without rare branches: the JIT does not inline rarely executed code, and
  /// would then allocate the [java.util.Optional].
  private static byte @Nullable [] arrayOf(MemorySegment segment) {
    if (segment.getClass() != OF_BYTES || segment.isReadOnly()) {
      return null;
    }
    return segment.heapBase().orElse(null) instanceof byte[] array ? array : null;
  }

  /// Returns memory for a block that is accessed only by loads and stores. If nothing can end the
  /// memory's lifetime in between, one check here covers all accesses; other memory checks each
  /// access.
  public static MemorySegment straightBlock(MemorySegment segment, long position, long bytes) {
    if (!isSteady(segment)) {
      return segment;
    }
    byte _ = segment.get(BYTE, position);
    byte _ = segment.get(BYTE, position + bytes - 1);
    return EVERYTHING;
  }

  /// The position of a block in the memory that [#straightBlock] returned for it.
  @SuppressWarnings({
    "MemorySegmentReferenceEquality",
    "ReferenceEquality"
  }) // one instance, which the JIT compares
  public static long origin(MemorySegment block, MemorySegment segment, long position) {
    return block == EVERYTHING ? continued(segment.address() + position) : position;
  }

  /// The memory of a block that [#straightBlock] returned, for a method that it was passed to. It
  /// tells the JIT whether this is the segment of all memory.
  @SuppressWarnings({
    "MemorySegmentReferenceEquality",
    "ReferenceEquality"
  }) // one instance, which the JIT compares
  public static MemorySegment continued(MemorySegment block) {
    return block == EVERYTHING ? EVERYTHING : block;
  }

  /// The unchanged position of a block, for a method that it was passed to. It tells the JIT that
  /// each address in the block is within the bounds of all memory.
  public static long continued(long origin) {
    return origin & MOST_ADDRESSES;
  }

  /// Whether nothing but code on this thread, or the garbage collector, can end the lifetime of a
  /// segment: its arena is the global one, automatic, or confined. For another thread's confined
  /// memory, the check that follows fails.
  private static boolean isSteady(MemorySegment segment) {
    if (!MAY_REINTERPRET) {
      return false;
    }
    Class<?> scope = segment.scope().getClass();
    return scope == GLOBAL || scope == AUTOMATIC || !segment.isAccessibleBy(NOBODY);
  }

  /// Sets a range to zero.
  public static void clear(MemorySegment segment, long from, long to) {
    for (long at = from; at < to; at++) {
      putByte(segment, at, (byte) 0);
    }
  }

  /// Returns the memory as a segment.
  public static MemorySegment whole(MemorySegment segment) {
    return segment;
  }

  /// Writes a part of an array.
  public static void putBytes(
      MemorySegment segment, long offset, byte[] bytes, int from, int length) {
    MemorySegment.copy(bytes, from, segment, BYTE, offset, length);
  }

  /// Writes a copy of other memory.
  public static void putMemory(MemorySegment segment, long offset, MemorySegment content) {
    MemorySegment.copy(content, 0, segment, offset, content.byteSize());
  }

  /// Returns a range as a read-only buffer.
  public static ByteBuffer readOnlyBuffer(MemorySegment segment, long offset, long bytes) {
    return segment.asSlice(offset, bytes).asReadOnly().asByteBuffer();
  }

  /// Copies bytes into an array.
  public static byte[] getBytes(MemorySegment segment, long offset, int length) {
    byte[] bytes = new byte[length];
    MemorySegment.copy(segment, BYTE, offset, bytes, 0, length);
    return bytes;
  }

  /// Copies bytes into a buffer.
  public static ByteBuffer buffer(MemorySegment segment, long offset, int length) {
    return ByteBuffer.wrap(getBytes(segment, offset, length));
  }

  /// Writes a string of Latin-1 characters, followed by a zero.
  public static void putLatin1(MemorySegment segment, long offset, String value) {
    segment.setString(offset, value, ISO_8859_1);
  }

  public static String getLatin1(MemorySegment segment, long offset, int length) {
    byte[] latin1 = getBytes(segment, offset, length);
    return StringInternals.OPEN ? StringInternals.ofLatin1(latin1) : new String(latin1, ISO_8859_1);
  }

  public static void putBoolean(MemorySegment segment, long offset, boolean value) {
    segment.set(BOOLEAN, offset, value);
  }

  public static void putByte(MemorySegment segment, long offset, byte value) {
    segment.set(BYTE, offset, value);
  }

  public static void putShort(MemorySegment segment, long offset, short value) {
    segment.set(SHORT, offset, value);
  }

  public static void putChar(MemorySegment segment, long offset, char value) {
    segment.set(CHAR, offset, value);
  }

  public static void putInt(MemorySegment segment, long offset, int value) {
    segment.set(INT, offset, value);
  }

  public static void putLong(MemorySegment segment, long offset, long value) {
    segment.set(LONG, offset, value);
  }

  public static void putFloat(MemorySegment segment, long offset, float value) {
    segment.set(FLOAT, offset, value);
  }

  public static void putDouble(MemorySegment segment, long offset, double value) {
    segment.set(DOUBLE, offset, value);
  }

  public static boolean getBoolean(MemorySegment segment, long offset) {
    return (segment.get(BYTE, offset) & 1) != 0;
  }

  public static byte getByte(MemorySegment segment, long offset) {
    return segment.get(BYTE, offset);
  }

  public static short getShort(MemorySegment segment, long offset) {
    return segment.get(SHORT, offset);
  }

  public static char getChar(MemorySegment segment, long offset) {
    return segment.get(CHAR, offset);
  }

  public static int getInt(MemorySegment segment, long offset) {
    return segment.get(INT, offset);
  }

  public static long getLong(MemorySegment segment, long offset) {
    return segment.get(LONG, offset);
  }

  public static float getFloat(MemorySegment segment, long offset) {
    return segment.get(FLOAT, offset);
  }

  public static double getDouble(MemorySegment segment, long offset) {
    return segment.get(DOUBLE, offset);
  }

  /// Returns a copy of a range.
  public static byte[] copyOfRange(MemorySegment segment, long from, long to) {
    return segment.asSlice(from, to - from).toArray(BYTE);
  }
}
