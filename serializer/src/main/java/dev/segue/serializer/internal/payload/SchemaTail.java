// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What stands between the root object and the trailer of payloads in the schema-compatible mode,
/// see [Schema].
public final class SchemaTail {

  private SchemaTail() {}

  /// A payload of an object that is there in bytes.
  public static byte[] assemble(
      int type, int fingerprint, boolean compactNumbers, byte[] body, Schema schema) {
    byte[] head = head(type, fingerprint, compactNumbers, body.length, schema);
    System.arraycopy(body, 0, head, Header.BYTES, body.length);
    return complete(head, schema);
  }

  /// All of a payload that stands before its schema: the header, and room for the root object.
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

  /// The payload of which all is there but the schema.
  public static byte[] complete(byte[] head, Schema schema) {
    byte[] payload = Arrays.copyOf(head, byteSize(head, schema));
    put(schema, true, payload, head.length, payload.length - Header.TRAILER_BYTES);
    return payload;
  }

  /// How many bytes a payload takes of which these stand before its schema.
  public static int byteSize(byte[] head, Schema schema) {
    int behind = Schema.TAIL_BYTES + Header.TRAILER_BYTES;
    return Math.addExact(head.length, schema.document().length + behind);
  }

  /// What stands before the schema that a payload tells, copied.
  public static byte[] headOf(byte[] payload, Schema told) {
    int behind = told.document().length + Schema.TAIL_BYTES + Header.TRAILER_BYTES;
    return Arrays.copyOf(payload, payload.length - behind);
  }

  /// Writes a schema, or its fingerprint alone.
  ///
  /// @return the index behind it
  static int put(Schema schema, boolean embeds, byte[] array, int position, int limit) {
    int length = embeds ? schema.document().length : 0;
    int end = Slots.reserve(position, length + Schema.TAIL_BYTES, limit);
    if (embeds) {
      System.arraycopy(schema.document(), 0, array, position, length);
    }
    ByteArrays.putLong(array, position + length, schema.fingerprint());
    ByteArrays.putInt(array, position + length + Long.BYTES, length);
    return end;
  }

  /// Writes a schema, or its fingerprint alone.
  ///
  /// @return the offset behind it
  static long put(Schema schema, boolean embeds, MemorySegment segment, long position, long limit) {
    int length = embeds ? schema.document().length : 0;
    long end = Slots.reserve(position, length + Schema.TAIL_BYTES, limit);
    if (embeds) {
      MemorySegment.copy(schema.document(), 0, segment, Segments.BYTE, position, length);
    }
    Segments.putLong(segment, position + length, schema.fingerprint());
    Segments.putInt(segment, position + length + Long.BYTES, length);
    return end;
  }

  /// The schema that a payload carries; null if it carries none.
  ///
  /// @param length of the whole payload, as its header says
  public static @Nullable Schema carriedBy(byte[] payload, int length) {
    if (!isCarriedBy(payload, length)) {
      return null;
    }
    byte[] document = document(payload, length);
    return document == null ? null : Schema.of(document);
  }

  /// The schema that a payload carries, under the fingerprint that it has there; null if there is
  /// none, or no room for what it says.
  ///
  /// @param length of the whole payload
  public static @Nullable Schema toldBy(byte[] payload, int length) {
    byte[] document = document(payload, length);
    return document == null ? null : new Schema(fingerprint(payload, length), document);
  }

  /// Whether a payload ends in a schema, or in a fingerprint alone.
  ///
  /// @param length of the whole payload, as its header says
  public static boolean isCarriedBy(byte[] payload, int length) {
    return Prefix.hasSchema(ByteArrays.getInt(payload, 0))
        && length >= Header.BYTES + Schema.TAIL_BYTES + Header.TRAILER_BYTES;
  }

  /// The document that a payload carries; null if there is none, or no room for what it says.
  ///
  /// @param length of the whole payload
  private static byte @Nullable [] document(byte[] payload, int length) {
    int tail = length - Header.TRAILER_BYTES - Schema.TAIL_BYTES;
    if (tail < Header.BYTES) {
      return null;
    }
    int size = ByteArrays.getInt(payload, tail + Long.BYTES);
    return size <= 0 || size > tail - Header.BYTES
        ? null
        : Arrays.copyOfRange(payload, tail - size, tail);
  }

  /// The fingerprint of a payload's schema.
  ///
  /// @param length of the whole payload, which is one that ends in a schema or its fingerprint
  public static long fingerprint(byte[] payload, int length) {
    return ByteArrays.getLong(payload, length - Header.TRAILER_BYTES - Schema.TAIL_BYTES);
  }
}
