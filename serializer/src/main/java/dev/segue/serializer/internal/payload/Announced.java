// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.schema.OwnSchema;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The schemas that the reader of a stream or connection has received with earlier payloads. Used
/// by one thread at a time.
public final class Announced {

  private final Set<OwnSchema> sent = new HashSet<>();

  /// The schema in the payload that was written last; null if it carries none.
  private @Nullable OwnSchema carried;

  /// Begins a payload.
  public void begin() {
    carried = null;
  }

  /// The end of a payload, with its schema; or with only the fingerprint if the schema was sent
  /// before.
  byte[] tail(OwnSchema schema) {
    if (sent.contains(schema)) {
      carried = null;
      return schema.brief();
    }
    carried = schema;
    return schema.whole();
  }

  /// Records that the payload was sent.
  public void sent() {
    if (carried != null) {
      sent.add(carried);
    }
  }

  /// Clears the schemas, so that each is sent again.
  public void clear() {
    sent.clear();
  }
}
