// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A payload with its schema that is kept unread. Kept payloads from one source payload share the
/// schema, which is appended when they are written again. Immutable.
public final class UnknownPayload {

  /// The bytes before the schema.
  private final byte[] head;

  private final Schema schema;
  private final String typeName;

  /// @param head the bytes before the schema, not copied
  /// @param typeName the name of the root's class in the schema
  UnknownPayload(byte[] head, Schema schema, String typeName) {
    this.head = head;
    this.schema = schema;
    this.typeName = typeName;
  }

  /// @param payload the bytes, which are copied
  /// @throws SerializationException if they are not a payload with a schema
  public static UnknownPayload of(byte[] payload) {
    Schema schema = SchemaTail.statedBy(payload, payload.length);
    if (schema == null) {
      throw malformed(payload);
    }
    int number = ByteArrays.getInt(payload, Header.TYPE);
    for (TypeSchema type : SchemaDecoder.decode(schema.document()).types()) {
      if (type.number() == number) {
        return new UnknownPayload(SchemaTail.headOf(payload, schema), schema, type.name());
      }
    }
    throw malformed(payload);
  }

  private static SerializationException malformed(byte[] payload) {
    return Errors.of(
        Kind.MALFORMED_INPUT,
        "corrupt: " + payload.length + " bytes are not a payload with a schema");
  }

  /// The writer's name for the class of the root.
  public String typeName() {
    return typeName;
  }

  /// The size in bytes, with the schema.
  public int byteSize() {
    return SchemaTail.byteSize(head, schema);
  }

  /// The payload with its schema, in a new array.
  public byte[] toBytes() {
    return SchemaTail.complete(head, schema);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UnknownPayload that
        && Arrays.equals(head, that.head)
        && schema.fingerprint() == that.schema.fingerprint()
        && Arrays.equals(schema.document(), that.schema.document());
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(head) + Long.hashCode(schema.fingerprint());
  }
}
