// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.memory.Segments;
import dev.segue.serializer.schema.Schema;
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
    MemorySegment tail = schema.full();
    int behind = Payload.HEADER_BYTES + body.length;
    int end = Math.addExact(behind, (int) tail.byteSize());
    byte[] payload = new byte[end + Payload.TRAILER_BYTES];
    ByteArrays.putInt(payload, 0, Prefix.withSchema(compactNumbers));
    ByteArrays.putInt(payload, Payload.TYPE, type);
    ByteArrays.putInt(payload, Payload.FINGERPRINT, fingerprint);
    Slots.put(payload, Payload.ROOT, Payload.HEADER_BYTES, end, Slots.EXACT);
    System.arraycopy(body, 0, payload, Payload.HEADER_BYTES, body.length);
    MemorySegment.copy(tail, Segments.BYTE, 0, payload, behind, (int) tail.byteSize());
    return payload;
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

  /// Whether a payload ends in a schema, or in a fingerprint alone.
  ///
  /// @param length of the whole payload, as its header says
  public static boolean isCarriedBy(byte[] payload, int length) {
    return Prefix.hasSchema(ByteArrays.getInt(payload, 0))
        && length >= Payload.HEADER_BYTES + Schema.TAIL_BYTES + Payload.TRAILER_BYTES;
  }

  /// The document that a payload carries; null if there is none, or no room for what it says.
  ///
  /// @param length of the whole payload
  public static byte @Nullable [] document(byte[] payload, int length) {
    int tail = length - Payload.TRAILER_BYTES - Schema.TAIL_BYTES;
    if (tail < Payload.HEADER_BYTES) {
      return null;
    }
    int size = ByteArrays.getInt(payload, tail + Long.BYTES);
    return size <= 0 || size > tail - Payload.HEADER_BYTES
        ? null
        : Arrays.copyOfRange(payload, tail - size, tail);
  }

  /// The fingerprint of a payload's schema.
  ///
  /// @param length of the whole payload, which is one that ends in a schema or its fingerprint
  public static long fingerprint(byte[] payload, int length) {
    return ByteArrays.getLong(payload, length - Payload.TRAILER_BYTES - Schema.TAIL_BYTES);
  }
}
