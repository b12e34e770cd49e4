// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// What payloads tell of the classes that they hold.
public enum SchemaMode {
  /// A fingerprint: writer and reader have the same version of each class, or there is an error.
  CONSISTENT,
  /// The writer's schema, so that readers with older and newer versions of a class understand it;
  /// `docs/evolution.md` says which changes they bear.
  COMPATIBLE
}
