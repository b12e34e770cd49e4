// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.schema.OwnSchema;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The schema at the end of payloads in compatible mode, between the root object and the trailer:
///
///     0              n             n + 8    n + 12
///     +----- ~ -----+-------------+--------+
///     | document    | fingerprint | n      |
///     +----- ~ -----+-------------+--------+
///
/// The document is omitted, and `n` is zero, if a registry or an earlier payload of the same stream
/// has it. See [Schema].
public final class SchemaTail {

  private SchemaTail() {}

  /// Assembles a payload from the bytes of a root object and a schema.
  public static byte[] assemble(
      int type, int fingerprint, boolean compactNumbers, byte[] body, Schema schema) {
    byte[] head = head(type, fingerprint, compactNumbers, body.length, schema);
    System.arraycopy(body, 0, head, Header.BYTES, body.length);
    return complete(head, schema);
  }

  /// Creates the part of a payload before its schema: the header, and room for the root object.
  public static byte[] head(
      int type, int fingerprint, boolean compactNumbers, int bodyBytes, Schema schema) {
    byte[] head = new byte[Math.addExact(Header.BYTES, bodyBytes)];
    int end = byteSize(head, schema) - Header.TRAILER_BYTES;
    ByteArrays.putInt(head, 0, Prefix.withSchema(compactNumbers));
    ByteArrays.putInt(head, Header.TYPE, type);
    ByteArrays.putInt(head, Header.FINGERPRINT, fingerprint);
    Slots.put(head, Header.ROOT, Header.BYTES, end, Slots.EXACT);
    return head;
  }

  /// Assembles a payload from the part before its schema.
  public static byte[] complete(byte[] head, Schema schema) {
    byte[] payload = Arrays.copyOf(head, byteSize(head, schema));
    put(new OwnSchema(schema).whole(), payload, head.length, payload.length);
    return payload;
  }

  /// The length of the payload that [#complete] assembles.
  public static int byteSize(byte[] head, Schema schema) {
    return Math.addExact(head.length, bytesAfterObject(schema));
  }

  /// Copies the part of a payload before its schema.
  public static byte[] headOf(byte[] payload, Schema schema) {
    return Arrays.copyOf(payload, payload.length - bytesAfterObject(schema));
  }

  private static int bytesAfterObject(Schema schema) {
    return schema.document().length + Schema.TAIL_BYTES + Header.TRAILER_BYTES;
  }

  /// Writes the bytes after a root object.
  ///
  /// @param tail the schema or only its fingerprint, and the trailer
  /// @return the offset after them
  static long put(byte[] tail, MemorySegment segment, long position, long limit) {
    long end = Slots.reserve(position, tail.length, limit);
    ArraysInSegments.put(tail, segment, position);
    return end;
  }

  /// The offset of the fingerprint.
  ///
  /// @param base the root object's offset
  /// @param end the trailer's offset
  /// @throws SerializationException if there is no room for a schema
  // overload
  static long begin(long base, long end) {
    return Slots.back(base, Schema.TAIL_BYTES, end);
  }

  /// The end of the root object, where the document begins.
  ///
  /// @param tail the fingerprint's offset
  /// @throws SerializationException if there is no room for the document
  static long objectEnd(MemorySegment segment, long base, long tail) {
    return Slots.back(base, Segments.getInt(segment, tail + Long.BYTES), tail);
  }

  /// A copy of the document; null if it was omitted.
  static byte @Nullable [] document(MemorySegment segment, long objectEnd, long tail) {
    return objectEnd == tail ? null : Segments.copyOfRange(segment, objectEnd, tail);
  }

  /// The schema that a payload carries; null if it carries none.
  ///
  /// @param length the length of the payload, as its header states it
  public static @Nullable Schema carriedBy(byte[] payload, int length) {
    if (!isCarriedBy(payload, length)) {
      return null;
    }
    byte[] document = document(payload, length);
    return document == null ? null : Schema.of(document);
  }

  /// The schema that a payload carries, with the fingerprint that the payload states for it; null
  /// if there is none, or no room for it.
  ///
  /// @param length the length of the payload
  public static @Nullable Schema statedBy(byte[] payload, int length) {
    byte[] document = document(payload, length);
    return document == null ? null : new Schema(fingerprint(payload, length), document);
  }

  /// Whether a payload ends with a schema, or with only a fingerprint.
  ///
  /// @param length the length of the payload, as its header states it
  public static boolean isCarriedBy(byte[] payload, int length) {
    return Prefix.hasSchema(ByteArrays.getInt(payload, 0)) && tail(length) >= Header.BYTES;
  }

  /// The fingerprint of a payload's schema.
  ///
  /// @param length the length of the payload, which ends with a schema or a fingerprint
  public static long fingerprint(byte[] payload, int length) {
    return ByteArrays.getLong(payload, tail(length));
  }

  /// The document that a payload carries; null if there is none, or no room for it.
  private static byte @Nullable [] document(byte[] payload, int length) {
    int tail = tail(length);
    if (tail < Header.BYTES) {
      return null;
    }
    int size = ByteArrays.getInt(payload, tail + Long.BYTES);
    return size <= 0 || size > tail - Header.BYTES
        ? null
        : Arrays.copyOfRange(payload, tail - size, tail);
  }

  /// The index of the fingerprint in a payload of this length.
  private static int tail(int length) {
    return length - Header.TRAILER_BYTES - Schema.TAIL_BYTES;
  }
}
