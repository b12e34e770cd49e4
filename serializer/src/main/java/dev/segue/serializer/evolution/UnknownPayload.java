// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.SchemaTail;
import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.schema.SchemaDecoder;
import dev.segue.serializer.schema.TypeSchema;

/// A payload that holds its schema, looked at from outside.
public final class UnknownPayload {

  private UnknownPayload() {}

  /// The class of the root as the payload's writer called it.
  ///
  /// @throws SerializationException if the bytes are no such payload
  public static String typeName(byte[] payload) {
    byte[] document = SchemaTail.document(payload, payload.length);
    if (document == null) {
      throw malformed(payload);
    }
    int number = ByteArrays.getInt(payload, Payload.TYPE);
    for (TypeSchema type : SchemaDecoder.decode(document).types()) {
      if (type.number() == number) {
        return type.name();
      }
    }
    throw malformed(payload);
  }

  private static SerializationException malformed(byte[] payload) {
    return new SerializationException(
        Kind.MALFORMED_INPUT,
        "corrupt: " + payload.length + " bytes that hold no payload with a schema");
  }
}
