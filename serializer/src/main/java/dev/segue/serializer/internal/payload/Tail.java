// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

/// The kind of schema at the end of payloads that are written in compatible mode.
enum Tail {
  /// The schema of the classes that the payload holds.
  HELD,
  /// The schema of the classes that any payload with such a root may hold; or only its fingerprint,
  /// if the schema was [Announced].
  ANNOUNCED,
  /// The fingerprint of the schema of the classes that the payload holds; readers look up the
  /// schema.
  PUBLISHED
}
