// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The schemas that one stream has announced most recently.
final class AnnouncedSchemas {

  private static final int MOST_KEPT = 64;

  private static final int MOST_RECALLS = 8;

  /// The limit for the bytes of unvalidated schema documents. The largest valid document fits.
  private static final int MOST_BYTES = Schema.MAX_BYTES;

  private final Map<Long, Schema> kept = new LinkedHashMap<>();
  private long keptBytes;

  /// Keeps the schema that a payload carries, if any.
  void note(byte[] payload, int length) {
    if (!SchemaTail.isCarriedBy(payload, length)
        || kept.containsKey(SchemaTail.fingerprint(payload, length))) {
      return;
    }
    Schema schema = SchemaTail.carriedBy(payload, length);
    if (schema == null || schema.document().length > Schema.MAX_BYTES) {
      return;
    }
    kept.put(schema.fingerprint(), schema);
    keptBytes += schema.document().length;
    var oldest = kept.values().iterator();
    while (kept.size() > MOST_KEPT || keptBytes > MOST_BYTES) {
      keptBytes -= oldest.next().document().length;
      oldest.remove();
    }
  }

  /// The total length of the retained documents.
  long keptBytes() {
    return keptBytes;
  }

  /// Reads a payload. If the serializer has evicted the schema to make room for schemas of other
  /// streams, registers it again, repeatedly if it is evicted before use.
  @Nullable Object read(Payload payload, byte[] bytes, int length, Class<?> type) {
    for (int recalls = 0; ; recalls++) {
      try {
        return payload.read(bytes, 0, length, type, false, null);
      } catch (SerializationException e) {
        if (e.kind() != Kind.UNKNOWN_SCHEMA
            || recalls == MOST_RECALLS
            || !recall(bytes, length, payload)) {
          throw e;
        }
      }
    }
  }

  /// Registers the schema that a payload refers to with the serializer again.
  ///
  /// @return whether the stream has announced it
  private boolean recall(byte[] bytes, int length, Payload payload) {
    Schema schema = kept.get(SchemaTail.fingerprint(bytes, length));
    if (schema != null) {
      payload.learn(schema);
    }
    return schema != null;
  }
}
