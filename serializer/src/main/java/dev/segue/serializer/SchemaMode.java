// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// How much payloads say about the classes of their objects. Later versions may add constants: a
/// `switch` needs a `default`.
///
/// @see SerializerBuilder#schemaMode
public enum SchemaMode {
  /// A fingerprint of each class: writer and reader must have the same version of it, or reading
  /// fails.
  CONSISTENT,
  /// The writer's schema: readers with older or newer versions of the classes understand the
  /// payload. `docs/evolution.md` lists the changes that are possible.
  COMPATIBLE
}
