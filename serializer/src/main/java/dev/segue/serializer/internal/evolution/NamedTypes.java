// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.schema.SchemaDocument;

/// Finds classes that rules allow by the names in the schemas of other writers.
public interface NamedTypes {

  /// The classes of this side, with those that the schema names, rules allow, and this side has.
  /// They may be remembered as this side's own if its own codecs can read the payloads.
  LocalTypes including(SchemaDocument document);
}
