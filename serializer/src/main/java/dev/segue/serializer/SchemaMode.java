// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// The information about classes that payloads carry. It decides whether readers can have other
/// versions of the classes. Later versions may add constants: a `switch` needs a `default`.
///
/// @see SerializerBuilder#schemaMode
public enum SchemaMode {
  /// A fingerprint of each class. Writer and reader must have the same version of the class;
  /// otherwise reading fails.
  CONSISTENT,
  /// The writer's schema. Readers with older or newer versions of the classes understand the
  /// payload. `docs/evolution.md` lists the changes that are possible.
  COMPATIBLE
}
