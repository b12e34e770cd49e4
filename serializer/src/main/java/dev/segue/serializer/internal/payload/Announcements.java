// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.internal.schema.OwnSchema;

/// The schemas that one stream has announced: its payloads carry only the others.
public interface Announcements {

  /// Whether readers of the stream have a schema.
  ///
  /// @param schema the schema of the payload that is being written, perhaps not for the first time
  boolean isKnown(OwnSchema schema);
}
