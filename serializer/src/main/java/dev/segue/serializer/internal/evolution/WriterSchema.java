// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDocument;

/// The schema of another writer, in encoded and decoded form.
record WriterSchema(Schema schema, SchemaDocument document) {}
